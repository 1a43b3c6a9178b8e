//! Compiles the emulation of the device, which is plain C.

fn main() {
    println!("cargo::rerun-if-changed=src/device");
    cc::Build::new()
        .file("src/device/emulation.c")
        .std("c11")
        .opt_level(2)
        .warnings(true)
        .extra_warnings(true)
        .compile("quietus_gpu_emulation");
}
