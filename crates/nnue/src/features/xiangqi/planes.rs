//! The feature indices of pieces in a bucket. Squares are as the perspective sees them.

use xiangqi::{Color, File, Piece, PieceType, Square, reachable};

/// Inputs of [`shared`]: nine planes.
pub(super) const SHARED_INPUTS: usize = 9 * Square::COUNT;

/// Inputs of [`mirrored`]: three planes of 90 squares for each owner, 55 of pawns, 7 of elephants, 5 of
/// advisors; and 6 squares of the own king, 9 of the other.
pub(super) const MIRRORED_INPUTS: usize = 2 * (3 * Square::COUNT + 55 + 7 + 5) + 6 + 9;

/// Nine planes of all squares: one of elephants and advisors, whose squares differ by type and owner,
/// then four of own pawns, horses, cannons and rooks, and four of the other's. Kings are no features.
pub(super) fn shared(is_own: bool, kind: PieceType, square: Square) -> Option<usize> {
    let plane = match kind {
        PieceType::King => return None,
        PieceType::Elephant | PieceType::Advisor => 0,
        PieceType::Pawn => 1,
        PieceType::Horse => 2,
        PieceType::Cannon => 3,
        PieceType::Rook => 4,
    };
    let owner = if is_own || plane == 0 { 0 } else { 4 };
    can_stand(is_own, kind, square).then(|| (plane + owner) * Square::COUNT + square.index())
}

/// All squares that a piece can stand on, in order, for each type from the pawn to the king, own pieces
/// first. The own king is on files d and e.
pub(super) fn mirrored(is_own: bool, kind: PieceType, square: Square) -> Option<usize> {
    let is_counted = |is_own, kind, square: Square| {
        let is_on_wing = is_own && kind == PieceType::King && square.file() > File::E;
        can_stand(is_own, kind, square) && !is_on_wing
    };
    if !is_counted(is_own, kind, square) {
        return None;
    }
    let owners = [true, false];
    let planes = owners.map(|is_own| PieceType::ALL.map(|kind| (is_own, kind)));
    let before = planes
        .into_iter()
        .flatten()
        .take_while(|plane| *plane != (is_own, kind))
        .map(|(is_own, kind)| {
            let squares = Square::ALL.into_iter();
            squares.filter(|&at| is_counted(is_own, kind, at)).count()
        });
    let lower = Square::ALL.into_iter().take(square.index());
    let lower = lower.filter(|&at| is_counted(is_own, kind, at)).count();
    Some(before.sum::<usize>() + lower)
}

/// Whether a piece can ever stand on a square.
fn can_stand(is_own: bool, kind: PieceType, square: Square) -> bool {
    let color = if is_own { Color::Red } else { Color::Black };
    reachable(Piece::new(color, kind)).has(square)
}
