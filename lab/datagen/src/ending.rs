//! Why self-play games end, and which endings are won by material.

use chess::{Bitboard, Color, Outcome, PieceType, Position};

const LIGHT_SQUARES: Bitboard = Bitboard(0x55AA_55AA_55AA_55AA);

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
}

impl Ending {
    /// All of them, in their order.
    pub const ALL: [Self; 10] = [
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
        }
    }

    /// Whether the game was drawn because nobody made progress: a side that was winning may just
    /// not have known how. Repetitions are not among them: the side that is winning avoids them.
    pub(crate) const fn is_for_want_of_progress(self) -> bool {
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

/// The side to move, if it has mating material against a bare king. With the bare king to move the
/// game goes on for a ply: it may be stalemated, or capture the last piece.
pub(crate) fn wins_by_material(position: &Position) -> Option<Color> {
    let us = position.side_to_move();
    let pieces = |kind| position.pieces(us, kind);
    let (knights, bishops) = (pieces(PieceType::Knight), pieces(PieceType::Bishop));
    let has_mating_material = (pieces(PieceType::Queen) | pieces(PieceType::Rook)).any()
        || (bishops & LIGHT_SQUARES).any() && (bishops & !LIGHT_SQUARES).any()
        || bishops.any() && knights.any();
    let bare = Bitboard::of(position.king(!us));
    (position.color(!us) == bare && has_mating_material).then_some(us)
}
