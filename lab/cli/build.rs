//! Hands the commit to the program, for the cards of the networks that it trains, and the network
//! that the engine has built in, for self-play.

use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

/// The network that is built in unless the variable `EVALFILE` names another, as in the engine.
const DEFAULT_NETWORK: &str = "../../nets/default.qnn";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Grows with every commit, in worktrees, too.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    let commit = git(&["rev-parse", "--short=12", "HEAD"]).unwrap_or_default();
    println!("cargo::rustc-env=QUIETUS_COMMIT={commit}");
    embed_network();
}

/// Writes the source that holds the network.
fn embed_network() {
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let wanted = env::var_os("EVALFILE").filter(|path| !path.is_empty());
    let path = root.join(wanted.as_deref().unwrap_or(DEFAULT_NETWORK.as_ref()));
    println!("cargo::rerun-if-changed={}", path.display());
    let source = if wanted.is_some() || path.exists() {
        format!("Some(include_bytes!({path:?}))")
    } else {
        "None".to_owned()
    };
    let output = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    let source = format!("const EMBEDDED: Option<&[u8]> = {source};\n");
    fs::write(output.join("embedded.rs"), source).expect("cargo's own folder can be written");
}

/// What git answers, if it does.
fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}
