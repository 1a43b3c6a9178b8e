//! Why self-play games end.

use game::OutcomeKind;
use game::adjudication::Verdict;

/// Why a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// Checkmate.
    #[default]
    Checkmate,
    Stalemate,
    /// Neither side can mate.
    InsufficientMaterial,
    /// The fifty-move rule, or the move limit of the game.
    MoveLimit,
    /// Draw by repetition.
    Repetition,
    /// Perpetual check or chase, which loses.
    Perpetual,
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
    pub const ALL: [Self; 12] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::InsufficientMaterial,
        Self::MoveLimit,
        Self::Repetition,
        Self::Perpetual,
        Self::BareKing,
        Self::MateScore,
        Self::WinScore,
        Self::DrawScore,
        Self::MaxPlies,
        Self::Tablebase,
    ];

    pub const fn words(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient material",
            Self::MoveLimit => "move limit",
            Self::Repetition => "repetition",
            Self::Perpetual => "perpetual check or chase",
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
        matches!(self, Self::MoveLimit | Self::MaxPlies)
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

impl From<OutcomeKind> for Ending {
    fn from(kind: OutcomeKind) -> Self {
        match kind {
            OutcomeKind::Checkmate => Self::Checkmate,
            OutcomeKind::Stalemate => Self::Stalemate,
            OutcomeKind::InsufficientMaterial => Self::InsufficientMaterial,
            OutcomeKind::MoveLimit => Self::MoveLimit,
            OutcomeKind::Repetition => Self::Repetition,
            OutcomeKind::Perpetual => Self::Perpetual,
        }
    }
}
