//! Zobrist keys: the random numbers that position keys are made of.

use chess::Square;
use game::Rng;

use crate::types::piece::{Piece, PieceType};

/// All the numbers, drawn in this order from one seed.
struct Numbers {
    black_to_move: u64,
    /// By piece, then square.
    pieces: [[u64; 64]; 12],
}

static NUMBERS: Numbers = {
    let mut rng = Rng::new(0x4D61_6B72_756B_2121);
    let mut numbers = Numbers {
        black_to_move: rng.next_u64(),
        pieces: [[0; 64]; 12],
    };
    let mut i = 0;
    while i < 12 * 64 {
        numbers.pieces[i / 64][i % 64] = rng.next_u64();
        i += 1;
    }
    numbers
};

/// For each piece, all ones for the keys that it belongs to, in the order pawn, minor, white's and
/// black's non-pawn key. A table of masks, because a branch on the piece would be mispredicted.
static MEMBERSHIP: [[u64; 4]; 12] = {
    let mut masks = [[0; 4]; 12];
    let mut i = 0;
    while i < 12 {
        let piece = Piece::from_index(i);
        match piece.kind() {
            PieceType::Pawn => masks[i][0] = u64::MAX,
            kind => {
                masks[i][2 + piece.color().index()] = u64::MAX;
                if !matches!(kind, PieceType::Rook) {
                    masks[i][1] = u64::MAX;
                }
            }
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

/// Which partial keys a piece belongs to: pawn, minor, white's non-pawn, black's non-pawn.
#[inline(always)]
pub(crate) const fn membership(piece: Piece) -> &'static [u64; 4] {
    &MEMBERSHIP[piece.index()]
}

/// The number that tells black's turn from white's.
#[inline(always)]
pub(crate) const fn black_to_move() -> u64 {
    NUMBERS.black_to_move
}
