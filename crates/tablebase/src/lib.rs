#![doc = include_str!("../README.md")]
//! ## Inside
//!
//! Layers, from the file up: `file` (in memory or mapped), `bytes` (reads), `pairs` (compressed
//! values), `layout` and `squares` (position to index), `table` (one file), `directory` (all files),
//! `probe` (what the stored values leave out: captures and en passant), `root` (ranking of moves).
//! [`generate`] makes small tables, to check all that.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod adjudication;
mod bytes;
mod directory;
mod file;
pub mod generate;
mod layout;
mod material;
mod pairs;
mod probe;
mod root;
mod squares;
mod table;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod value;

pub use adjudication::{NoTables, endgame_tables};
pub use directory::{MAX_MEN, Tablebases};
pub use root::{RankedMove, RankedMoves};
pub use value::{Dtz, Wdl};
