//! `.qgames`: a compact, crash-safe file format for games.
//!
//! A file is a header, then blocks of games, then an index that may be missing. Blocks are
//! independent: columns of similar bytes, compressed with zstd, with a checksum. The modules from
//! small to large: numbers, columns, blocks, files.

mod bits;
mod block;
mod columns;
mod decode;
mod encode;
mod error;
mod header;
mod layout;
mod reader;
mod scores;
mod varint;
mod writer;

pub use block::BlockHeader;
pub use decode::{GameHead, Step, Visitor};
pub use encode::IllegalMove;
pub use error::{Damage, Error};
pub use header::Header;
pub use reader::{Reader, Totals};
pub use writer::{Summary, Writer};
