//! Formats that only chess has: viriformat and bulletformat.

use std::any::Any;
use std::io::Write;
use std::path::Path;

use chess::Chess;
use game::Codes;
use pgn::Import;

use super::source::{foreign_header, open_games};
use super::{ConvertError, Format, Mismatch, Problem, Source};
use crate::{Game, NotInViriformat, ViriformatReader, read_records, write_viriformat};

/// Opens a file of such a format.
///
/// # Errors
/// If the game is not chess, or the file cannot be read.
pub fn open<R: Codes + Import>(path: &Path, format: Format) -> Result<Source<R>, ConvertError> {
    let source: Box<dyn Any> = Box::new(match format {
        Format::Viriformat => viriformat(path)?,
        _ => bulletformat(path)?,
    });
    let source = source.downcast().map(|source| *source);
    source.map_err(|_| Mismatch::OtherGame(format, R::NAME).into())
}

fn viriformat(path: &Path) -> Result<Source<Chess>, ConvertError> {
    let games = ViriformatReader::new(open_games(path)?);
    let games = games.map(|game| game.map_err(|error| Problem::Fatal(error.into())));
    let header = foreign_header::<Chess>(path, Format::Viriformat);
    Ok(Source::Games(Box::new(games), header))
}

fn bulletformat(path: &Path) -> Result<Source<Chess>, ConvertError> {
    let records = read_records(path).map_err(|error| ConvertError::Bulletformat {
        path: path.to_owned(),
        error,
    })?;
    let unpacked = records.into_iter().zip(0_u64..).map(|(record, number)| {
        let wrong = |reason| Problem::Fatal(ConvertError::Record { number, reason });
        record.unpack::<Chess>().map_err(wrong)
    });
    Ok(Source::Positions(Box::new(unpacked)))
}

/// Writes a game as viriformat.
///
/// # Errors
/// If it is not of chess, or writing fails.
pub fn write<R: Codes>(
    game: &Game<R>,
    stream: &mut impl Write,
) -> Result<Result<(), NotInViriformat>, ConvertError> {
    match (game as &dyn Any).downcast_ref::<Game<Chess>>() {
        Some(game) => write_viriformat(game, stream).map_err(ConvertError::Write),
        None => Err(Mismatch::OtherGame(Format::Viriformat, R::NAME).into()),
    }
}
