//! Compiles the emulation of the device, which is plain C: for each game with the lanes as loops, and as
//! fibers where those are implemented.

use std::env;

/// The folders of the games.
const GAMES: [&str; 2] = ["chess", "xiangqi"];

fn main() {
    println!("cargo::rerun-if-changed=src/device");
    println!("cargo::rustc-check-cfg=cfg(fibers)");
    let target = |name: &str| env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    let has_fibers = target("ARCH") == "x86_64" && target("FAMILY") == "unix";
    if has_fibers {
        println!("cargo::rustc-cfg=fibers");
    }
    for game in GAMES {
        compile(game, "loops");
        if has_fibers {
            compile(game, "fibers");
        }
    }
}

fn compile(game: &str, lanes: &str) {
    let name = format!("quietus_gpu_{game}_{lanes}");
    let mut build = cc::Build::new();
    build
        .file("src/device/emulation.c")
        .include(format!("src/device/{game}"))
        .std("c11")
        .opt_level(3)
        .define("NAME", name.as_str())
        .flag_if_supported("-fno-strict-aliasing")
        .warnings(true)
        .extra_warnings(true);
    if lanes == "fibers" {
        build.define("FIBERS", None);
    }
    build.compile(&name);
}
