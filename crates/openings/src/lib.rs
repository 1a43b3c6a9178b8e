//! Where games by chance begin: random moves from the start position, from Chess960 starts or from
//! the positions or games of a book.
//!
//! Everything is drawn by a seeded generator, so that the same seed gives the same openings on
//! every machine. Nothing is searched here: whoever wants balanced openings looks at them.

#![forbid(unsafe_code)]

mod book;
pub mod chess960;
mod draw;
mod random_move;

pub use book::{Book, BookError};
pub use draw::{Opening, OpeningError, Openings};
pub use random_move::random_move;

/// So many moves of a book's games are played if nobody says otherwise: eight by each side.
pub const BOOK_PLIES: usize = 16;
