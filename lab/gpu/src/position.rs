//! Positions as the device reads them.

use chess::{Color, Position};

use crate::abi::PackedPosition;

/// No en-passant square.
const NO_SQUARE: u8 = 64;

impl PackedPosition {
    /// Packs a position that so many plies led to.
    pub fn new(position: &Position, plies: usize) -> Self {
        let occupied = position.occupied();
        let mut pieces = [0; 16];
        for (i, square) in occupied.into_iter().enumerate() {
            if let Some(piece) = position.piece_on(square) {
                let color = piece.color() as u8;
                let code = piece.kind() as u8 + 1 + 8 * color;
                pieces[i / 2] |= code << (4 * (i % 2));
            }
        }
        let rooks = |color| position.castling().rooks(color).0;
        Self {
            occupied: occupied.0,
            pieces,
            castling: (rooks(Color::White) | rooks(Color::Black) >> 48) as u16,
            ply: plies.try_into().unwrap_or(u16::MAX),
            side: position.side_to_move() as u8,
            en_passant: position
                .en_passant()
                .map_or(NO_SQUARE, |square| square as u8),
            clock: position.halfmove_clock().try_into().unwrap_or(u8::MAX),
            padding: 0,
        }
    }
}
