//! `.qgames`: many games in one file, small, and safe against being killed.
//!
//! A file is a header, then blocks of whole games, then an index that may be missing. Each block
//! stands for itself: columns of like bytes, compressed with zstd, under a checksum. The parts here
//! go from small to large: numbers as bytes, columns, blocks, files.

mod bits;
mod block;
mod columns;
mod decode;
mod encode;
mod error;
mod header;
mod layout;
mod lock;
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
