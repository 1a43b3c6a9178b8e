//! Embeds the network.

use std::path::PathBuf;
use std::{env, fs};

/// The network to embed, unless the environment variable `EVALFILE` names another.
const DEFAULT_NETWORK: &str = "../../nets/default.qnn";

/// Writes the source that embeds the network. A bad file fails the build, not the program.
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let wanted = env::var_os("EVALFILE").filter(|path| !path.is_empty());
    let path = root.join(wanted.as_deref().unwrap_or(DEFAULT_NETWORK.as_ref()));
    println!("cargo::rerun-if-changed={}", path.display());
    let source = if wanted.is_some() || path.exists() {
        nnue::load_file::<nnue::FeatureSet>(&path)
            .unwrap_or_else(|error| panic!("cannot use the network {}: {error}", path.display()));
        let path = path.canonicalize().expect("it was just read");
        format!("Some(include_bytes!({path:?}))")
    } else {
        "None".to_owned()
    };
    let output = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(output.join("embedded.rs"), source).expect("cargo's own folder can be written");
}
