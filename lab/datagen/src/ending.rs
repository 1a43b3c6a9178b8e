//! Why self-play games end, and which endings are won by material.

use chess::{Color, Outcome, Position};
use support::adjudication::Verdict;

/// Why a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// Checkmate.
    #[default]
    Checkmate,
    /// Stalemate.
    Stalemate,
    /// Neither side can mate.
    InsufficientMaterial,
    /// The fifty-move rule.
    FiftyMoves,
    /// Threefold repetition.
    Repetition,
    /// Adjudicated: a bare king against mating material.
    BareKing,
    /// Adjudicated: a mate score.
    MateScore,
    /// Adjudicated: won by the win rule.
    WinScore,
    /// Adjudicated: drawn by the draw rule.
    DrawScore,
    /// Adjudicated: the longest game allowed.
    MaxPlies,
    /// Adjudicated: decided by tablebases.
    Tablebase,
}

impl Ending {
    /// All endings, in declaration order.
    pub const ALL: [Self; 11] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::InsufficientMaterial,
        Self::FiftyMoves,
        Self::Repetition,
        Self::BareKing,
        Self::MateScore,
        Self::WinScore,
        Self::DrawScore,
        Self::MaxPlies,
        Self::Tablebase,
    ];

    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient material",
            Self::FiftyMoves => "fifty moves",
            Self::Repetition => "repetition",
            Self::BareKing => "bare king",
            Self::MateScore => "mate score",
            Self::WinScore => "win score",
            Self::DrawScore => "draw score",
            Self::MaxPlies => "length",
            Self::Tablebase => "tablebase",
        }
    }

    /// Whether this is a draw for lack of progress, which a winning side may have missed to make. Not
    /// repetition: the search of a winning side avoids it.
    pub(crate) const fn is_without_progress(self) -> bool {
        matches!(self, Self::FiftyMoves | Self::MaxPlies)
    }
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Checkmate { .. } => Self::Checkmate,
            Outcome::Stalemate => Self::Stalemate,
            Outcome::InsufficientMaterial => Self::InsufficientMaterial,
            Outcome::ThreefoldRepetition => Self::Repetition,
            Outcome::FiftyMoves => Self::FiftyMoves,
        }
    }
}

impl From<Verdict> for Ending {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Win { .. } => Self::WinScore,
            Verdict::Draw => Self::DrawScore,
            Verdict::MaxPlies => Self::MaxPlies,
        }
    }
}

/// The side to move, if it has mating material against a bare king. Not the other side: the bare king
/// to move may be stalemated or capture the last piece.
pub(crate) fn wins_by_material(position: &Position) -> Option<Color> {
    (position.lone_king_winner()).filter(|&winner| winner == position.side_to_move())
}
