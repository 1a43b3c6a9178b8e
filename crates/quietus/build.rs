//! Passes the compiler's version and target to the program, for its `compiler` command.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let compiler = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let version = Command::new(compiler)
        .arg("--version")
        .output()
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok());
    let version = version.as_deref().map_or("an unknown compiler", str::trim);
    println!("cargo::rustc-env=QUIETUS_COMPILER={version}");
    for (name, variable) in [
        ("QUIETUS_TARGET", "TARGET"),
        ("QUIETUS_OPT_LEVEL", "OPT_LEVEL"),
        ("QUIETUS_FEATURES", "CARGO_CFG_TARGET_FEATURE"),
    ] {
        let value = env::var(variable).unwrap_or_default();
        println!("cargo::rustc-env={name}={value}");
    }
}
