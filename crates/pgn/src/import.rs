//! Formats of games that programs of one game have beside PGN.

use game::Notation;

use crate::Game;

/// Games one by one. A text says what is wrong with one that cannot be read.
pub type Imported<R> = Box<dyn Iterator<Item = Result<Game<R>, String>>>;

/// Reads a whole file.
pub type Importer<R> = fn(&[u8]) -> Imported<R>;

/// A game whose programs may have formats of their own.
pub trait Import: Notation {
    /// Reads whichever of these formats it is, and PGN in encodings other than UTF-8.
    const IMPORT: Option<Importer<Self>> = None;
}
