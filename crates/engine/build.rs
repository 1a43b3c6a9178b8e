//! Passes the compiler's version and target to the program, for its `compiler` command, and embeds
//! the network.

use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

/// The network to embed, unless the environment variable `EVALFILE` names another.
const DEFAULT_NETWORK: &str = "../../nets/default.qnn";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    name_compiler();
    embed_network();
}

fn name_compiler() {
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

/// Writes the source that embeds the network. A bad file fails the build, not the program.
fn embed_network() {
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let wanted = env::var_os("EVALFILE").filter(|path| !path.is_empty());
    let path = root.join(
        wanted
            .as_ref()
            .map_or(DEFAULT_NETWORK.into(), PathBuf::from),
    );
    println!("cargo::rerun-if-changed={}", path.display());
    let source = if wanted.is_some() || path.exists() {
        nnue::load_file(&path)
            .unwrap_or_else(|error| panic!("cannot use the network {}: {error}", path.display()));
        let path = path.canonicalize().expect("it was just read");
        format!("Some(include_bytes!({path:?}))")
    } else {
        "None".to_owned()
    };
    let output = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let source = format!("const EMBEDDED: Option<&[u8]> = {source};\n");
    fs::write(output.join("embedded.rs"), source).expect("cargo's own folder can be written");
}
