//! What the layout of the source promises.

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every other program is a fixture, which a build without `--features fixtures` leaves out.
#[test]
fn users_build_two_programs() {
    let mut programs = Vec::new();
    for folder in ["crates", "lab"] {
        for entry in fs::read_dir(root().join(folder)).expect("a folder") {
            let manifest = entry.expect("readable").path().join("Cargo.toml");
            let Ok(text) = fs::read_to_string(&manifest) else {
                continue;
            };
            let package: toml::Table = text.parse().expect("a manifest");
            let bins = package.get("bin").and_then(toml::Value::as_array);
            for bin in bins.into_iter().flatten() {
                if bin.get("required-features").is_none() {
                    let name = bin["name"].as_str().expect("a name");
                    programs.push(name.to_owned());
                }
            }
            let package = manifest.parent().expect("a folder");
            let implied = ["src/main.rs", "src/bin"].map(|path| package.join(path));
            let is_implied = implied.iter().any(|path| path.exists());
            assert!(!is_implied || bins.is_some(), "{}", package.display());
        }
    }
    programs.sort();
    assert_eq!(programs, ["quietus", "quietus-lab"]);
}
