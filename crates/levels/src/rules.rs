//! What a game must provide for levels beyond its rules.

use std::sync::OnceLock;

use chess::{Chess, Color};
use evaluation::Evaluated;
use polyglot::{Book, BookRules};
use xiangqi::Xiangqi;

use crate::Policy;

/// A game that is played at levels.
pub trait LevelRules: BookRules + Evaluated {
    /// Which moves are natural.
    fn policy() -> Policy<Self>;

    /// The opening repertoire.
    fn repertoire() -> &'static Book<Self>;

    /// Whether the last move captured something.
    fn was_capture(position: &Self::Position) -> bool;

    /// The number of pieces on the board.
    fn men(position: &Self::Position) -> u32;

    /// Whether the ending is won by a plan that every player of some experience knows.
    fn is_known_win(position: &Self::Position) -> bool;
}

impl LevelRules for Chess {
    fn policy() -> Policy<Self> {
        Policy::new(include_bytes!("policy/chess.bin"))
    }

    fn repertoire() -> &'static Book<Self> {
        static BOOK: OnceLock<Book<Chess>> = OnceLock::new();
        BOOK.get_or_init(|| embedded_book(include_bytes!("repertoire/chess.bin")))
    }

    fn was_capture(position: &chess::Position) -> bool {
        position.captured().is_some()
    }

    fn men(position: &chess::Position) -> u32 {
        position.occupied().count()
    }

    fn is_known_win(position: &chess::Position) -> bool {
        let is_lone = |color| !position.color(color).several();
        (is_lone(Color::White) || is_lone(Color::Black)) && !position.is_insufficient_material()
    }
}

/// No ending counts as known.
impl LevelRules for Xiangqi {
    fn policy() -> Policy<Self> {
        Policy::new(include_bytes!("policy/xiangqi.bin"))
    }

    fn repertoire() -> &'static Book<Self> {
        static BOOK: OnceLock<Book<Xiangqi>> = OnceLock::new();
        BOOK.get_or_init(|| embedded_book(include_bytes!("repertoire/xiangqi.bin")))
    }

    fn was_capture(position: &xiangqi::Position) -> bool {
        position.captured().is_some()
    }

    fn men(position: &xiangqi::Position) -> u32 {
        position.occupied().count()
    }

    fn is_known_win(_: &xiangqi::Position) -> bool {
        false
    }
}

fn embedded_book<G: BookRules>(bytes: &[u8]) -> Book<G> {
    Book::parse(bytes.to_vec()).expect("embedded books are whole and sorted")
}
