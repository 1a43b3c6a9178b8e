//! Activations and feature sets are described in files of their own: code elsewhere asks the description
//! and names none. The walks of `docs/reference/architecture.md` are these lists.

use std::fs;
use std::path::{Path, PathBuf};

/// What a new activation touches besides its own file: the list of all, the help of the trainer, and
/// the reference implementation. Of all names this one means nothing else, and is no default.
const ACTIVATION: (&[&str], &[&str]) = (
    &["pairwise", "Pairwise"],
    &[
        "crates/nnue/src/activation.rs",
        "crates/nnue/src/activation/pairwise.rs",
        "lab/trainer/src/config.rs",
        "tools/oracles/reference_nnue.py",
    ],
);

/// The same of a feature set of chess; its name in configurations besides.
const FEATURE_SET: (&[&str], &[&str]) = (
    &["half_kp", "HalfKp"],
    &[
        "crates/nnue/src/features/chess.rs",
        "crates/nnue/src/features/chess/half_kp.rs",
        "lab/trainer/src/config.rs",
        "lab/trainer/src/config/kinds.rs",
        "lab/trainer/src/trained.rs",
        "tools/oracles/reference_nnue.py",
    ],
);

/// Tests, benches, examples and what tests share may use any.
const EXAMPLES: [&str; 5] = ["tests", "tests.rs", "benches", "examples", "fixtures.rs"];

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

/// The source files that have one of these words, in order.
fn naming(words: &[&str]) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut found = Vec::new();
    for folder in ["crates", "lab", "tools"] {
        sources(&root.join(folder), &mut found);
    }
    let names_it = |path: &PathBuf| {
        let text = fs::read_to_string(path).expect("text");
        words.iter().any(|word| text.contains(word))
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
    naming
}

#[test]
fn no_other_code_names_an_activation() {
    let (words, files) = ACTIVATION;
    assert_eq!(naming(words), files);
}

#[test]
fn no_other_code_names_a_feature_set() {
    let (words, files) = FEATURE_SET;
    assert_eq!(naming(words), files);
}
