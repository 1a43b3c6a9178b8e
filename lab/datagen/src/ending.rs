//! Game endings by the rules of chess, and wins by material.

use chess::pgn::GameResult;
use chess::{Bitboard, Color, PieceType, Position};

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
    /// All endings, in declaration order.
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

    /// Whether this is a draw for lack of progress, which a winning side may have missed to make. Not
    /// repetition: the search of a winning side avoids it.
    pub(crate) const fn is_without_progress(self) -> bool {
        matches!(self, Self::FiftyMoves | Self::MaxPlies)
    }
}

/// The result of a win.
pub(crate) const fn won_by(winner: Color) -> GameResult {
    match winner {
        Color::White => GameResult::WhiteWins,
        Color::Black => GameResult::BlackWins,
    }
}

/// The ending by the rules of chess, if the game is over.
pub(crate) fn by_rules(position: &Position) -> Option<(Ending, GameResult)> {
    if !position.has_legal_move() {
        return Some(if position.in_check() {
            (Ending::Checkmate, won_by(!position.side_to_move()))
        } else {
            (Ending::Stalemate, GameResult::Draw)
        });
    }
    let ending = if position.is_insufficient_material() {
        Ending::InsufficientMaterial
    } else if position.is_draw_by_fifty_moves() {
        Ending::FiftyMoves
    } else if position.is_threefold_repetition() {
        Ending::Repetition
    } else {
        return None;
    };
    Some((ending, GameResult::Draw))
}

/// The side to move, if it has mating material against a bare king. Not the other side: the bare king
/// to move may be stalemated or capture the last piece.
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
