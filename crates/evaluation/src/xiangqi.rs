//! The handcrafted evaluation of xiangqi: material and piece-square tables, and what the guards
//! (advisors and elephants) are worth against the attackers that are left.
//!
//! The tables follow simple rules: see each function.

use xiangqi::{Color, Piece, PieceType, Position, Square, Xiangqi};

use crate::tapered::{Sums, Tapered, Terms, Value};

/// The handcrafted evaluation of xiangqi.
pub type Handcrafted = Tapered<Xiangqi>;

const fn value(middlegame: i32, endgame: i32) -> Value {
    Value {
        middlegame,
        endgame,
    }
}

/// The value of a piece wherever it stands.
const fn material(kind: PieceType) -> Value {
    match kind {
        PieceType::Pawn => value(70, 90),
        PieceType::Elephant => value(120, 130),
        PieceType::Advisor => value(130, 150),
        PieceType::Horse => value(420, 480),
        PieceType::Cannon => value(480, 450),
        PieceType::Rook => value(960, 980),
        PieceType::King => value(0, 0),
    }
}

/// What standing on a square adds for a red piece.
const fn psqt(kind: PieceType, square: Square) -> Value {
    let rank = square.rank() as i32;
    let off_center = (square.file() as i32 - 4).abs();
    match kind {
        PieceType::Pawn => pawn(rank, off_center),
        PieceType::Elephant => elephant(rank, off_center),
        PieceType::Advisor => value(if rank == 1 { 6 } else { 0 }, 0),
        PieceType::Horse => horse(rank, off_center),
        PieceType::Cannon => cannon(rank, off_center),
        PieceType::Rook => rook(rank, off_center),
        PieceType::King => value(-22 * rank - 8 * off_center, 4 * rank),
    }
}

/// Worth most beside the enemy palace, least on the last rank, where it can only go sideways.
const fn pawn(rank: i32, off_center: i32) -> Value {
    if rank < 5 {
        let center = if off_center == 0 { 8 } else { 0 };
        return value(center + 4 * (rank - 3), 4 * (rank - 3));
    }
    let (middlegame, endgame) = match rank {
        5 => (55, 60),
        6 => (80, 80),
        7 => (95, 90),
        8 => (90, 75),
        _ => (10, 10),
    };
    value(middlegame - 12 * off_center, endgame - 8 * off_center)
}

/// The center connects both elephants.
const fn elephant(rank: i32, off_center: i32) -> Value {
    match (rank, off_center) {
        (2, 0) => value(16, 14),
        (2, _) => value(-14, -12),
        (4, _) => value(-6, -2),
        _ => value(0, 0),
    }
}

/// Strong in front of the enemy palace; on the edge and on the own back rank half of its legs are
/// tied, and in front of the own king it is in the way.
const fn horse(rank: i32, off_center: i32) -> Value {
    let forward = match rank {
        0 => -30,
        1 => -14,
        2 => 0,
        3 => 8,
        4 => 18,
        5 => 26,
        6 => 34,
        7 => 38,
        8 => 28,
        _ => -6,
    };
    let edge = match off_center {
        4 => -26,
        3 => -6,
        2 => 6,
        _ => 4,
    };
    let in_the_way = if rank == 1 && off_center == 0 { -30 } else { 0 };
    value(forward + edge + in_the_way, forward + edge)
}

/// On the center file it aims at the king; far forward it runs out of screens, except on the last
/// ranks, from where it fires along the enemy's.
const fn cannon(rank: i32, off_center: i32) -> Value {
    let forward = match rank {
        0..=2 => 6,
        3 | 4 => 2,
        5 => -4,
        6 => 0,
        7 => 4,
        _ => 14,
    };
    let center = match off_center {
        0 => 24,
        1 => 4,
        _ => 0,
    };
    value(forward + center, forward / 2)
}

/// Wants to leave its corner and to stand on the enemy's ranks.
const fn rook(rank: i32, off_center: i32) -> Value {
    let forward = match rank {
        0 => -16,
        1 | 2 => -2,
        3 | 4 => 8,
        5 | 6 => 14,
        7 => 18,
        8 => 22,
        _ => 12,
    };
    let file = match off_center {
        4 => -8,
        1 => 8,
        _ => 2,
    };
    value(forward + file, (forward + file) / 2)
}

/// Material plus piece-square value by piece, then square; from red's view.
static VALUES: [[Value; 90]; 14] = {
    let mut values = [[value(0, 0); 90]; 14];
    let mut i = 0;
    while i < 14 * 90 {
        let piece = Piece::from_index(i / 90);
        let square = Square::from_index(i % 90);
        let material = material(piece.kind());
        let psqt = psqt(piece.kind(), square.relative_to(piece.color()));
        let sign = match piece.color() {
            Color::Red => 1,
            Color::Black => -1,
        };
        values[i / 90][i % 90] = value(
            sign * (material.middlegame + psqt.middlegame),
            sign * (material.endgame + psqt.endgame),
        );
        i += 1;
    }
    values
};

impl Terms for Xiangqi {
    const PHASE_MAX: i32 = 16;
    const TEMPO: i32 = 12;

    #[inline]
    fn value_of(piece: Piece, square: Square) -> Value {
        VALUES[piece.index()][square.index()]
    }

    #[inline]
    fn phase_of(piece: Piece) -> i32 {
        attack(piece.kind())
    }

    fn for_each_piece(position: &Position, mut visit: impl FnMut(Piece, Square)) {
        for square in position.occupied() {
            if let Some(piece) = position.piece_on(square) {
                visit(piece, square);
            }
        }
    }

    #[inline]
    fn other_terms(position: &Position, _: &Sums) -> i32 {
        exposure(position, Color::Black) - exposure(position, Color::Red)
    }
}

/// What a piece counts in an attack, and for the phase.
#[inline]
const fn attack(kind: PieceType) -> i32 {
    match kind {
        PieceType::Rook => 2,
        PieceType::Horse | PieceType::Cannon => 1,
        _ => 0,
    }
}

/// What a side's lost guards cost it: more, the more attackers it faces.
#[inline]
fn exposure(position: &Position, side: Color) -> i32 {
    const LOST_ADVISOR: i32 = 5;
    const LOST_ELEPHANT: i32 = 3;
    let count = |color, kind| position.pieces(color, kind).count() as i32;
    let lost = LOST_ADVISOR * (2 - count(side, PieceType::Advisor))
        + LOST_ELEPHANT * (2 - count(side, PieceType::Elephant));
    if lost == 0 {
        return 0;
    }
    let attackers: i32 = [PieceType::Rook, PieceType::Horse, PieceType::Cannon]
        .map(|kind| attack(kind) * count(!side, kind))
        .iter()
        .sum();
    lost * attackers
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
        let guarded = of("3akab2/9/4b4/9/9/R3R4/9/9/9/3K5 b - - 0 1");
        let exposed = of("3ak1b2/9/4b4/9/9/R3R4/9/9/9/3K5 b - - 0 1");
        assert!(guarded - exposed > 150, "{guarded} {exposed}");
        assert!(of(Position::START_FEN).abs() < 50);
    }
}
