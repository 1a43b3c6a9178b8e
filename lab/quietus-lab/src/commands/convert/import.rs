//! Games of other xiangqi programs: XQF, DhtmlXQ, and PGN in Chinese encodings.

use std::io::{Cursor, Read};
use std::path::Path;

use anyhow::{Context, bail};
use pgn::Game;
use xiangqi::Xiangqi;
use xiangqi::import::ImportError;

use super::source::{Problem, Stream, pgn_games};
use crate::files::open_pgn;

/// These files are read into memory as a whole.
const MAX_BYTES: u64 = 64 << 20;

/// The games of an XQF or DhtmlXQ file.
pub fn games(path: &Path) -> anyhow::Result<Stream<Game<Xiangqi>>> {
    imported(open_pgn(path)?)
}

/// The games of a PGN file: as a stream, unless it starts in an encoding other than UTF-8.
pub fn games_of_pgn(path: &Path) -> anyhow::Result<Stream<Game<Xiangqi>>> {
    const ENOUGH: u64 = 1 << 16;
    let mut stream = open_pgn(path)?;
    let mut start = Vec::new();
    let read = stream.by_ref().take(ENOUGH).read_to_end(&mut start);
    read.context("cannot read the games")?;
    // A character that the end cuts has no error length.
    let error = std::str::from_utf8(&start).err();
    let is_utf8 = error.is_none_or(|error| error.error_len().is_none());
    let stream = Cursor::new(start).chain(stream);
    match is_utf8 {
        true => Ok(pgn_games(stream)),
        false => imported(stream),
    }
}

fn imported(stream: impl Read) -> anyhow::Result<Stream<Game<Xiangqi>>> {
    let mut bytes = Vec::new();
    let read = stream.take(MAX_BYTES + 1).read_to_end(&mut bytes);
    if read.context("cannot read the games")? as u64 > MAX_BYTES {
        bail!(
            "the file is larger than the limit of {} MiB",
            MAX_BYTES >> 20
        );
    }
    let games = xiangqi::import::read(&bytes);
    let left_out = |error: ImportError| Problem::LeftOut(error.to_string());
    Ok(Box::new(games.map(move |game| game.map_err(left_out))))
}
