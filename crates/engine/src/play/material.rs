//! Who has more on the board, counted as people do.

use chess::{Color, PieceType, Position};

/// What a piece is worth in pawns.
fn worth(kind: PieceType) -> i32 {
    match kind {
        PieceType::Pawn => 1,
        PieceType::Knight | PieceType::Bishop => 3,
        PieceType::Rook => 5,
        PieceType::Queen => 9,
        PieceType::King => 0,
    }
}

/// How many pawns' worth a side is ahead; negative if it is behind.
pub fn lead(position: &Position, color: Color) -> i32 {
    PieceType::ALL
        .into_iter()
        .map(|kind| {
            let count = |color| position.pieces(color, kind).count().cast_signed();
            worth(kind) * (count(color) - count(!color))
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::{Color, Position, lead};

    #[test]
    fn both_sides_see_the_same_difference() {
        let position = Position::from_fen("4k3/8/8/8/8/8/PP6/R2QK1n1 w - - 0 1").unwrap();
        assert_eq!(lead(&position, Color::White), 2 + 5 + 9 - 3);
        assert_eq!(lead(&position, Color::Black), -13);
        assert_eq!(lead(&Position::start(), Color::White), 0);
    }
}
