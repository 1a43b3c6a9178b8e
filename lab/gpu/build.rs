//! Compiles the emulation of the device, which is plain C: once with the lanes as loops, and once as
//! fibers where those are implemented.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=src/device");
    println!("cargo::rustc-check-cfg=cfg(fibers)");
    compile("loops", false);
    let target = |name: &str| env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    if target("ARCH") == "x86_64" && target("FAMILY") == "unix" {
        println!("cargo::rustc-cfg=fibers");
        compile("fibers", true);
    }
}

fn compile(lanes: &str, has_fibers: bool) {
    let mut build = cc::Build::new();
    build
        .file("src/device/emulation.c")
        .std("c11")
        .opt_level(3)
        .define("NAME", format!("quietus_gpu_{lanes}_").as_str())
        .flag_if_supported("-fno-strict-aliasing")
        .warnings(true)
        .extra_warnings(true);
    if has_fibers {
        build.define("FIBERS", None);
    }
    build.compile(&format!("quietus_gpu_{lanes}"));
}
