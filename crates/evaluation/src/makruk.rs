//! The handcrafted evaluation of makruk: tapered material and piece-square tables, and the hunt for a bare
//! king.

mod tunable;
mod tuned;

use makruk::{Color, Makruk, Piece, PieceType, Position, Square};

use crate::handcrafted::king_hunt;
use crate::tapered::{Sums, Tapered, Terms, Value};
use tuned::{MATERIAL_ENDGAME, MATERIAL_MIDDLEGAME, PSQT_ENDGAME, PSQT_MIDDLEGAME, TEMPO};

/// The handcrafted evaluation of makruk.
pub type Handcrafted = Tapered<Makruk>;

/// The value of a white piece on a square.
const fn value_of(kind: PieceType, square: Square) -> Value {
    // The tables begin with the eighth rank.
    let (kind, row, file) = (
        kind as usize,
        7 - square.rank() as usize,
        square.file() as usize,
    );
    Value {
        middlegame: MATERIAL_MIDDLEGAME[kind] + PSQT_MIDDLEGAME[kind][row][file],
        endgame: MATERIAL_ENDGAME[kind] + PSQT_ENDGAME[kind][row][file],
    }
}

/// Material plus piece-square value by piece, then square; from white's view.
static VALUES: [[Value; 64]; 12] = {
    let mut values = [[Value {
        middlegame: 0,
        endgame: 0,
    }; 64]; 12];
    let mut i = 0;
    while i < 12 * 64 {
        let piece = Piece::from_index(i / 64);
        let own = Square::from_index(i % 64).relative_to(piece.color());
        let value = value_of(piece.kind(), own);
        let sign = 1 - 2 * piece.color() as i32;
        values[i / 64][i % 64] = Value {
            middlegame: sign * value.middlegame,
            endgame: sign * value.endgame,
        };
        i += 1;
    }
    values
};

impl Terms for Makruk {
    const PHASE_MAX: i32 = 16;
    const TEMPO: i32 = TEMPO;

    #[inline]
    fn value_of(piece: Piece, square: Square) -> Value {
        VALUES[piece.index()][square.index()]
    }

    #[inline]
    fn phase_of(piece: Piece) -> i32 {
        match piece.kind() {
            PieceType::Rook => 2,
            PieceType::Khon | PieceType::Knight => 1,
            PieceType::Pawn | PieceType::Met | PieceType::King => 0,
        }
    }

    fn for_each_piece(position: &Position, mut visit: impl FnMut(Piece, Square)) {
        for square in position.occupied() {
            if let Some(piece) = position.piece_on(square) {
                visit(piece, square);
            }
        }
    }

    /// A bare king must be mated before the count is over.
    #[inline]
    fn other_terms(position: &Position, _: &Sums) -> i32 {
        let is_bare = |color| !position.color(color).several();
        match (is_bare(Color::White), is_bare(Color::Black)) {
            (false, true) => king_hunt(position.king(Color::White), position.king(Color::Black)),
            (true, false) => -king_hunt(position.king(Color::Black), position.king(Color::White)),
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use game::{Evaluator, Rng};

    use super::{Handcrafted, Position};

    fn evaluate(fen: &str) -> i32 {
        let position = Position::from_fen(fen).unwrap();
        let mut evaluation = Handcrafted::new();
        evaluation.reset(&position);
        evaluation.evaluate(&position).raw()
    }

    #[test]
    fn incremental_equals_fresh() {
        let mut rng = Rng::new(5);
        for _ in 0..50 {
            let mut position = Position::start();
            let mut evaluation = Handcrafted::new();
            evaluation.reset(&position);
            for _ in 0..200 {
                let Some(mv) = rng.choose(&position.legal_moves()).copied() else {
                    break;
                };
                evaluation.push();
                position.make(mv, &mut evaluation);
                let value = evaluation.evaluate(&position).raw();
                assert_eq!(value, evaluate(&position.fen()));
            }
        }
    }

    #[test]
    fn both_sides_count_alike_and_a_bare_king_is_hunted() {
        let white = evaluate("3k4/8/8/3N4/8/8/2S5/4K3 w");
        let black = evaluate("4k3/2s5/8/8/3n4/8/8/3K4 b");
        assert_eq!(white, black);
        let corner = evaluate("k7/8/2K5/8/8/8/8/4R3 w");
        let center = evaluate("8/8/2K5/8/3k4/8/8/4R3 w");
        assert!(corner > center + 20, "{corner} {center}");
        assert!(evaluate(Position::START_FEN).abs() < 50);
    }
}
