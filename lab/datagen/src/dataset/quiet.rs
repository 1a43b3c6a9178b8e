//! Whether a position is quiet.

use chess::{Chess, Position};
use game::{Evaluator, Score};
use search::{Limits, SingleThreadSearch};
use serde::Serialize;

use crate::error::Error;
use crate::player::solo;
use crate::settings::NodeLimits;

/// How far the static evaluation may be from the searched scores, in centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Margins {
    /// From the quiescence search's: M1 of the paper.
    pub quiescence: i32,
    /// From the search's: M2 of the paper.
    pub search: i32,
}

/// What the paper found best.
impl Default for Margins {
    fn default() -> Self {
        Self {
            quiescence: 60,
            search: 70,
        }
    }
}

/// How long a position is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchLimit {
    /// Iterations.
    Depth(u32),
    /// No iteration is begun after so many nodes.
    Nodes(u64),
}

/// Which score a position is kept with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Label {
    /// The static evaluation.
    Static,
    /// The quiescence search's.
    Quiescence,
    /// The search's.
    Search,
}

/// Why a position was dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// There is no move to search.
    Over,
    /// The side to move is in check.
    Check,
    /// Captures change the score.
    Quiescence,
    /// A short search changes the score.
    Search,
}

impl Reason {
    /// All of them, in the order of the tests.
    pub const ALL: [Self; 4] = [Self::Check, Self::Over, Self::Quiescence, Self::Search];

    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Over => "no legal move",
            Self::Check => "in check",
            Self::Quiescence => "captures change the score",
            Self::Search => "a search changes the score",
        }
    }
}

/// Scores of a position from the view of the side to move, as far as they were needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scores {
    /// The static evaluation.
    pub evaluation: Score,
    /// The quiescence search's score.
    pub quiescence: Score,
    /// The search's score.
    pub search: Score,
}

impl Scores {
    /// The score that is kept.
    #[must_use]
    pub const fn of(&self, label: Label) -> Score {
        match label {
            Label::Static => self.evaluation,
            Label::Quiescence => self.quiescence,
            Label::Search => self.search,
        }
    }
}

/// What became of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Its scores; those after the test that failed are not known, and zero.
    pub scores: Scores,
    /// Why it was dropped, if it was.
    pub dropped: Option<Reason>,
}

/// Tests positions, with a memory that lasts until it is told to forget.
pub struct Judge<E> {
    /// Captures only: what deeper searches learn must not color its scores.
    shallow: SingleThreadSearch<Chess, E>,
    deep: SingleThreadSearch<Chess, E>,
    margins: Margins,
    search: SearchLimit,
}

impl<E: Evaluator<Chess>> Judge<E> {
    /// A judge who evaluates by what `evaluator` gives.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(
        evaluator: impl Fn() -> E,
        margins: Margins,
        search: SearchLimit,
    ) -> Result<Self, Error> {
        const TABLE: usize = 1;
        Ok(Self {
            shallow: solo(TABLE, evaluator())?,
            deep: solo(TABLE, evaluator())?,
            margins,
            search,
        })
    }

    /// Forgets everything learned.
    pub fn forget(&mut self) {
        self.shallow.forget();
        self.deep.forget();
    }

    /// Tests a position, from the cheapest test to the dearest.
    pub fn judge(&mut self, position: &Position) -> Judgement {
        let mut scores = Scores::default();
        let dropped = self.test(position, &mut scores).err();
        Judgement { scores, dropped }
    }

    fn test(&mut self, position: &Position, scores: &mut Scores) -> Result<(), Reason> {
        if position.in_check() {
            return Err(Reason::Check);
        }
        if !position.has_legal_move() {
            return Err(Reason::Over);
        }
        let is_near = |a: Score, b: Score, margin| (a.raw() - b.raw()).abs() <= margin;
        scores.evaluation = self.shallow.evaluate(position);
        scores.quiescence = self.shallow.qsearch(position);
        if !is_near(
            scores.evaluation,
            scores.quiescence,
            self.margins.quiescence,
        ) {
            return Err(Reason::Quiescence);
        }
        scores.search = self.deep.search(position, self.limits()).score;
        if !is_near(scores.evaluation, scores.search, self.margins.search) {
            return Err(Reason::Search);
        }
        Ok(())
    }

    fn limits(&self) -> Limits<chess::Move> {
        match self.search {
            SearchLimit::Depth(depth) => Limits {
                depth: Some(depth),
                ..Limits::default()
            },
            SearchLimit::Nodes(soft) => crate::player::limits(NodeLimits::soft(soft)),
        }
    }
}

#[cfg(test)]
mod tests {
    use evaluation::handcrafted::Handcrafted;

    use super::{Judge, Margins, Position, Reason, SearchLimit};

    fn dropped(fen: &str) -> Option<Reason> {
        let limit = SearchLimit::Depth(3);
        let mut judge = Judge::new(Handcrafted::without_clock, Margins::default(), limit).unwrap();
        let position = Position::from_fen(fen).unwrap();
        let judgement = judge.judge(&position);
        judge.forget();
        assert_eq!(judge.judge(&position), judgement, "again");
        judgement.dropped
    }

    /// As in the paper's figure 1: a rook gives check.
    #[test]
    fn a_check_is_not_quiet() {
        let fen = "4r1k1/5ppp/8/8/8/8/3P1PPP/R3K2R w KQ - 0 1";
        assert_eq!(dropped(fen), Some(Reason::Check));
        assert_eq!(dropped("4r1k1/5ppp/8/8/8/8/3P1PPP/1R1K3R w - - 0 1"), None);
    }

    /// As in figure 2: a knight can take a rook for nothing.
    #[test]
    fn a_free_capture_is_not_quiet() {
        let fen = "r5k1/5ppp/8/3r4/8/2N5/5PPP/R3R1K1 w - - 0 1";
        assert_eq!(dropped(fen), Some(Reason::Quiescence));
    }

    /// As in figure 3: a knight can fork king and rook, which no capture shows.
    #[test]
    fn a_fork_is_not_quiet() {
        let fen = "r3k3/pp3ppp/8/1N6/8/8/PP3PPP/4K2R b K - 0 1";
        let forks = fen.replace(" b ", " w ");
        assert_eq!(dropped(&forks), Some(Reason::Search));
    }

    /// As in figure 4: pieces can be exchanged, but nobody wins anything by it.
    #[test]
    fn equal_exchanges_are_quiet() {
        let fen = "r2q1rk1/ppp2ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPP2PPP/R2Q1RK1 w - - 0 8";
        assert_eq!(dropped(fen), None);
        assert_eq!(dropped(Position::START_FEN), None);
    }

    #[test]
    fn where_there_is_no_move_there_is_nothing_to_learn() {
        assert_eq!(
            dropped("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
            Some(Reason::Over)
        );
    }
}
