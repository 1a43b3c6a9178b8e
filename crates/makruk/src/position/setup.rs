//! Setting up a position.

use chess::{Bitboard, Color, Square};
use game::Keys;

use super::{Count, HEADROOM, InvalidPosition, Position, State};
use crate::tables::zobrist::{black_to_move, piece_key};
use crate::types::piece::Piece;

/// Everything that a position is set up from, not yet checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The pieces, by square.
    pub board: [Option<Piece>; 64],
    /// Whose turn it is.
    pub side: Color,
    /// The count.
    pub count: Count,
    /// Plies since the last capture or pawn move.
    pub quiet_plies: u16,
    /// The number of the full move, from 1.
    pub fullmove_number: u32,
}

impl Placement {
    /// The position, if it is valid.
    ///
    /// # Errors
    /// Says what is wrong with the placement.
    pub fn validate(&self) -> Result<Position, InvalidPosition> {
        let black_to_move = u32::from(self.side == Color::Black);
        let mut position = Position {
            colors: [Bitboard::EMPTY; 2],
            kinds: [Bitboard::EMPTY; 6],
            board: [None; 64],
            side: self.side,
            state: State {
                keys: Keys::default(),
                checkers: Bitboard::EMPTY,
                pinned: Bitboard::EMPTY,
                count: self.count,
                quiet_plies: self.quiet_plies,
                plies_since_null: 0,
                captured: None,
            },
            history: Vec::with_capacity(HEADROOM),
            plies_before: (self.fullmove_number.saturating_sub(1))
                .saturating_mul(2)
                .saturating_add(black_to_move),
        };
        for square in Square::ALL {
            if let Some(piece) = self.board[square.index()] {
                position.put(piece, square);
            }
        }
        position.validate()?;
        position.find_checks();
        position.state.keys = position.keys_from_scratch();
        Ok(position)
    }
}

impl Position {
    /// The keys computed anew from the pieces and the turn: what the incremental ones must equal.
    #[must_use]
    pub fn keys_from_scratch(&self) -> Keys {
        let mut fresh = self.without_history();
        fresh.state.keys = Keys::default();
        for square in self.occupied() {
            if let Some(piece) = self.piece_on(square) {
                fresh.toggle_keys(piece, piece_key(piece, square));
            }
        }
        if self.side == Color::Black {
            fresh.state.keys.full ^= black_to_move();
        }
        fresh.state.keys
    }
}
