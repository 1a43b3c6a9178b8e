//! Where games and positions come from.

use std::io::{BufRead, Cursor, Read};
use std::path::Path;

use game::{Codes, Notation};
use pgn::{Import, Importer, PgnError};
use serde_json::Value;
use support::{Limits, open_text};

use super::{ConvertError, Format, Mismatch, chess};
use crate::{EpdPositions, Game, Header, LabeledPosition, PlainTextPositions, Reader, from_pgn};

/// What went wrong while reading.
#[derive(Debug)]
pub enum Problem {
    /// One part could not be read; the others can.
    Skipped(String),
    /// Nothing more comes.
    Fatal(ConvertError),
}

/// Things read one by one.
pub type Stream<T> = Box<dyn Iterator<Item = Result<T, Problem>>>;

/// A file to convert.
pub enum Source<R: Codes> {
    /// Games with tags and comments, and how they came about.
    Annotated(Stream<pgn::Game<R>>, Box<Header>),
    /// Games, with how they came about.
    Games(Stream<Game<R>>, Box<Header>),
    /// Single positions.
    Positions(Stream<LabeledPosition<R>>),
}

impl<R: Codes + Import> Source<R> {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read, or the format is of another game.
    pub(super) fn open(path: &Path, format: Format) -> Result<Self, ConvertError> {
        let text = || open_text(path, Limits::STREAM).map_err(ConvertError::read(path));
        Ok(match format {
            Format::Qgames => {
                let reader = Reader::<R>::open(path)?;
                let header = Box::new(reader.header().clone());
                Self::Games(qgames(reader), header)
            }
            Format::Pgn => Self::Annotated(pgn_games(path)?, foreign_header::<R>(path, format)),
            Format::Text => {
                let positions = PlainTextPositions::<_, R>::new(text()?);
                let positions = positions.map(|read| read.map_err(Problem::Skipped));
                Self::Positions(Box::new(positions))
            }
            Format::Epd => {
                let positions = EpdPositions::<_, R>::new(text()?).zip(1_u64..);
                Self::Positions(Box::new(positions.map(|(read, number)| match read {
                    Ok((labeled, Some(_))) => Ok(labeled),
                    Ok(_) => Err(Problem::Skipped(format!(
                        "position {number} has no score (ce)"
                    ))),
                    Err(reason) => Err(Problem::Skipped(reason)),
                })))
            }
            Format::Viriformat | Format::Bulletformat => chess::open(path, format)?,
            Format::Xqf | Format::Dhtmlxq => {
                let import = R::IMPORT.ok_or(Mismatch::OtherGame(format, R::NAME))?;
                let games = imported(open_games(path)?, import)?;
                Self::Annotated(games, foreign_header::<R>(path, format))
            }
        })
    }

    /// The same without tags, variations, and comments other than scores.
    #[must_use]
    pub(super) fn plain(self) -> Self {
        match self {
            Self::Annotated(games, header) => {
                let games = games.map(|game| game.map(|game| from_pgn(&game)));
                Self::Games(Box::new(games), header)
            }
            other => other,
        }
    }
}

/// Opens a file whose reader bounds the length of each game.
pub(super) fn open_games(path: &Path) -> Result<Box<dyn BufRead>, ConvertError> {
    open_text(path, Limits::BINARY).map_err(ConvertError::read(path))
}

/// The games of a PGN file: as a stream, unless it starts in an encoding that programs of the game have.
fn pgn_games<R: Import>(path: &Path) -> Result<Stream<pgn::Game<R>>, ConvertError> {
    const ENOUGH: u64 = 1 << 16;
    let mut stream = open_games(path)?;
    let Some(import) = R::IMPORT else {
        return Ok(stream_of_pgn(stream));
    };
    let mut start = Vec::new();
    let read = stream.by_ref().take(ENOUGH).read_to_end(&mut start);
    read.map_err(ConvertError::Games)?;
    // A character that the end cuts has no error length.
    let error = std::str::from_utf8(&start).err();
    let is_utf8 = error.is_none_or(|error| error.error_len().is_none());
    let stream = Cursor::new(start).chain(stream);
    match is_utf8 {
        true => Ok(stream_of_pgn(stream)),
        false => imported(stream, import),
    }
}

fn stream_of_pgn<R: Notation>(stream: impl BufRead + 'static) -> Stream<pgn::Game<R>> {
    let games = pgn::Reader::<R, _>::new(stream);
    Box::new(games.map(|game| {
        game.map_err(|error| match error {
            PgnError::Broken(game) => Problem::Skipped(game.to_string()),
            PgnError::Io(error) => Problem::Fatal(ConvertError::Games(error)),
        })
    }))
}

/// The games of a file that is read into memory as a whole.
fn imported<R: Notation>(
    stream: impl Read,
    import: Importer<R>,
) -> Result<Stream<pgn::Game<R>>, ConvertError> {
    const MAX_BYTES: u64 = 64 << 20;
    let mut bytes = Vec::new();
    let read = stream.take(MAX_BYTES + 1).read_to_end(&mut bytes);
    if read.map_err(ConvertError::Games)? as u64 > MAX_BYTES {
        return Err(ConvertError::TooLarge(MAX_BYTES >> 20));
    }
    Ok(Box::new(
        import(&bytes).map(|game| game.map_err(Problem::Skipped)),
    ))
}

/// What is known of games that another format brought.
pub(super) fn foreign_header<R: Codes>(path: &Path, format: Format) -> Box<Header> {
    let mut header = Header::of::<R>();
    let mut note = |name: &str, text: String| {
        header.other.insert(name.to_owned(), Value::String(text));
    };
    note("converted_from", format.to_string());
    if let Some(name) = path.file_name() {
        note("source", name.to_string_lossy().into_owned());
    }
    Box::new(header)
}

fn qgames<R: Codes>(reader: Reader<R>) -> Stream<Game<R>> {
    let torn: Vec<_> = reader.damage().to_vec();
    let torn = torn
        .into_iter()
        .map(|damage| Err(Problem::Skipped(damage.to_string())));
    let blocks = (0..reader.blocks()).flat_map(move |block| match reader.decode(block) {
        Ok(games) => games.into_iter().map(Ok).collect(),
        Err(damage) => vec![Err(Problem::Skipped(damage.to_string()))],
    });
    Box::new(torn.chain(blocks))
}
