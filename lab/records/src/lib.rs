//! Game records and training data.
//!
//! `.qgames` is the lab's own format: [`Writer`] appends games to a crash-safe file, [`Reader`]
//! reads them back block by block, on all cores. Beside it are the 32-byte training [`Record`] with
//! the [`Filters`] that choose positions, and the formats of other programs: viriformat,
//! bulletformat, PGN, EPD and plain text; [`convert`] makes one of the other. A [`Store`] keeps files of
//! games.
//! `docs/reference/game-records.md` describes the format for other programs.

#![forbid(unsafe_code)]

pub mod convert;
mod epd;
mod expand;
mod filters;
mod game;
mod order;
mod pgn;
mod plain_text;
mod qgames;
mod record;
mod shuffle;
mod store;
mod td_lambda;
mod viriformat;

pub use chess::GameResult;
pub use epd::{EpdPositions, epd_line};
pub use expand::{Expansion, Tally, expand, for_each_block};
pub use filters::{Dropped, Filters, HoldOut, Part, ResultModel};
pub use game::{Game, Ply, Sibling, Start};
pub use order::{index_of, move_at};
pub use pgn::{NotInPgn, from_pgn, to_pgn};
pub use plain_text::{PlainTextPositions, plain_text_line};
pub use qgames::{
    BlockHeader, Damage, Error, GameHead, Header, IllegalMove, Reader, Step, Summary, Totals,
    Visitor, Writer,
};
pub use record::{LabeledPosition, Record, read_records, read_records_of};
pub use store::{Added, Chunk, Manifest, Store, StoreError};
pub use viriformat::{NotInViriformat, ViriformatError, ViriformatReader, write_viriformat};
