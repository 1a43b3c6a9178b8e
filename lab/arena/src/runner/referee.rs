//! Plays the games of a match, whatever the game is: the one place where its type is forgotten.

use std::sync::Arc;

use game::{EndgameTables, Facts};
use games::for_game;
use tablebase::{NoTables, endgame_tables};

use super::game::{GameSetup, play};
use super::pgn::{Heading, pgn};
use super::{Ending, GameSummary, MatchError, Settings};
use crate::BookError;
use crate::book::Book;

/// The openings and rules of a match.
pub(super) trait Referee: Send + Sync {
    /// The number of openings; `None` if unlimited.
    fn openings(&self) -> Option<usize>;

    /// A hash of the book's contents.
    fn fingerprint(&self) -> u64;

    /// The position after opening number `index`.
    ///
    /// # Errors
    /// If the opening is not legal, or the game is over after it.
    fn opening_fen(&self, index: u64) -> Result<String, BookError>;

    /// Plays a game from opening number `index`, and writes it where a heading is given.
    ///
    /// # Errors
    /// If the opening is not legal, or the game is over after it.
    fn play(
        &self,
        index: u64,
        setup: GameSetup<'_>,
        heading: Option<&Heading<'_>>,
    ) -> Result<FinishedGame, BookError>;
}

/// A finished game without its moves.
pub(super) struct FinishedGame {
    pub(super) ending: Ending,
    pub(super) summary: GameSummary,
    /// The final position.
    pub(super) end: String,
    /// The game as PGN; empty without a heading.
    pub(super) pgn: String,
}

/// Opens the openings and tablebases that the settings name.
pub(super) fn referee(settings: &Settings) -> Result<Box<dyn Referee>, MatchError> {
    for_game!(settings.game, G => boxed::<G>(settings))
}

fn boxed<R: Facts>(settings: &Settings) -> Result<Box<dyn Referee>, MatchError> {
    Ok(Box::new(RefereeOf::<R> {
        book: Book::open(&settings.openings, settings.rule_set()?)?,
        tables: settings.syzygy.as_deref().map(open_tables).transpose()?,
    }))
}

fn open_tables<R: Facts>(path: &str) -> Result<Arc<dyn EndgameTables<R>>, NoTables> {
    endgame_tables(path, |line| support::warn(&format!("warning: {line}")))
}

struct RefereeOf<R: Facts> {
    book: Book<R>,
    tables: Option<Arc<dyn EndgameTables<R>>>,
}

impl<R: Facts> Referee for RefereeOf<R> {
    fn openings(&self) -> Option<usize> {
        self.book.len()
    }

    fn fingerprint(&self) -> u64 {
        self.book.fingerprint()
    }

    fn opening_fen(&self, index: u64) -> Result<String, BookError> {
        Ok(R::fen(&self.book.opening(index)?.position()))
    }

    fn play(
        &self,
        index: u64,
        setup: GameSetup<'_>,
        heading: Option<&Heading<'_>>,
    ) -> Result<FinishedGame, BookError> {
        let opening = self.book.opening(index)?;
        let record = play(setup, self.tables.as_deref(), &opening);
        let pgn = heading.map(|heading| pgn(heading, &opening, &record));
        Ok(FinishedGame {
            summary: GameSummary::of(&record),
            end: R::fen(&record.end),
            pgn: pgn.unwrap_or_default(),
            ending: record.ending,
        })
    }
}
