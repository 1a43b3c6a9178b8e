//! The evaluation of makruk as Texel tuning sees it.

use makruk::{Color, Makruk, Piece, PieceType, Square};

use crate::Tunable;

/// Without the hunt for a bare king, which is not linear.
impl Tunable for Makruk {
    const KINDS: &'static [&'static str] = &["Pawns", "Mets", "Khons", "Knights", "Rooks", "Kings"];
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

    /// The moves are symmetric.
    fn fold(square: usize) -> usize {
        let (rank, file) = (square / 8, square % 8);
        8 * rank + file.min(7 - file)
    }

    fn can_stand(kind: usize, square: usize) -> bool {
        kind != PieceType::Pawn.index() || (16..40).contains(&square)
    }
}
