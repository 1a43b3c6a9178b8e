//! What a piece on a square is worth.

use std::ops::{AddAssign, SubAssign};

use chess::{Color, Piece, PieceType, Square};

/// A value in the middlegame and in the endgame, in hundredths of a pawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// With all pieces on the board.
    pub middlegame: i32,
    /// With kings and pawns only.
    pub endgame: i32,
}

impl AddAssign for Value {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.middlegame += other.middlegame;
        self.endgame += other.endgame;
    }
}

impl SubAssign for Value {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.middlegame -= other.middlegame;
        self.endgame -= other.endgame;
    }
}

/// The phase of the start position.
pub const PHASE_MAX: i32 = 24;

/// How much a piece makes it a middlegame.
#[inline]
pub const fn phase_of(kind: PieceType) -> i32 {
    match kind {
        PieceType::Pawn | PieceType::King => 0,
        PieceType::Knight | PieceType::Bishop => 1,
        PieceType::Rook => 2,
        PieceType::Queen => 4,
    }
}

/// By piece, then square; from white's view.
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
        let (material, placed) = (material(piece.kind()), placement(piece.kind(), own));
        let sign = match piece.color() {
            Color::White => 1,
            Color::Black => -1,
        };
        values[i / 64][i % 64] = Value {
            middlegame: sign * (material.middlegame + placed.middlegame),
            endgame: sign * (material.endgame + placed.endgame),
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

/// Steps from the four squares in the center, along files and ranks together: 0 to 6.
pub const fn from_center(square: Square) -> i32 {
    off_center(square.file() as i32) + off_center(square.rank() as i32)
}

/// Steps from the middle two lines: 0 to 3.
const fn off_center(line: i32) -> i32 {
    if line < 4 { 3 - line } else { line - 4 }
}

/// What a piece is worth wherever it stands.
pub const fn material(kind: PieceType) -> Value {
    let (middlegame, endgame) = match kind {
        PieceType::Pawn => (85, 105),
        PieceType::Knight => (330, 300),
        PieceType::Bishop => (350, 320),
        PieceType::Rook => (470, 530),
        PieceType::Queen => (980, 960),
        PieceType::King => (0, 0),
    };
    Value {
        middlegame,
        endgame,
    }
}

/// What standing on a square adds, for a white piece.
pub const fn placement(kind: PieceType, square: Square) -> Value {
    let rank = square.rank() as i32;
    let file_off = off_center(square.file() as i32);
    let away = from_center(square);
    let home = if rank == 0 { 1 } else { 0 };
    let (middlegame, endgame) = match kind {
        PieceType::Pawn => pawn(rank, file_off),
        PieceType::Knight => (24 - 10 * away + 3 * rank - 4 * home, 16 - 8 * away),
        PieceType::Bishop => (14 - 5 * away - 8 * home, 8 - 4 * away),
        PieceType::Rook => {
            let seventh = if rank == 6 { 18 } else { 0 };
            (6 - 4 * file_off + seventh, 2 * rank + seventh / 2 - 6)
        }
        PieceType::Queen => (6 - 2 * away - 4 * home, 20 - 7 * away),
        PieceType::King => king(rank, file_off, away),
    };
    Value {
        middlegame,
        endgame,
    }
}

/// Pawns hold the center, and are worth more the nearer they are to promotion.
const fn pawn(rank: i32, file_off: i32) -> (i32, i32) {
    let central = if file_off == 0 && (rank == 3 || rank == 4) {
        22
    } else {
        0
    };
    let stuck = if file_off == 0 && rank == 1 { -14 } else { 0 };
    let advanced = [0, 0, 2, 8, 18, 38, 70, 0][rank as usize];
    let promised = [0, 0, 4, 14, 32, 70, 120, 0][rank as usize];
    (central + stuck + advanced - 3 * file_off, promised)
}

/// Kings hide on the wings of the first rank, and come to the center when the pieces are gone.
const fn king(rank: i32, file_off: i32, away: i32) -> (i32, i32) {
    let wing = [-12, -6, 26, 18][file_off as usize];
    let exposed = [0, -16, -45, -70, -90, -100, -100, -100][rank as usize];
    let shelter = if rank <= 1 { wing } else { 0 };
    (shelter + exposed, 30 - 11 * away)
}
