//! Setting up a position.

use game::Keys;

use super::{HEADROOM, InvalidPosition, Position, State};
use crate::tables::leapers::pawn_attacks;
use crate::tables::zobrist::{black_to_move, castling_key, en_passant_key, piece_key};
use crate::types::bitboard::Bitboard;
use crate::types::castling::Castling;
use crate::types::color::{Black, Color, White};
use crate::types::piece::{Piece, PieceType};
use crate::types::square::{Rank, Square};

/// Everything that a position is set up from, not yet checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The pieces, by square.
    pub board: [Option<Piece>; 64],
    /// Whose turn it is.
    pub side: Color,
    /// Which rooks may castle.
    pub castling: Castling,
    /// The square behind a pawn that just went two squares, whether or not it can be taken.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the full move, from 1.
    pub fullmove_number: u32,
}

impl Placement {
    /// The position, if it is valid.
    ///
    /// An en-passant square is kept only if a capture on it is legal, so that positions in which
    /// the same moves are possible are equal.
    ///
    /// # Errors
    /// Says what is wrong with the placement.
    pub fn validate(&self) -> Result<Position, InvalidPosition> {
        let mut position = Position {
            colors: [Bitboard::EMPTY; 2],
            kinds: [Bitboard::EMPTY; 6],
            board: [None; 64],
            state: State {
                keys: Keys::default(),
                checkers: Bitboard::EMPTY,
                pinned: Bitboard::EMPTY,
                castling: self.castling,
                halfmove_clock: self.halfmove_clock,
                plies_since_null: self.halfmove_clock,
                captured: None,
                en_passant: None,
            },
            side: self.side,
            chess960: false,
            history: Vec::with_capacity(HEADROOM),
            plies_before: 0,
        };
        position.set_fullmove_number(self.fullmove_number);
        for square in Square::ALL {
            if let Some(piece) = self.board[square.index()] {
                position.put(piece, square);
            }
        }
        position.validate()?;
        match self.side {
            Color::White => position.find_checks::<White>(),
            Color::Black => position.find_checks::<Black>(),
        }
        if let Some(target) = self.en_passant {
            position.set_en_passant(target)?;
        }
        position.state.keys = position.keys_from_scratch();
        position.chess960 = position.needs_chess960();
        Ok(position)
    }
}

impl Position {
    /// Accepts an en-passant square if a pawn can have just passed it, and keeps it if a pawn can
    /// be taken there.
    fn set_en_passant(&mut self, target: Square) -> Result<(), InvalidPosition> {
        let (us, them) = (self.side, !self.side);
        let victim = target.forward(them);
        let origin = target.forward(us);
        let passed = target.rank() == Rank::Sixth.relative_to(us)
            && self.pieces(them, PieceType::Pawn).has(victim)
            && !self.occupied().has(target)
            && !self.occupied().has(origin);
        if !passed {
            return Err(InvalidPosition::EnPassant(target));
        }
        let leapers = self.kind(PieceType::Pawn) | self.kind(PieceType::Knight);
        let other_check = (self.checkers() & leapers & !Bitboard::of(victim)).any();
        let capturable = !other_check
            && (pawn_attacks(them, target) & self.pieces(us, PieceType::Pawn))
                .into_iter()
                .any(|from| !self.en_passant_exposes_king(us, from, target, victim));
        self.state.en_passant = capturable.then_some(target);
        Ok(())
    }

    /// Sets the number of the full move that the position was set up with.
    fn set_fullmove_number(&mut self, number: u32) {
        let black_to_move = u32::from(self.side == Color::Black);
        self.plies_before = number
            .saturating_sub(1)
            .saturating_mul(2)
            .saturating_add(black_to_move);
    }

    /// Whether the castling rights can only be those of a Chess960 game.
    fn needs_chess960(&self) -> bool {
        let standard_rooks = Bitboard::of(Square::A1)
            | Bitboard::of(Square::H1)
            | Bitboard::of(Square::A8)
            | Bitboard::of(Square::H8);
        Color::ALL.into_iter().any(|color| {
            let rooks = self.castling().rooks(color);
            let king = Square::E1.relative_to(color);
            rooks.any() && (self.king(color) != king || (rooks & !standard_rooks).any())
        })
    }

    /// The keys computed anew from the pieces and the state: what the incremental ones must equal.
    pub fn keys_from_scratch(&self) -> Keys {
        let mut keys = Keys {
            full: castling_key(self.castling()),
            ..Keys::default()
        };
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
                    if matches!(
                        kind,
                        PieceType::Knight | PieceType::Bishop | PieceType::King
                    ) {
                        keys.minor ^= number;
                    }
                }
            }
        }
        if let Some(square) = self.en_passant() {
            keys.full ^= en_passant_key(square.file());
        }
        if self.side == Color::Black {
            keys.full ^= black_to_move();
        }
        keys
    }
}
