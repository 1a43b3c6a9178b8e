//! An activation is described in its file: code elsewhere asks the description and names none.

use std::fs;
use std::path::{Path, PathBuf};

/// What a new activation touches besides its own file: the list of all, the help of the trainer, and
/// the reference implementation.
const ALLOWED: [&str; 4] = [
    "crates/nnue/src/activation.rs",
    "crates/nnue/src/activation/pairwise.rs",
    "lab/trainer/src/config.rs",
    "tools/oracles/reference_nnue.py",
];

/// Tests, benches and examples may use any activation.
const EXAMPLES: [&str; 4] = ["tests", "tests.rs", "benches", "examples"];

/// The source files of a folder and of those in it.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the repository") {
        let path = entry.expect("a readable folder").path();
        let name = path.file_name().unwrap_or_default();
        let ending = path.extension().unwrap_or_default();
        if EXAMPLES.iter().any(|example| name == *example) {
            continue;
        }
        if path.is_dir() {
            sources(&path, found);
        } else if ["rs", "cu", "py"].iter().any(|code| ending == *code) {
            found.push(path);
        }
    }
}

#[test]
fn no_other_code_names_an_activation() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for folder in ["crates", "lab", "tools"] {
        sources(&root.join(folder), &mut found);
    }
    // Of all names this one means nothing else, and is no default.
    let names_it = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("text");
        text.to_lowercase().contains("pairwise")
    };
    let mut naming: Vec<String> = found
        .into_iter()
        .filter(names_it)
        .map(|path| {
            let path = path.strip_prefix(&root).expect("a file below the root");
            path.to_string_lossy().replace('\\', "/")
        })
        .collect();
    naming.sort_unstable();
    assert_eq!(naming, ALLOWED);
}
