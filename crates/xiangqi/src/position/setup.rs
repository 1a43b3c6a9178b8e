//! Setting up a position.

use game::Keys;

use super::{HEADROOM, InvalidPosition, KeyFilter, MOVE_LIMIT, Position, RepetitionRule, State};
use crate::tables::zobrist::{black_to_move, piece_key};
use crate::text::uci::Dialect;
use crate::types::bitboard::Bitboard;
use crate::types::color::Color;
use crate::types::piece::{Piece, PieceType};
use crate::types::square::Square;

/// Everything that a position is set up from, not yet checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The pieces, by square.
    pub board: [Option<Piece>; 90],
    /// Whose turn it is.
    pub side: Color,
    /// Plies since the last capture.
    pub halfmove_clock: u16,
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
            kinds: [Bitboard::EMPTY; 7],
            board: [None; 90],
            side: self.side,
            dialect: Dialect::default(),
            state: State {
                keys: Keys::default(),
                checkers: Bitboard::EMPTY,
                pinned: Bitboard::EMPTY,
                hollow: Bitboard::EMPTY,
                mv: None,
                captured: None,
                checks: [0; 2],
                halfmove_clock: self.halfmove_clock,
                reversible_plies: self.halfmove_clock,
            },
            history: Vec::with_capacity(HEADROOM),
            earlier_keys: KeyFilter::new(),
            plies_before: (self.fullmove_number.saturating_sub(1))
                .saturating_mul(2)
                .saturating_add(black_to_move),
            repetition_rule: RepetitionRule::default(),
            move_limit: MOVE_LIMIT,
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
        let mut keys = Keys::default();
        for square in self.occupied() {
            let Some(piece) = self.piece_on(square) else {
                continue;
            };
            let number = piece_key(piece, square);
            keys.full ^= number;
            match piece.kind() {
                PieceType::Pawn => keys.pawn ^= number,
                kind => {
                    keys.non_pawn[piece.color().index()] ^= number;
                    if matches!(kind, PieceType::Horse | PieceType::Cannon) {
                        keys.minor ^= number;
                    }
                }
            }
        }
        if self.side == Color::Black {
            keys.full ^= black_to_move();
        }
        keys
    }
}
