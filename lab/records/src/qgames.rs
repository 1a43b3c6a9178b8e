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

use std::io::{self, Read, Seek, SeekFrom};

pub use block::BlockHeader;
pub use decode::{GameHead, Step, Visitor};
pub use encode::IllegalMove;
pub use error::{Damage, Error};
pub use header::Header;
pub use reader::{Reader, Totals};
pub use writer::{Summary, Writer};

/// Reads bytes at an offset; fewer if the file ends before.
fn read_at(file: &mut (impl Read + Seek), offset: u64, count: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(offset))?;
    file.take(count as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}
