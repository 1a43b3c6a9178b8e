//! Material values and piece-square tables (PSQT), and the game phase.

use chess::{Color, Piece, PieceType, Square};

use super::Value;
use super::tuned::{MATERIAL_ENDGAME, MATERIAL_MIDDLEGAME, PSQT_ENDGAME, PSQT_MIDDLEGAME};

/// The phase of the start position.
pub const PHASE_MAX: i32 = 24;

/// The phase weight of a piece.
#[inline]
pub const fn phase_of(kind: PieceType) -> i32 {
    match kind {
        PieceType::Pawn | PieceType::King => 0,
        PieceType::Knight | PieceType::Bishop => 1,
        PieceType::Rook => 2,
        PieceType::Queen => 4,
    }
}

/// Material plus PSQT by piece, then square; from white's view.
static VALUES: [[Value; 64]; 12] = {
    let mut values = [[Value {
        middlegame: 0,
        endgame: 0,
    }; 64]; 12];
    let mut i = 0;
    while i < 12 * 64 {
        let piece = Piece::from_index(i / 64);
        let square = Square::from_index(i % 64);
        let own = square.relative_to(piece.color());
        let (material, psqt) = (material(piece.kind()), psqt(piece.kind(), own));
        let sign = match piece.color() {
            Color::White => 1,
            Color::Black => -1,
        };
        values[i / 64][i % 64] = Value {
            middlegame: sign * (material.middlegame + psqt.middlegame),
            endgame: sign * (material.endgame + psqt.endgame),
        };
        i += 1;
    }
    values
};

/// The value of a piece on a square, from white's view.
#[inline]
pub fn value_of(piece: Piece, square: Square) -> Value {
    VALUES[piece.index()][square.index()]
}

/// The Manhattan distance from the four center squares: 0 to 6.
pub const fn center_distance(square: Square) -> i32 {
    off_center(square.file() as i32) + off_center(square.rank() as i32)
}

/// The distance of a file or rank from the middle two: 0 to 3.
const fn off_center(line: i32) -> i32 {
    if line < 4 { 3 - line } else { line - 4 }
}

/// The material value of a piece.
pub const fn material(kind: PieceType) -> Value {
    Value {
        middlegame: MATERIAL_MIDDLEGAME[kind as usize],
        endgame: MATERIAL_ENDGAME[kind as usize],
    }
}

/// The piece-square table value of a white piece.
pub const fn psqt(kind: PieceType, square: Square) -> Value {
    // The tables begin with the eighth rank.
    let (row, file) = (7 - square.rank() as usize, square.file() as usize);
    Value {
        middlegame: PSQT_MIDDLEGAME[kind as usize][row][file],
        endgame: PSQT_ENDGAME[kind as usize][row][file],
    }
}
