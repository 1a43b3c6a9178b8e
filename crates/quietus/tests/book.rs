//! `OwnBook`: moves from a book in games, and only there.

mod support;

use chess::Chess;
use game::{Codes, GameResult};
use polyglot::Builder;
use support::Engine;
use xiangqi::Xiangqi;

/// A book with one line, in a file that is removed at the end.
struct BookFile(std::path::PathBuf);

impl BookFile {
    fn new<R: Codes>(name: &str, line: &str) -> Self {
        let mut position = R::start();
        let line = line.split(' ').map(|text| {
            let mv = R::parse_move(&position, text).expect("legal");
            R::play(&mut position, mv);
            (mv, None)
        });
        let mut builder = Builder::<R>::new(9);
        builder.add(&R::start(), line, GameResult::Draw);
        let path = std::env::temp_dir().join(format!("quietus-{}-{name}.bin", std::process::id()));
        std::fs::write(&path, builder.by_results().bytes()).expect("written");
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
    let book = BookFile::new::<Chess>("game", "a2a3 h7h6");
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
    let book = BookFile::new::<Chess>("damaged", "a2a3");
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

/// Whether the answer came from the book: without a search.
fn is_book_move(said: &[String]) -> bool {
    said.len() == 2 && said[0].contains(" nodes 0 ")
}

#[test]
fn a_weak_level_leaves_the_book_early() {
    let line = "a2a3 h7h6 a3a4 h6h5 a4a5";
    let book = BookFile::new::<Chess>("level", line);
    let mut engine = Engine::start();
    engine.send(&format!(
        "setoption name BookFile value {}\nsetoption name OwnBook value true",
        book.0.display()
    ));
    let third = "position startpos moves a2a3 h7h6 a3a4\ngo depth 3";
    let fourth = "position startpos moves a2a3 h7h6 a3a4 h6h5\ngo depth 3";
    assert!(is_book_move(&answer(&mut engine, fourth)));
    engine.send("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 600");
    assert!(is_book_move(&answer(&mut engine, third)));
    assert!(!is_book_move(&answer(&mut engine, fourth)));
}

#[test]
fn xiangqi_is_played_from_its_own_books() {
    let book = BookFile::new::<Xiangqi>("xiangqi", "a3a4 i6i5");
    let mut engine = Engine::start();
    engine.send(&format!(
        "setoption name UCI_Variant value xiangqi\nsetoption name BookFile value {}\n\
         setoption name OwnBook value true",
        book.0.display()
    ));
    for (position, mv) in [("startpos", "a3a4"), ("startpos moves a3a4", "i6i5")] {
        let said = answer(&mut engine, &format!("position {position}\ngo depth 3"));
        assert!(is_book_move(&said), "{said:?}");
        assert_eq!(said[1], format!("bestmove {mv}"));
    }
}
