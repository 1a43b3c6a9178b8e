//! A game is one place: its crate, its row in `games`, its evaluation, and the adapters of engine,
//! terminal, page and lab. No other file names a game but chess, so that another game needs no change there.

use std::fs;
use std::path::{Path, PathBuf};

/// A game, and the files and folders that may name it.
const PLACES: [(&str, &[&str]); 2] = [("xiangqi", XIANGQI), ("makruk", MAKRUK)];

const MAKRUK: &[&str] = &[
    // The game, and the list of games.
    "crates/makruk/",
    "crates/games/",
    // Its evaluation: handcrafted, the embedded network, and the feature set of networks.
    "crates/evaluation/build.rs",
    "crates/evaluation/src/evaluated.rs",
    "crates/evaluation/src/lib.rs",
    "crates/evaluation/src/makruk.rs",
    "crates/evaluation/src/makruk/",
    "crates/nnue/src/features.rs",
    "crates/nnue/src/features/pieces.rs",
    "crates/nnue/src/features/makruk.rs",
    "crates/nnue/src/features/makruk/",
    "lab/trainer/src/config.rs",
    "lab/trainer/src/trained.rs",
    // Engine and terminal.
    "crates/quietus/src/about.rs",
    "crates/quietus/src/variant.rs",
    "crates/quietus/src/variant/makruk.rs",
    "crates/play/src/chess.rs",
    "crates/play/src/lib.rs",
    "crates/play/src/makruk.rs",
    // Names and board of the page.
    "crates/web/assets/js/geometry.js",
    // Positions of the conformance checks, and of the checks of networks.
    "lab/net-tools/src/inspected.rs",
    "lab/conformance/src/positions.rs",
    "lab/conformance/src/positions/makruk.rs",
];

const XIANGQI: &[&str] = &[
    // The game, and the list of games.
    "crates/xiangqi/",
    "crates/games/",
    // Its evaluation: handcrafted, the embedded network, and feature sets of networks.
    "crates/evaluation/build.rs",
    "crates/evaluation/src/evaluated.rs",
    "crates/evaluation/src/lib.rs",
    "crates/evaluation/src/xiangqi.rs",
    "crates/evaluation/src/xiangqi/",
    "crates/nnue/src/features.rs",
    "crates/nnue/src/features/pieces.rs",
    "crates/nnue/src/features/xiangqi.rs",
    "crates/nnue/src/features/xiangqi/",
    "lab/trainer/src/",
    // Engine and terminal.
    "crates/quietus/src/about.rs",
    "crates/quietus/src/variant.rs",
    "crates/quietus/src/variant/xiangqi.rs",
    "crates/play/src/chess.rs",
    "crates/play/src/lib.rs",
    "crates/play/src/xiangqi.rs",
    "crates/play/src/xiangqi/",
    // Page and drawings.
    "crates/plot/src/line_board.rs",
    "crates/web/assets/js/",
    // Positions of the conformance checks, and of the checks of networks.
    "lab/net-tools/src/inspected.rs",
    "lab/conformance/src/positions.rs",
    "lab/conformance/src/positions/xiangqi.rs",
    // Books of its programs.
    "lab/obk/src/",
    // Its rules and features on GPUs.
    "lab/gpu/build.rs",
    "lab/gpu/src/game.rs",
    "lab/gpu/src/game/xiangqi.rs",
    // Examples, and help about its formats and rules.
    "lab/quietus-lab/src/commands/book.rs",
    "lab/quietus-lab/src/commands/convert.rs",
    "lab/quietus-lab/src/commands/datagen.rs",
    "lab/quietus-lab/src/commands/first_net.rs",
    "lab/quietus-lab/src/commands/openings.rs",
    "lab/quietus-lab/src/commands/suite.rs",
    "lab/quietus-lab/src/commands/texel.rs",
    "lab/quietus-lab/src/commands/uci_check.rs",
    "lab/quietus-lab/src/match_args/conditions.rs",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The sources under a folder, without tests, benches and examples.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the project") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if !["tests", "benches", "examples", "target"].contains(&&*name) {
                sources(&path, found);
            }
        } else if (name.ends_with(".rs") || name.ends_with(".js")) && !name.ends_with("tests.rs") {
            found.push(path);
        }
    }
}

/// A file without its module of tests.
fn production(text: &str) -> &str {
    text.split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or(text)
}

#[test]
fn no_other_file_names_a_game() {
    let mut files = Vec::new();
    for folder in ["crates", "lab"] {
        sources(&root().join(folder), &mut files);
    }
    assert!(files.len() > 500, "{} files", files.len());
    for path in files {
        let text = fs::read_to_string(&path).expect("a source file");
        let text = production(&text).to_lowercase();
        let name = path.strip_prefix(root()).expect("it is in the project");
        let name = name.to_string_lossy().replace('\\', "/");
        for (game, places) in PLACES {
            let is_allowed = places.iter().any(|place| name.starts_with(place));
            assert!(is_allowed || !text.contains(game), "{name} names {game}");
        }
    }
}

#[test]
fn the_lists_have_no_place_that_is_gone() {
    for place in PLACES.iter().flat_map(|(_, places)| *places) {
        assert!(root().join(place).exists(), "{place}");
    }
}
