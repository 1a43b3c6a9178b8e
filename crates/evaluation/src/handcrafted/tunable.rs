//! The evaluation of chess as Texel tuning sees it.

use chess::{Chess, Color, Piece, PieceType, Square};

use crate::Tunable;

/// Without the mop-up evaluation, which is not linear.
impl Tunable for Chess {
    const KINDS: &'static [&'static str] =
        &["Pawns", "Knights", "Bishops", "Rooks", "Queens", "Kings"];
    const BOARD: (usize, usize) = (8, 8);
    const FIRST_SIDE: &'static str = "white";
    const TABLES: &'static str =
        "Ranks go from the eighth to the first and files from a to h, as white sees the board.";

    fn piece(kind: usize) -> Piece {
        Piece::new(Color::White, PieceType::from_index(kind))
    }

    fn square(index: usize) -> Square {
        Square::from_index(index)
    }

    fn place(piece: Piece, square: Square) -> (usize, usize, bool) {
        let color = piece.color();
        let own = square.relative_to(color).index();
        (piece.kind().index(), own, color == Color::White)
    }

    fn can_stand(kind: usize, square: usize) -> bool {
        kind != PieceType::Pawn.index() || (8..56).contains(&square)
    }
}
