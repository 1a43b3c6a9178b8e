//! The handcrafted evaluation (HCE): a tapered evaluation of material and piece-square tables (PSQT),
//! plus a mop-up evaluation of pawnless endings.
//!
//! It is the fallback without a network, and labeled the first training data. The values began as
//! simple rules and were tuned by the lab on the engine's own games (Texel tuning).

mod explain;
mod psqt;
mod tunable;
mod tuned;

use chess::{Chess, Color, Piece, PieceType, Position, Square};

use crate::tapered::{Sums, Tapered, Terms};
use psqt::value_of;

pub use crate::tapered::Value;
pub use explain::{Explanation, PieceTerms};
pub use psqt::{PHASE_MAX, material, phase_of, psqt};
pub use tuned::TEMPO;

/// The handcrafted evaluation of chess.
pub type Handcrafted = Tapered<Chess>;

impl Terms for Chess {
    const PHASE_MAX: i32 = PHASE_MAX;
    const TEMPO: i32 = TEMPO;

    #[inline]
    fn value_of(piece: Piece, square: Square) -> Value {
        value_of(piece, square)
    }

    #[inline]
    fn phase_of(piece: Piece) -> i32 {
        phase_of(piece.kind())
    }

    fn for_each_piece(position: &Position, mut visit: impl FnMut(Piece, Square)) {
        for square in position.occupied() {
            if let Some(piece) = position.piece_on(square) {
                visit(piece, square);
            }
        }
    }

    #[inline]
    fn other_terms(position: &Position, sums: &Sums) -> i32 {
        let has_pawns = position.kind(PieceType::Pawn).any();
        mop_up(position, has_pawns, sums.value.endgame)
    }
}

/// Mop-up evaluation, from white's view. In a pawnless ending with a large advantage, drives the
/// losing king to the edge and brings the winning king near it.
fn mop_up(position: &Position, has_pawns: bool, endgame: i32) -> i32 {
    const MIN_ADVANTAGE: i32 = 400;
    if has_pawns || endgame.abs() < MIN_ADVANTAGE {
        return 0;
    }
    let winner = if endgame > 0 {
        Color::White
    } else {
        Color::Black
    };
    let bonus = king_hunt(position.king(winner), position.king(!winner));
    bonus * endgame.signum()
}

/// How far the losing king is driven to the edge and the winning one is near it.
pub(crate) fn king_hunt(winner: Square, loser: Square) -> i32 {
    const EDGE_BONUS: i32 = 10;
    const PROXIMITY_BONUS: i32 = 4;
    const MAX_DISTANCE: i32 = 14;
    let distance = winner.file().index().abs_diff(loser.file().index())
        + winner.rank().index().abs_diff(loser.rank().index());
    EDGE_BONUS * psqt::center_distance(loser) + PROXIMITY_BONUS * (MAX_DISTANCE - distance as i32)
}

#[cfg(test)]
mod tests;
