//! Opening books in Polyglot format (`.bin`), which most chess programs read, and the same for
//! other games.
//!
//! A book is a sorted list of entries of 16 bytes, big-endian: key of the position, move, weight and
//! a number for learning. [`Book`] reads one and chooses moves, [`Builder`] makes one of games.

#![forbid(unsafe_code)]

mod book;
mod builder;
mod entry;

pub use book::{Book, BookError, BookMove, Variety};
pub use builder::Builder;
pub use entry::Entry;
