//! What the layout of the source promises.

use std::fs;
use std::path::{Path, PathBuf};

/// The root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every other program is a fixture, which a build without `--features fixtures` leaves out.
#[test]
fn users_build_three_programs() {
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
    assert_eq!(programs, ["quietus", "quietus-bot", "quietus-lab"]);
}

/// What two commands need is beside them, or in a library.
#[test]
fn no_command_imports_another() {
    let commands = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/commands");
    let files = files_in(&commands);
    assert!(files.len() > 20, "{files:?}");
    for path in files {
        let inside = path.strip_prefix(&commands).expect("a command's file");
        let depth = inside.components().count();
        let text = fs::read_to_string(&path).expect("readable");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        assert!(!code.contains("crate::commands"), "{}", inside.display());
        // From the file of a command, `super` is the list of all commands.
        let up = "super::".repeat(depth);
        for line in code.lines().filter(|line| !line.trim().starts_with("//")) {
            assert!(!line.contains(&up), "{}: {line}", inside.display());
        }
    }
}

/// The Rust files of a folder and those below it.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            files.extend(files_in(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push(path);
        }
    }
    files
}
