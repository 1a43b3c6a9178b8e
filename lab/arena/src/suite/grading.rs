//! The points of each move in a position of a suite.
//!
//! `c0 "f5=10, Be5+=2"` gives points to moves; `bm` names moves worth all points, `am` moves
//! worth none. Where only `bm` or `am` is given, a right answer is worth [`FULL_POINTS`].

use pgn::{Epd, EpdError, Notation};
use thiserror::Error;

/// The points of a right answer without `c0`; also the maximum of graded suites.
pub const FULL_POINTS: u32 = 10;

/// The points of the moves of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grading<M> {
    best: Vec<M>,
    avoid: Vec<M>,
    graded: Vec<(M, u32)>,
}

/// Why a position cannot be graded.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GradingError {
    /// A move of `bm` or `am` is not legal.
    #[error(transparent)]
    Move(#[from] EpdError),
    /// An entry of `c0` is not `move=points`, or its move is not legal.
    #[error("invalid entry in c0: {0:?}")]
    Entry(String),
    /// The line names no good or bad moves.
    #[error("nothing to grade: no bm, am, or points in c0")]
    Nothing,
}

impl<M: Copy + PartialEq> Grading<M> {
    /// Reads the grading of a line. A `c0` without `=` is a comment.
    ///
    /// # Errors
    /// If a move is not legal, or there is none.
    pub fn read<R: Notation<Move = M>>(epd: &Epd<R>) -> Result<Self, GradingError> {
        let graded = match epd.operand("c0") {
            Some(text) if text.contains('=') => read_points::<R>(&epd.position, text)?,
            _ => Vec::new(),
        };
        let grading = Self {
            best: epd.moves("bm")?,
            avoid: epd.moves("am")?,
            graded,
        };
        if grading.best.is_empty() && grading.avoid.is_empty() && grading.graded.is_empty() {
            return Err(GradingError::Nothing);
        }
        Ok(grading)
    }

    /// The points of a move.
    #[must_use]
    pub fn points(&self, mv: M) -> u32 {
        if self.avoid.contains(&mv) {
            return 0;
        }
        if self.best.contains(&mv) {
            return self.max_points();
        }
        if self.best.is_empty() && self.graded.is_empty() {
            return self.max_points();
        }
        let entry = self.graded.iter().find(|(graded, _)| *graded == mv);
        entry.map_or(0, |&(_, points)| points)
    }

    /// The points of the best answer.
    #[must_use]
    pub fn max_points(&self) -> u32 {
        let best = self.graded.iter().map(|&(_, points)| points).max();
        best.unwrap_or(FULL_POINTS)
    }

    /// Whether a move gets the maximum.
    #[must_use]
    pub fn is_solved_by(&self, mv: M) -> bool {
        self.points(mv) == self.max_points()
    }
}

fn read_points<R: Notation>(
    position: &R::Position,
    text: &str,
) -> Result<Vec<(R::Move, u32)>, GradingError> {
    let entries = text
        .split(',')
        .map(str::trim)
        .filter(|text| !text.is_empty());
    entries
        .map(|entry| {
            let bad = || GradingError::Entry(entry.to_owned());
            // The move itself may have an equals sign: `e8=Q=10`.
            let (mv, points) = entry.rsplit_once('=').ok_or_else(bad)?;
            let mv = R::read_move(position, mv.trim()).map_err(|_| bad())?;
            let points = points.trim().parse().map_err(|_| bad())?;
            Ok((mv, points))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use chess::Epd;

    use super::{Grading, GradingError};

    fn points(line: &str, moves: &[&str]) -> (Vec<u32>, u32) {
        let epd = Epd::parse(line).unwrap();
        let grading = Grading::read(&epd).unwrap();
        let points = moves
            .iter()
            .map(|mv| grading.points(epd.position.parse_san(mv).unwrap()))
            .collect();
        (points, grading.max_points())
    }

    const STS: &str = "1kr5/3n4/q3p2p/p2n2p1/PppB1P2/5BP1/1P2Q2P/3R2K1 w - -";

    #[test]
    fn graded_answers_get_their_points() {
        let line =
            format!("{STS} bm f5; id \"Undermine.001\"; c0 \"f5=10, Be5+=2, Bf2=3, Bg4=2\";");
        let moves = ["f5", "Be5+", "Bf2", "Bg4", "h3"];
        assert_eq!(points(&line, &moves), (vec![10, 2, 3, 2, 0], 10));
        let avoided = format!("{STS} am Bf2; c0 \"f5=7, Bf2=3\";");
        assert_eq!(points(&avoided, &["f5", "Bf2", "h3"]), (vec![7, 0, 0], 7));
        let better = format!("{STS} bm h3; c0 \"f5=7\";");
        assert_eq!(points(&better, &["h3", "f5"]), (vec![7, 7], 7));
    }

    #[test]
    fn best_and_avoided_moves_alone_are_all_or_nothing() {
        let best = format!("{STS} bm f5 Bf2; c0 \"a comment\";");
        assert_eq!(points(&best, &["f5", "Bf2", "h3"]), (vec![10, 10, 0], 10));
        let avoid = format!("{STS} am f5;");
        assert_eq!(points(&avoid, &["f5", "h3"]), (vec![0, 10], 10));
    }

    #[test]
    fn promotions_have_an_equals_sign_of_their_own() {
        let line = "8/P6k/8/8/8/8/8/K7 w - - c0 \"a8=Q=10, a8=N=1,\";";
        assert_eq!(
            points(line, &["a8=Q", "a8=N", "a8=R"]),
            (vec![10, 1, 0], 10)
        );
    }

    #[test]
    fn bad_answers_are_named() {
        let error = |operations: &str| {
            let epd = Epd::parse(&format!("{STS} {operations}")).unwrap();
            Grading::read(&epd).unwrap_err()
        };
        assert_eq!(error("id \"x\";"), GradingError::Nothing);
        assert_eq!(
            error("c0 \"f5=x\";"),
            GradingError::Entry("f5=x".to_owned())
        );
        assert_eq!(
            error("c0 \"Qh8=1\";"),
            GradingError::Entry("Qh8=1".to_owned())
        );
        assert!(matches!(error("bm Qh8;"), GradingError::Move(_)));
    }
}
