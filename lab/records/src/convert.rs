//! Games and positions from one format to another.
//!
//! A [`Job`] converts a file. [`games_of_file`] reads the games of a file of any format.

mod chess;
mod error;
mod format;
mod report;
mod sink;
mod source;

use std::fs;
use std::path::Path;

use game::{Codes, Rng};
use pgn::Import;

use crate::{Filters, Game, Record, expand};
use report::Counter;
use sink::{GameSink, PositionSink};

pub use error::{ConvertError, Mismatch};
pub use format::Format;
pub use report::Report;
pub use source::{Problem, Source, Stream};

/// The games of a file whose extension tells the format; of any other file as PGN.
///
/// # Errors
/// If it cannot be read, or holds no games of this kind.
pub fn games_of_file<R: Codes + Import>(path: &Path) -> Result<Stream<Game<R>>, ConvertError> {
    let format = Format::of_name(path).unwrap_or(Format::Pgn);
    match Source::<R>::open(path, format)?.plain() {
        Source::Games(games, _) => Ok(games),
        Source::Annotated(..) | Source::Positions(_) => {
            let path = path.to_owned();
            Err(Mismatch::NoGames { path, format }.into())
        }
    }
}

/// The conversion of a file.
pub struct Job<'a> {
    /// The file.
    pub input: &'a Path,
    /// Its format.
    pub from: Format,
    /// The file to write.
    pub output: &'a Path,
    /// Its format.
    pub to: Format,
    /// Which positions of games are taken.
    pub filters: &'a Filters,
    /// The seed of a shuffle of all positions, from `.qgames` to bulletformat.
    pub shuffle: Option<u64>,
    /// Whether to drop what the target cannot hold, rather than to stop there.
    pub lossy: bool,
    /// Is told of everything that cannot be read.
    pub skipped: &'a dyn Fn(&str),
}

impl Job<'_> {
    /// Converts the file.
    ///
    /// # Errors
    /// If formats, filters and the game do not go together, if the input cannot be read or the output
    /// written, or if nothing is left to write.
    pub fn run<R: Codes + Import>(&self) -> Result<Report, ConvertError> {
        self.check()?;
        let mut counter = Counter::new(self);
        match self.shuffle {
            Some(seed) => self.expand::<R>(seed, &mut counter)?,
            None => self.copy::<R>(&mut counter)?,
        }
        counter.finish()
    }

    fn check(&self) -> Result<(), Mismatch> {
        self.from.check_target(self.to)?;
        let is_expansion = (self.from, self.to) == (Format::Qgames, Format::Bulletformat);
        if self.shuffle.is_some() && !is_expansion {
            return Err(Mismatch::Shuffle);
        }
        if *self.filters == Filters::KEEP_ALL {
            Ok(())
        } else if self.to.holds_games() {
            Err(Mismatch::FilteredGames(self.to))
        } else if !self.from.holds_games() {
            Err(Mismatch::FilteredPositions(self.from))
        } else {
            Ok(())
        }
    }

    /// One by one, in their order.
    fn copy<R: Codes + Import>(&self, counter: &mut Counter) -> Result<(), ConvertError> {
        let mut source = Source::<R>::open(self.input, self.from)?;
        if self.to != Format::Pgn {
            source = source.plain();
        }
        match source {
            Source::Annotated(games, _) => {
                let mut stream = sink::create(self.output)?;
                for game in games {
                    if let Some(game) = counter.receive(game)? {
                        sink::write_pgn(&game, &mut stream)?;
                        counter.settle(Ok(()))?;
                    }
                }
                sink::complete(stream)
            }
            Source::Games(games, header) if self.to.holds_games() => {
                let mut sink = GameSink::<R>::create(self.output, self.to, &header)?;
                for game in games {
                    if let Some(game) = counter.receive(game)? {
                        counter.put_game(game, &mut sink)?;
                    }
                }
                sink.finish()
            }
            Source::Games(games, _) => {
                let mut sink = PositionSink::create(self.output, self.to)?;
                let mut rng = Rng::new(0);
                for game in games {
                    if let Some(game) = counter.receive(game)? {
                        counter.put_positions_of(&game, &mut rng, &mut sink)?;
                    }
                }
                sink.finish()
            }
            Source::Positions(positions) => {
                let mut sink = PositionSink::create(self.output, self.to)?;
                for position in positions {
                    if let Some(position) = counter.receive(position)? {
                        let written = sink.put(&position)?;
                        counter.settle(written)?;
                    }
                }
                sink.finish()
            }
        }
    }

    /// The fast path to a shuffled training set, on all cores.
    fn expand<R: Codes>(&self, seed: u64, counter: &mut Counter) -> Result<(), ConvertError> {
        let expansion = expand::<R>(&[self.input.to_owned()], self.filters, seed)?;
        counter.add_tally(expansion.tally);
        let bytes = Record::as_bytes(&expansion.records);
        fs::write(self.output, bytes).map_err(ConvertError::Write)
    }
}
