//! The fuzz targets' checks on every seed of their corpora, as ordinary tests.

use std::fs;
use std::path::Path;

#[path = "../../../fuzz/checks.rs"]
mod checks;
#[path = "../../../fuzz/http_checks.rs"]
mod http_checks;
#[path = "../../../fuzz/session_checks.rs"]
mod session_checks;

/// Runs a check on each file of a corpus; an empty corpus would test nothing.
fn run_corpus(name: &str, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fuzz/corpus")
        .join(name);
    let mut seeds = 0;
    for entry in fs::read_dir(&folder).expect("the corpus is part of the project") {
        let path = entry.expect("a readable folder").path();
        check(&fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())));
        seeds += 1;
    }
    assert!(seeds >= 10, "{name} has only {seeds} seeds");
}

#[test]
fn fen_seeds() {
    run_corpus("fen", checks::fen);
}

#[test]
fn san_seeds() {
    run_corpus("san", checks::san);
}

#[test]
fn pgn_seeds() {
    run_corpus("pgn", checks::pgn);
}

#[test]
fn move_seeds() {
    run_corpus("moves", checks::moves);
}

#[test]
fn net_seeds() {
    run_corpus("net", checks::net);
}

#[test]
fn request_seeds() {
    run_corpus("request", http_checks::request);
}

#[test]
fn conversation_seeds() {
    run_corpus("conversation", http_checks::conversation);
}

#[test]
fn book_seeds() {
    run_corpus("book", checks::book);
}

#[test]
fn session_seeds() {
    run_corpus("session", session_checks::session);
}

#[test]
fn xiangqi_fen_seeds() {
    run_corpus("xiangqi_fen", checks::xiangqi_fen);
}

#[test]
fn xiangqi_move_seeds() {
    run_corpus("xiangqi_moves", checks::xiangqi_moves);
}

#[test]
fn xiangqi_import_seeds() {
    run_corpus("xiangqi_import", checks::xiangqi_import);
}

#[test]
fn ucci_seeds() {
    run_corpus("ucci", checks::ucci);
}
