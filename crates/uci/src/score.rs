//! Scores of the side to move.

use std::fmt;

/// A score from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// `cp`.
    Centipawns(i32),
    /// Mate in this many moves; negative when being mated.
    Mate(i32),
}

impl Score {
    /// The score in centipawns, with mates beyond all other scores: for comparisons only.
    pub const fn centipawns(self) -> i32 {
        match self {
            Self::Centipawns(score) => score,
            Self::Mate(moves) if moves > 0 => 1_000_000 - moves,
            Self::Mate(moves) => -1_000_000 - moves,
        }
    }

    /// In pawns, as in PGN comments: `+0.31`, `-12.00`, `+M5`, `-M2`.
    pub const fn pawns(self) -> impl fmt::Display {
        Pawns(self)
    }
}

/// `cp 31`, `mate -2`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(score) => write!(f, "cp {score}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

struct Pawns(Score);

impl fmt::Display for Pawns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Score::Centipawns(0) => f.write_str("0.00"),
            Score::Centipawns(score) => write!(f, "{:+.2}", f64::from(score) / 100.0),
            Score::Mate(moves) if moves > 0 => write!(f, "+M{moves}"),
            Score::Mate(moves) => write!(f, "-M{}", moves.unsigned_abs()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Score;

    #[test]
    fn scores_print_with_their_sign_and_compare() {
        let text = |score: Score| score.pawns().to_string();
        assert_eq!(text(Score::Centipawns(31)), "+0.31");
        assert_eq!(text(Score::Centipawns(-5)), "-0.05");
        assert_eq!(text(Score::Mate(-2)), "-M2");
        assert!(Score::Mate(1).centipawns() > Score::Mate(3).centipawns());
        assert!(Score::Mate(-1).centipawns() < Score::Mate(-3).centipawns());
        assert!(Score::Mate(0).centipawns() < 0);
    }
}
