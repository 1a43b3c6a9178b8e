//! Where games and positions come from.

use std::io::BufRead;
use std::path::Path;

use anyhow::{Context, anyhow};
use chess::Chess;
use pgn::PgnError;
use records::{
    EpdPositions, Game, Header, LabeledPosition, PlainTextPositions, Reader, ViriformatReader,
    from_pgn, read_records,
};
use serde_json::Value;
use support::Limits;
use xiangqi::Xiangqi;

use super::Convertible;
use super::format::Format;
use super::import;
use crate::exit::bail_usage;
use crate::files::{open_limited, open_text};

/// What went wrong while reading.
pub enum Problem {
    /// One part could not be read; the others can.
    LeftOut(String),
    /// Nothing more comes.
    Fatal(anyhow::Error),
}

/// Things read one by one.
pub type Stream<T> = Box<dyn Iterator<Item = Result<T, Problem>>>;

/// A file to convert.
pub enum Source<R: Convertible> {
    /// Games with tags and comments, and how they came about.
    Annotated(Stream<pgn::Game<R>>, Box<Header>),
    /// Games, with how they came about.
    Games(Stream<Game<R>>, Box<Header>),
    /// Single positions.
    Positions(Stream<LabeledPosition<R>>),
}

impl<R: Convertible> Source<R> {
    /// The same without tags, variations, and comments other than scores.
    pub fn plain(self) -> Self {
        match self {
            Self::Annotated(games, header) => {
                let games = games.map(|game| game.map(|game| from_pgn(&game)));
                Self::Games(Box::new(games), header)
            }
            other => other,
        }
    }
}

/// Opens a file.
pub fn open<R: Convertible>(path: &Path, format: Format) -> anyhow::Result<Source<R>> {
    Ok(match format {
        Format::Qgames => {
            let reader = Reader::<R>::open(path)?;
            let header = Box::new(reader.header().clone());
            Source::Games(qgames(reader), header)
        }
        Format::Pgn => {
            let games = R::games_of_pgn(path)?;
            Source::Annotated(games, foreign_header::<R>(path, format))
        }
        Format::Text => {
            let positions = PlainTextPositions::<_, R>::new(open_text(path)?);
            Source::Positions(Box::new(positions.map(|read| read.map_err(left_out))))
        }
        Format::Epd => {
            let positions = EpdPositions::<_, R>::new(open_text(path)?).zip(1_u64..);
            Source::Positions(Box::new(positions.map(|(read, number)| match read {
                Ok((labeled, Some(_))) => Ok(labeled),
                Ok(_) => Err(left_out(format!("position {number} has no score (ce)"))),
                Err(reason) => Err(left_out(reason)),
            })))
        }
        _ => R::open(path, format)?,
    })
}

/// The games of a stream of PGN.
pub fn pgn_games<R: Convertible>(stream: impl BufRead + 'static) -> Stream<pgn::Game<R>> {
    let games = pgn::Reader::<R, _>::new(stream);
    Box::new(games.map(|game| game.map_err(pgn_problem)))
}

/// Opens a file of a format that only chess has.
pub fn open_chess(path: &Path, format: Format) -> anyhow::Result<Source<Chess>> {
    Ok(match format {
        Format::Viriformat => {
            let games = ViriformatReader::new(open_limited(path, Limits::BINARY)?);
            let games = games.map(|game| game.map_err(|error| Problem::Fatal(error.into())));
            Source::Games(Box::new(games), foreign_header::<Chess>(path, format))
        }
        Format::Bulletformat => Source::Positions(bulletformat(path)?),
        _ => bail_usage!("{format} holds xiangqi, not chess"),
    })
}

/// Opens a file of a format that only xiangqi has.
pub fn open_xiangqi(path: &Path, format: Format) -> anyhow::Result<Source<Xiangqi>> {
    match format {
        Format::Xqf | Format::Dhtmlxq => {
            let header = foreign_header::<Xiangqi>(path, format);
            Ok(Source::Annotated(import::games(path)?, header))
        }
        _ => bail_usage!("{format} holds chess, not xiangqi"),
    }
}

const fn left_out(what: String) -> Problem {
    Problem::LeftOut(what)
}

/// What is known of games that another format brought.
fn foreign_header<R: Convertible>(path: &Path, format: Format) -> Box<Header> {
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

fn qgames<R: Convertible>(reader: Reader<R>) -> Stream<Game<R>> {
    let torn: Vec<_> = reader.damage().to_vec();
    let torn = torn
        .into_iter()
        .map(|damage| Err(left_out(damage.to_string())));
    let blocks = (0..reader.blocks()).flat_map(move |block| match reader.decode(block) {
        Ok(games) => games.into_iter().map(Ok).collect(),
        Err(damage) => vec![Err(left_out(damage.to_string()))],
    });
    Box::new(torn.chain(blocks))
}

fn pgn_problem(error: PgnError) -> Problem {
    match error {
        PgnError::Broken(game) => left_out(game.to_string()),
        PgnError::Io(error) => Problem::Fatal(error.into()),
    }
}

fn bulletformat(path: &Path) -> anyhow::Result<Stream<LabeledPosition>> {
    let records = read_records(path)
        .with_context(|| format!("{} is not a bulletformat file", path.display()))?;
    let unpacked = records.into_iter().zip(0_u64..).map(|(record, number)| {
        let wrong = |reason: String| Problem::Fatal(anyhow!("record {number}: {reason}"));
        record.unpack::<chess::Chess>().map_err(wrong)
    });
    Ok(Box::new(unpacked))
}
