//! Tests whether a position is quiet.

use game::{Evaluator, Position, Rules, Score};
use search::{Limits, SingleThreadSearch};
use serde::Serialize;

use crate::error::Error;
use crate::player::raw_searcher;
use crate::settings::NodeLimits;

use super::Settings;

/// The largest differences from the static evaluation, in centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Margins {
    /// Of the quiescence score: M1 of the paper.
    pub quiescence: i32,
    /// Of the search score: M2 of the paper.
    pub search: i32,
}

/// The paper's best values.
impl Default for Margins {
    fn default() -> Self {
        Self {
            quiescence: 60,
            search: 70,
        }
    }
}

/// The search limit of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SearchLimit {
    /// A fixed depth.
    Depth(u32),
    /// A soft node limit.
    Nodes(u64),
}

/// The score that becomes the label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Label {
    /// The static evaluation.
    Static,
    /// The quiescence score.
    Quiescence,
    /// The search score.
    Search,
}

/// Why a position was dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DropReason {
    /// There is no legal move.
    Over,
    /// The side to move is in check.
    Check,
    /// Captures change the score.
    Quiescence,
    /// A short search changes the score.
    Search,
    /// The label is larger than wanted.
    Score,
}

impl DropReason {
    /// All reasons, in the order of the report.
    pub const ALL: [Self; 5] = [
        Self::Check,
        Self::Over,
        Self::Quiescence,
        Self::Search,
        Self::Score,
    ];

    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Over => "no legal move",
            Self::Check => "in check",
            Self::Quiescence => "captures change the score",
            Self::Search => "a search changes the score",
            Self::Score => "the score is too large",
        }
    }
}

/// Side-to-move scores of a position. Those that were not needed are zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scores {
    /// The static evaluation.
    pub evaluation: Score,
    /// The quiescence score.
    pub quiescence: Score,
    /// The search score.
    pub search: Score,
}

impl Scores {
    /// The score of a label.
    #[must_use]
    pub const fn of(&self, label: Label) -> Score {
        match label {
            Label::Static => self.evaluation,
            Label::Quiescence => self.quiescence,
            Label::Search => self.search,
        }
    }
}

/// The outcome of the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classification {
    /// The scores; zero after the test that failed.
    pub scores: Scores,
    /// The test that failed, if any.
    pub dropped: Option<DropReason>,
}

/// Tests positions. The TT and histories are kept until [`QuietFilter::clear`].
pub struct QuietFilter<R: Rules, E> {
    /// For quiescence only: deeper searches must not influence its scores through the TT.
    shallow: SingleThreadSearch<R, E>,
    deep: SingleThreadSearch<R, E>,
    settings: Settings,
}

impl<R: Rules, E: Evaluator<R>> QuietFilter<R, E> {
    /// A filter whose searchers use the evaluators that `evaluator` makes.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(evaluator: impl Fn() -> E, settings: &Settings) -> Result<Self, Error> {
        const TABLE: usize = 1;
        Ok(Self {
            shallow: raw_searcher(TABLE, evaluator())?,
            deep: raw_searcher(TABLE, evaluator())?,
            settings: *settings,
        })
    }

    /// Clears the TTs and histories.
    pub fn clear(&mut self) {
        self.shallow.clear();
        self.deep.clear();
    }

    /// Tests a position; the cheap tests come first.
    pub fn classify(&mut self, position: &R::Position) -> Classification {
        let mut scores = Scores::default();
        let dropped = self.test(position, &mut scores).err();
        Classification { scores, dropped }
    }

    fn test(&mut self, position: &R::Position, scores: &mut Scores) -> Result<(), DropReason> {
        let Settings { margins, label, .. } = self.settings;
        if self.settings.check_filter && position.in_check() {
            return Err(DropReason::Check);
        }
        if !position.has_legal_move() {
            return Err(DropReason::Over);
        }
        let is_near = |a: Score, b: Score, margin| (a.raw() - b.raw()).abs() <= margin;
        scores.evaluation = self.shallow.evaluate(position);
        scores.quiescence = self.shallow.qsearch(position);
        if !is_near(scores.evaluation, scores.quiescence, margins.quiescence) {
            return Err(DropReason::Quiescence);
        }
        scores.search = self.deep.search(position, self.limits()).score;
        if !is_near(scores.evaluation, scores.search, margins.search) {
            return Err(DropReason::Search);
        }
        let is_larger = |most: i32| scores.of(label).raw().abs() > most;
        if self.settings.max_score.is_some_and(is_larger) {
            return Err(DropReason::Score);
        }
        Ok(())
    }

    fn limits(&self) -> Limits<R::Move> {
        match self.settings.search {
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

    use chess::Position;

    use super::{DropReason, QuietFilter, Settings};

    fn dropped(fen: &str) -> Option<DropReason> {
        dropped_by(&Settings::default(), fen)
    }

    fn dropped_by(settings: &Settings, fen: &str) -> Option<DropReason> {
        let mut filter = QuietFilter::new(Handcrafted::without_clock, settings).unwrap();
        let position = Position::from_fen(fen).unwrap();
        let classification = filter.classify(&position);
        filter.clear();
        assert_eq!(filter.classify(&position), classification, "again");
        classification.dropped
    }

    /// As in the paper's figure 1: a rook gives check.
    #[test]
    fn a_check_is_not_quiet() {
        let fen = "4r1k1/5ppp/8/8/8/8/3P1PPP/R3K2R w KQ - 0 1";
        assert_eq!(dropped(fen), Some(DropReason::Check));
        assert_eq!(dropped("4r1k1/5ppp/8/8/8/8/3P1PPP/1R1K3R w - - 0 1"), None);
    }

    #[test]
    fn a_check_without_danger_stays_where_checks_are_wanted() {
        let fen = "4k3/pppppppp/8/8/1b6/8/PPP1PPPP/RNBQKBNR w KQ - 0 1";
        let with_checks = Settings {
            check_filter: false,
            margins: super::Margins {
                quiescence: 1000,
                search: 1000,
            },
            ..Settings::default()
        };
        assert_eq!(dropped(fen), Some(DropReason::Check));
        assert_eq!(dropped_by(&with_checks, fen), None);
    }

    #[test]
    fn large_labels_go_where_that_is_wanted() {
        let limited = Settings {
            max_score: Some(500),
            ..Settings::default()
        };
        assert_eq!(dropped_by(&limited, Position::START_FEN), None);
        let fen = "4k3/8/8/8/8/8/PPP2PPP/R3K2R w KQ - 0 1";
        assert_eq!(dropped_by(&limited, fen), Some(DropReason::Score));
    }

    /// As in figure 2: a knight can take a rook for nothing.
    #[test]
    fn a_free_capture_is_not_quiet() {
        let fen = "r5k1/5ppp/8/3r4/8/2N5/5PPP/R3R1K1 w - - 0 1";
        assert_eq!(dropped(fen), Some(DropReason::Quiescence));
    }

    /// As in figure 3: a knight can fork king and rook, which no capture shows.
    #[test]
    fn a_fork_is_not_quiet() {
        let fen = "r3k3/pp3ppp/8/1N6/8/8/PP3PPP/4K2R b K - 0 1";
        let forks = fen.replace(" b ", " w ");
        assert_eq!(dropped(&forks), Some(DropReason::Search));
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
            Some(DropReason::Over)
        );
    }
}
