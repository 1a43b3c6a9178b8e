//! The handcrafted evaluation of xiangqi: material and piece-square tables, and [`features`] of several
//! pieces together. All values are tapered.

mod features;
mod tunable;
mod tuned;

use xiangqi::{Color, Piece, PieceType, Position, Square, Xiangqi};

use crate::tapered::{Sums, Tapered, Terms, Value};
use tuned::{
    FEATURES, MATERIAL_ENDGAME, MATERIAL_MIDDLEGAME, PSQT_ENDGAME, PSQT_MIDDLEGAME, TEMPO,
};

pub use features::{Counts, Feature, features};

/// The handcrafted evaluation of xiangqi.
pub type Handcrafted = Tapered<Xiangqi>;

/// Material and piece-square value of a red piece.
const fn value_of(kind: PieceType, square: Square) -> (i32, i32) {
    // The tables begin with rank 9.
    let (kind, row, file) = (
        kind as usize,
        9 - square.rank() as usize,
        square.file() as usize,
    );
    (
        MATERIAL_MIDDLEGAME[kind] + PSQT_MIDDLEGAME[kind][row][file],
        MATERIAL_ENDGAME[kind] + PSQT_ENDGAME[kind][row][file],
    )
}

/// Material plus piece-square value by piece, then square; from red's view.
static VALUES: [[Value; 90]; 14] = {
    let mut values = [[Value {
        middlegame: 0,
        endgame: 0,
    }; 90]; 14];
    let mut i = 0;
    while i < 14 * 90 {
        let piece = Piece::from_index(i / 90);
        let square = Square::from_index(i % 90);
        let (middlegame, endgame) = value_of(piece.kind(), square.relative_to(piece.color()));
        let sign = match piece.color() {
            Color::Red => 1,
            Color::Black => -1,
        };
        values[i / 90][i % 90] = Value {
            middlegame: sign * middlegame,
            endgame: sign * endgame,
        };
        i += 1;
    }
    values
};

/// The weights of the features, middlegame and endgame apart: sums over either are computed by
/// vectors.
static WEIGHTS: [Counts; 2] = {
    let mut weights = [[0; Feature::COUNT]; 2];
    let mut i = 0;
    while i < Feature::COUNT {
        weights[0][i] = FEATURES[i].middlegame;
        weights[1][i] = FEATURES[i].endgame;
        i += 1;
    }
    weights
};

#[inline(always)]
fn weighted_sum(counts: &Counts, weights: &Counts) -> i32 {
    let products = counts
        .iter()
        .zip(weights)
        .map(|(count, weight)| count * weight);
    products.sum()
}

impl Terms for Xiangqi {
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
            PieceType::Horse | PieceType::Cannon => 1,
            _ => 0,
        }
    }

    fn for_each_piece(position: &Position, mut visit: impl FnMut(Piece, Square)) {
        for square in position.occupied() {
            if let Some(piece) = position.piece_on(square) {
                visit(piece, square);
            }
        }
    }

    #[inline]
    fn positional(position: &Position) -> Value {
        let red = features(position, Color::Red);
        let black = features(position, Color::Black);
        let difference = std::array::from_fn(|i| red[i] - black[i]);
        let sum = |weights: &Counts| weighted_sum(&difference, weights);
        Value {
            middlegame: sum(&WEIGHTS[0]),
            endgame: sum(&WEIGHTS[1]),
        }
    }

    #[inline]
    fn other_terms(_: &Position, _: &Sums) -> i32 {
        0
    }
}

#[cfg(test)]
mod tests {
    use game::{Evaluator, Rng};

    use super::{Handcrafted, Position};

    fn evaluate(position: &Position) -> i32 {
        let mut evaluation = Handcrafted::new();
        evaluation.reset(position);
        evaluation.evaluate(position).raw()
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
                assert_eq!(evaluation.evaluate(&position).raw(), evaluate(&position));
            }
        }
    }

    #[test]
    fn both_sides_count_alike_and_guards_count_against_attackers() {
        let of = |fen: &str| evaluate(&Position::from_fen(fen).unwrap());
        let red = of("3k5/9/9/9/9/4R4/9/9/9/4K4 w - - 0 1");
        let black = of("4k4/9/9/9/4r4/9/9/9/9/3K5 b - - 0 1");
        assert_eq!(red, black);
        // An advisor less, among all attackers and in an ending.
        let cost = |guarded: &str, exposed: &str| of(guarded) - of(exposed);
        let in_middlegame = cost(
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1",
            "rnbak1bnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b - - 0 1",
        );
        let in_ending = cost(
            "3akab2/9/4b4/9/9/9/4P4/9/9/3K5 b - - 0 1",
            "3ak1b2/9/4b4/9/9/9/4P4/9/9/3K5 b - - 0 1",
        );
        assert!(in_middlegame > 150, "{in_middlegame}");
        assert!((1..in_middlegame).contains(&in_ending), "{in_ending}");
        assert!(of(Position::START_FEN).abs() < 50);
    }
}
