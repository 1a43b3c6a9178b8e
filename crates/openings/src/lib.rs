//! Random openings: random moves from the start position, from Chess960 (FRC, DFRC) starts, or from
//! the positions or games of a book.
//!
//! Everything is drawn by a seeded generator, so that the same seed gives the same openings on
//! every machine. Nothing is searched here: callers reject unbalanced openings themselves.

#![forbid(unsafe_code)]

mod book;
mod draw;
mod random_move;

pub use book::{Book, BookError, has_games};
pub use draw::{Opening, OpeningError, Openings};
pub use random_move::random_move;

/// The default number of plies played of a book's games.
pub const BOOK_PLIES: usize = 16;
