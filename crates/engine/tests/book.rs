//! `OwnBook`: moves from a Polyglot book in games, and only there.

mod support;

use chess::Position;
use game::GameResult;
use polyglot::Builder;
use support::Engine;

/// A book with the one line 1. a3 h6, in a file that is removed at the end.
struct BookFile(std::path::PathBuf);

impl BookFile {
    fn new(name: &str) -> Self {
        let mut position = Position::start();
        let line = ["a2a3", "h7h6"].map(|text| {
            let mv = position.parse_uci(text).expect("legal");
            position.play(mv);
            mv
        });
        let mut builder = Builder::default();
        builder.add(&Position::start(), line, GameResult::Draw, 9);
        let path = std::env::temp_dir().join(format!("quietus-{}-{name}.bin", std::process::id()));
        std::fs::write(&path, builder.finish(1).bytes()).expect("written");
        Self(path)
    }
}

impl Drop for BookFile {
    fn drop(&mut self) {
        std::fs::remove_file(&self.0).ok();
    }
}

fn answer(engine: &mut Engine, commands: &str) -> Vec<String> {
    engine.send(commands);
    engine.until(|line| line.starts_with("bestmove "))
}

#[test]
fn games_follow_the_book_and_analysis_does_not() {
    let book = BookFile::new("game");
    let mut engine = Engine::start();
    engine.send(&format!(
        "setoption name BookFile value {}",
        book.0.display()
    ));
    let off = answer(&mut engine, "go depth 3");
    assert_ne!(off.last().map(String::as_str), Some("bestmove a2a3"));
    engine.send("setoption name OwnBook value true");
    for (position, mv) in [("startpos", "a2a3"), ("startpos moves a2a3", "h7h6")] {
        let said = answer(&mut engine, &format!("position {position}\ngo depth 3"));
        assert_eq!(said.len(), 2, "{said:?}");
        assert!(said[0].contains(" score cp "), "{said:?}");
        assert_eq!(said[1], format!("bestmove {mv}"));
    }
    for search in [
        "setoption name BookDepth value 1\nposition startpos moves g1f3 g8f6\ngo depth 3",
        "position startpos\ngo depth 3 searchmoves e2e4 d2d4",
        "setoption name UCI_AnalyseMode value true\ngo depth 3",
    ] {
        let said = answer(&mut engine, search);
        assert_ne!(
            said.last().map(String::as_str),
            Some("bestmove a2a3"),
            "{search}"
        );
    }
}

#[test]
fn a_damaged_book_is_reported_and_not_used() {
    let book = BookFile::new("damaged");
    std::fs::write(&book.0, [1; 17]).expect("written");
    let mut engine = Engine::start();
    engine.send(&format!(
        "setoption name BookFile value {}",
        book.0.display()
    ));
    let said = engine.ready();
    assert!(
        said.len() == 1 && said[0].contains("cannot use the book"),
        "{said:?}"
    );
    engine.send("setoption name OwnBook value true");
    assert!(answer(&mut engine, "go depth 3").len() > 2);
}
