//! PGN and EPD: games and positions as text, for any game that has a [`Notation`].
//!
//! [`Reader`] takes games from a stream one by one and gives each broken one as an error with its
//! reason, so that one bad game costs only itself. [`write`] writes them as the standard asks.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod date;
mod epd;
mod error;
mod import;
mod lexer;
mod parser;
mod reader;
mod writer;

use std::time::Duration;

use game::GameResult;

pub use date::civil_date;
pub use epd::{Epd, EpdError};
pub use error::{BrokenGame, PgnError, Reason};
pub use game::{Notation, plain_name};
pub use import::{Import, Imported, Importer};
pub use parser::{MAX_NODES, MAX_PLIES};
pub use reader::{Counts, Part, Reader};
pub use writer::write;

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game<R: Notation> {
    /// The tags in their order: names and values.
    pub tags: Vec<(String, String)>,
    /// Where the game starts.
    pub start: R::Position,
    /// What was played, and what was said about it.
    pub line: Line<R::Move>,
    /// How it ended.
    pub result: GameResult,
}

/// A sequence of moves: the game's own, or a variation's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
    /// A comment before the first move.
    pub comment: Option<String>,
    /// The moves.
    pub moves: Vec<AnnotatedMove<M>>,
}

impl<M> Default for Line<M> {
    fn default() -> Self {
        Self {
            comment: None,
            moves: Vec::new(),
        }
    }
}

/// A move and what was said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnnotatedMove<M> {
    /// The move.
    pub mv: M,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`, and so on.
    pub nags: Vec<u8>,
    /// A comment after the move; several are joined by a space.
    pub comment: Option<String>,
    /// What could have been played instead of this move.
    pub variations: Vec<Line<M>>,
}

impl<M> From<M> for AnnotatedMove<M> {
    fn from(mv: M) -> Self {
        Self {
            mv,
            nags: Vec::new(),
            comment: None,
            variations: Vec::new(),
        }
    }
}

impl<R: Notation> Game<R> {
    /// A game without tags or moves.
    pub fn new(start: R::Position) -> Self {
        Self {
            tags: Vec::new(),
            start,
            line: Line::default(),
            result: GameResult::Unknown,
        }
    }

    /// The value of a tag. Tag names are compared without regard to case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self
            .tags
            .iter()
            .find(|(tag, _)| tag.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// The moves that were played.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = R::Move> {
        self.line.moves.iter().map(|annotated| annotated.mv)
    }

    /// The position after the last move.
    pub fn end(&self) -> R::Position {
        let mut position = self.start.clone();
        self.moves().for_each(|mv| R::play(&mut position, mv));
        position
    }
}

impl<M> AnnotatedMove<M> {
    /// The argument of a command in the comment: `command("eval")` of `[%eval 0.31]` is `0.31`.
    pub fn command(&self, name: &str) -> Option<&str> {
        let comment = self.comment.as_deref()?;
        comment.split("[%").skip(1).find_map(|part| {
            let (inside, _) = part.split_once(']')?;
            inside
                .strip_prefix(name)?
                .strip_prefix([' ', ','])
                .map(str::trim)
        })
    }

    /// The time left on the mover's clock after the move, of a comment such as `[%clk 1:02:03.4]`.
    pub fn clock(&self) -> Option<Duration> {
        parse_clock(self.command("clk")?)
    }
}

/// Hours, minutes and seconds; the seconds may have a fraction.
fn parse_clock(text: &str) -> Option<Duration> {
    let mut parts = text.rsplit(':');
    let seconds: f64 = parts.next()?.parse().ok()?;
    let minutes: u32 = parts.next()?.parse().ok()?;
    let hours: u32 = parts.next()?.parse().ok()?;
    let total = f64::from(hours) * 3600.0 + f64::from(minutes) * 60.0 + seconds;
    if parts.next().is_some() {
        return None;
    }
    Duration::try_from_secs_f64(total).ok()
}
