//! Embeds the networks, with their hashes.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use nnue::Features;
use nnue::features::{chess, makruk, xiangqi};
use sha2::{Digest, Sha256};

/// The folder of the networks to embed.
const NETWORKS: &str = "../../nets";

/// Writes the source that embeds the networks: one of each game, from the file that the environment
/// variable names, else from the folder. A bad file fails the build, not the program.
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let source = [
        constant::<chess::FeatureSet>("CHESS", "default.qnn", "EVALFILE"),
        constant::<xiangqi::FeatureSet>("XIANGQI", "xiangqi.qnn", "EVALFILE_XIANGQI"),
        constant::<makruk::FeatureSet>("MAKRUK", "makruk.qnn", "EVALFILE_MAKRUK"),
    ]
    .concat();
    let output = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    fs::write(output.join("embedded.rs"), source).expect("cargo's own folder can be written");
}

/// The declaration of a game's embedded network.
fn constant<F: Features>(name: &str, default: &str, variable: &str) -> String {
    println!("cargo::rerun-if-env-changed={variable}");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let wanted = env::var_os(variable).filter(|path| !path.is_empty());
    let file = Path::new(NETWORKS).join(default);
    let path = root.join(wanted.as_deref().unwrap_or(file.as_ref()));
    println!("cargo::rerun-if-changed={}", path.display());
    let mut source = format!("pub const {name}: Option<super::NetworkFile> = ");
    if wanted.is_some() || path.exists() {
        nnue::load_file::<F>(&path)
            .unwrap_or_else(|error| panic!("cannot use the network {}: {error}", path.display()));
        let path = path.canonicalize().expect("it was just read");
        let hash = Sha256::digest(fs::read(&path).expect("it was just read"));
        let _ = writeln!(
            source,
            "Some(super::NetworkFile {{ bytes: include_bytes!({path:?}), sha256: \"{hash:x}\" }});"
        );
    } else {
        source.push_str("None;\n");
    }
    source
}
