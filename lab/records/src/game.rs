//! A game record: start position, moves, scores and result.

use std::marker::PhantomData;

use chess::{Chess, Move};
use game::{GameResult, Rules};

use crate::qgames::{GameHead, Step, Visitor};

/// The start position of a game.
///
/// Stored as FEN, because a position is large and most games start from the same one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Start<R: Rules = Chess> {
    fen: Option<Box<str>>,
    game: PhantomData<R>,
}

impl<R: Rules> Default for Start<R> {
    fn default() -> Self {
        Self::STANDARD
    }
}

impl<R: Rules> Start<R> {
    /// The usual start of the game.
    pub const STANDARD: Self = Self {
        fen: None,
        game: PhantomData,
    };

    /// From a position.
    pub fn of(position: &R::Position) -> Self {
        let fen = R::fen(position);
        Self {
            fen: (fen != R::fen(&R::start())).then(|| fen.into_boxed_str()),
            game: PhantomData,
        }
    }

    /// From a FEN.
    ///
    /// # Errors
    /// If the FEN is invalid.
    pub fn from_fen(fen: &str) -> Result<Self, R::FenError> {
        R::parse_fen(fen).map(|position| Self::of(&position))
    }

    /// The FEN; `None` for the usual start position.
    pub fn fen(&self) -> Option<&str> {
        self.fen.as_deref()
    }

    pub fn position(&self) -> R::Position {
        match self.fen() {
            None => R::start(),
            Some(fen) => R::parse_fen(fen).expect("it was written by a position"),
        }
    }
}

/// A move that was searched but not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sibling<M = Move> {
    /// A legal move beside the one played.
    pub mv: M,
    /// Its search score from White's view.
    pub score: i16,
}

/// One move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply<M = Move> {
    /// The move played.
    pub mv: M,
    /// The search score from White's view; `None` without a search.
    pub score: Option<i16>,
    /// Eight flags whose meaning is up to the writer; usually none.
    pub flags: u8,
    /// Another move that was searched but not played.
    pub sibling: Option<Sibling<M>>,
}

impl<M: Copy> Ply<M> {
    /// A move with a score from White's view.
    pub const fn scored(mv: M, score: i16) -> Self {
        let unscored = Self::unscored(mv);
        Self {
            score: Some(score),
            ..unscored
        }
    }

    /// A move without a search: from a book, random, or human.
    pub const fn unscored(mv: M) -> Self {
        Self {
            mv,
            score: None,
            flags: 0,
            sibling: None,
        }
    }
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game<R: Rules = Chess> {
    /// The start position.
    pub start: Start<R>,
    /// The moves played.
    pub plies: Vec<Ply<R::Move>>,
    pub result: GameResult,
}

impl<R: Rules> Default for Game<R> {
    fn default() -> Self {
        Self {
            start: Start::default(),
            plies: Vec::new(),
            result: GameResult::default(),
        }
    }
}

impl<R: Rules> Game<R> {
    /// The number of moves without a score at the beginning.
    pub fn opening_plies(&self) -> usize {
        let scored = self.plies.iter().position(|ply| ply.score.is_some());
        scored.unwrap_or(self.plies.len())
    }

    /// Visits the moves, as [`Reader::walk`](crate::Reader::walk) does for a block.
    pub fn walk(&self, visitor: &mut impl Visitor<R>) {
        let head = GameHead {
            start: self.start.clone(),
            plies: self.plies.len(),
            result: self.result,
        };
        let mut position = self.start.position();
        for &ply in &self.plies {
            visitor.ply(&Step {
                head: &head,
                position: &position,
                ply,
            });
            R::play(&mut position, ply.mv);
        }
        visitor.end(head);
    }
}

/// Converts a score between White's view and the view of a side, by its index. `i16::MIN` gives `i16::MAX`.
pub(crate) const fn seen_by(side: usize, score: i16) -> i16 {
    match side {
        0 => score,
        _ => score.saturating_neg(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Game, Ply, Start};
    use chess::Position;

    #[test]
    fn starts_are_text_only_where_they_must_be() {
        assert_eq!(<Start>::of(&Position::start()), <Start>::STANDARD);
        assert_eq!(
            <Start>::from_fen(Position::START_FEN),
            Ok(<Start>::STANDARD)
        );
        let fen = "4k3/8/8/8/8/8/8/4KR1R w F - 3 20";
        let start = <Start>::from_fen(fen).unwrap();
        assert_eq!(start.fen(), Some(fen));
        assert_eq!(start.position().fen(), fen);
        assert!(<Start>::from_fen("nothing").is_err());
    }

    #[test]
    fn the_opening_ends_at_the_first_score() {
        let mv = Position::start().legal_moves()[0];
        let mut game = <Game>::default();
        assert_eq!(game.opening_plies(), 0);
        game.plies = vec![Ply::unscored(mv); 3];
        assert_eq!(game.opening_plies(), 3);
        game.plies[1] = Ply::scored(mv, -7);
        assert_eq!(game.opening_plies(), 1);
    }
}
