//! Zobrist keys: the random numbers that position keys are made of.

use game::Rng;

use crate::types::piece::{Piece, PieceType};
use crate::types::square::Square;

/// All the numbers, drawn in this order from one seed.
struct Numbers {
    black_to_move: u64,
    /// By piece, then square.
    pieces: [[u64; 90]; 14],
}

static NUMBERS: Numbers = {
    let mut rng = Rng::new(0x5869_616E_6771_6921);
    let mut numbers = Numbers {
        black_to_move: rng.next_u64(),
        pieces: [[0; 90]; 14],
    };
    let mut i = 0;
    while i < 14 * 90 {
        numbers.pieces[i / 90][i % 90] = rng.next_u64();
        i += 1;
    }
    numbers
};

/// For each piece, all ones for the keys that it belongs to, in the order pawn, minor, red's and
/// black's non-pawn key. A table of masks, because a branch on the piece would be mispredicted.
static MEMBERSHIP: [[u64; 4]; 14] = {
    let mut masks = [[0; 4]; 14];
    let mut i = 0;
    while i < 14 {
        let piece = Piece::from_index(i);
        match piece.kind() {
            PieceType::Pawn => masks[i][0] = u64::MAX,
            PieceType::Horse | PieceType::Cannon => masks[i][1] = u64::MAX,
            _ => {}
        }
        if !matches!(piece.kind(), PieceType::Pawn) {
            masks[i][2 + piece.color().index()] = u64::MAX;
        }
        i += 1;
    }
    masks
};

/// The number of a piece on a square.
#[inline(always)]
pub(crate) const fn piece_key(piece: Piece, square: Square) -> u64 {
    NUMBERS.pieces[piece.index()][square.index()]
}

/// Which partial keys a piece belongs to: pawn, minor, red's non-pawn, black's non-pawn.
#[inline(always)]
pub(crate) const fn membership(piece: Piece) -> &'static [u64; 4] {
    &MEMBERSHIP[piece.index()]
}

/// The number that tells black's turn from red's.
#[inline(always)]
pub(crate) const fn black_to_move() -> u64 {
    NUMBERS.black_to_move
}
