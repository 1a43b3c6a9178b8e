//! Positions as the device reads them.

use game::{Dense, Position};
use nnue::Features;
use nnue::features::PieceSets;

use crate::OnDevice;
use crate::abi::PackedPosition;
use crate::game::piece_code;

/// No en-passant square.
const NO_SQUARE: u8 = 64;

impl PackedPosition {
    /// Packs a position that so many plies led to.
    pub fn new<G: OnDevice>(position: &G::Position, plies: usize) -> Self {
        let mut packed = Self {
            extra: G::extra(position),
            ply: plies.try_into().unwrap_or(u16::MAX),
            clock: position.halfmove_clock().try_into().unwrap_or(u16::MAX),
            side: position.side_to_move().index() as u8,
            en_passant: G::en_passant(position).unwrap_or(NO_SQUARE),
            ..Self::default()
        };
        let mut codes = [0; 128];
        let pieces = <G::Features as Features>::Pieces::from(position);
        pieces.for_each(|piece, square| codes[square.index()] = piece_code(piece.index()) as u8);
        let standing = (0..).zip(codes).filter(|&(_, code)| code != 0);
        for (i, (square, code)) in standing.enumerate() {
            packed.occupied[square / 64] |= 1 << (square % 64);
            packed.pieces[i / 2] |= code << (4 * (i % 2));
        }
        packed
    }
}
