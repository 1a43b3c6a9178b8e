//! Zobrist keys: the random numbers that position keys are made of.

use game::Rng;

use crate::types::castling::Castling;
use crate::types::piece::{Piece, PieceType};
use crate::types::square::{File, Square};

/// All the numbers, drawn in this order from one seed.
struct Numbers {
    /// By piece, then square.
    pieces: [[u64; 64]; 12],
    /// By the bits of [`Castling`].
    castling: [u64; 16],
    /// By file.
    en_passant: [u64; 8],
    black_to_move: u64,
}

static NUMBERS: Numbers = {
    let mut rng = Rng::new(0x5175_6965_7475_7321);
    let mut numbers = Numbers {
        pieces: [[0; 64]; 12],
        castling: [0; 16],
        en_passant: [0; 8],
        black_to_move: rng.next_u64(),
    };
    let mut i = 0;
    while i < 12 * 64 {
        numbers.pieces[i / 64][i % 64] = rng.next_u64();
        i += 1;
    }
    i = 0;
    while i < 16 {
        numbers.castling[i] = rng.next_u64();
        i += 1;
    }
    i = 0;
    while i < 8 {
        numbers.en_passant[i] = rng.next_u64();
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
            PieceType::Knight | PieceType::Bishop | PieceType::King => masks[i][1] = u64::MAX,
            PieceType::Rook | PieceType::Queen => {}
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

/// Which partial keys a piece belongs to: pawn, minor, white's non-pawn, black's non-pawn.
#[inline(always)]
pub(crate) const fn membership(piece: Piece) -> &'static [u64; 4] {
    &MEMBERSHIP[piece.index()]
}

/// The number of a set of castling rights: zero for none, and the rights' numbers combined.
#[inline]
pub(crate) fn castling_key(castling: Castling) -> u64 {
    let mut key = 0;
    let mut bits = castling.bits();
    while bits != 0 {
        key ^= NUMBERS.castling[(bits.trailing_zeros() & 15) as usize];
        bits &= bits - 1;
    }
    key
}

/// The number of a possible en-passant capture on a file.
#[inline(always)]
pub(crate) const fn en_passant_key(file: File) -> u64 {
    NUMBERS.en_passant[file.index()]
}

/// The number that tells black's turn from white's.
pub(crate) const fn black_to_move() -> u64 {
    NUMBERS.black_to_move
}
