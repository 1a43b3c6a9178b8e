//! The fuzz target's check on every seed of its corpus, as an ordinary test.

use std::fs;
use std::path::Path;

#[path = "../../../fuzz/obk_checks.rs"]
mod checks;

#[test]
fn seeds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/obk");
    let mut seeds = 0;
    for entry in fs::read_dir(&folder).expect("the corpus is part of the project") {
        let path = entry.expect("a readable folder").path();
        checks::obk(&fs::read(&path).expect("a readable seed"));
        seeds += 1;
    }
    assert!(seeds >= 10, "only {seeds} seeds");
}
