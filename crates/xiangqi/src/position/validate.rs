//! What makes a position valid: the one place that decides it.

use std::fmt;

use super::Position;
use crate::tables::leapers::advisor_attacks;
use crate::types::bitboard::Bitboard;
use crate::types::color::Color;
use crate::types::piece::{Piece, PieceType};
use crate::types::square::{File, Rank, Square};

/// Why a placement of pieces is not a xiangqi position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidPosition {
    /// A side has not exactly one king.
    Kings(Color, u32),
    /// A side has more pieces of a type than it began with.
    TooMany(Piece),
    /// A piece stands where it can never get to.
    Unreachable(Piece, Square),
    /// The side not to move is in check, or the kings face each other: a king could be taken.
    OpponentInCheck,
}

impl fmt::Display for InvalidPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kings(color, count) => write!(f, "{color} has {count} kings, not one"),
            Self::TooMany(piece) => {
                let (most, kind) = (piece.kind().max_count(), piece.letter());
                write!(f, "more than {most} pieces {kind:?}")
            }
            Self::Unreachable(piece, square) => {
                write!(f, "{:?} can never stand on {square}", piece.letter())
            }
            Self::OpponentInCheck => f.write_str("the side not to move is in check"),
        }
    }
}

impl std::error::Error for InvalidPosition {}

/// The squares that a piece can ever stand on.
#[must_use]
pub fn reachable(piece: Piece) -> Bitboard {
    let color = piece.color();
    let palace = Bitboard::palace(color);
    let of = |squares: &[Square]| -> Bitboard {
        squares
            .iter()
            .map(|square| square.relative_to(color))
            .collect()
    };
    match piece.kind() {
        PieceType::King => palace,
        PieceType::Advisor => palace.into_iter().fold(Bitboard::EMPTY, |set, from| {
            let center = Square::E1.relative_to(color);
            if from == center || advisor_attacks(from).has(center) {
                set | Bitboard::of(from)
            } else {
                set
            }
        }),
        PieceType::Elephant => of(&[
            Square::C0,
            Square::G0,
            Square::A2,
            Square::E2,
            Square::I2,
            Square::C4,
            Square::G4,
        ]),
        PieceType::Pawn => {
            let before_river = Bitboard::rank(Rank::R3.relative_to(color))
                | Bitboard::rank(Rank::R4.relative_to(color));
            let files = [File::A, File::C, File::E, File::G, File::I]
                .into_iter()
                .fold(Bitboard::EMPTY, |set, file| set | Bitboard::file(file));
            before_river & files | Bitboard::home(!color)
        }
        PieceType::Horse | PieceType::Cannon | PieceType::Rook => Bitboard::FULL,
    }
}

impl Position {
    /// Checks the number and the places of the pieces, and that no king can be taken.
    pub(super) fn validate(&self) -> Result<(), InvalidPosition> {
        for piece in Piece::ALL {
            let set = self.pieces(piece.color(), piece.kind());
            if piece.kind() == PieceType::King && set.count() != 1 {
                return Err(InvalidPosition::Kings(piece.color(), set.count()));
            }
            if set.count() > piece.kind().max_count() {
                return Err(InvalidPosition::TooMany(piece));
            }
            if let Some(square) = set.without(reachable(piece)).first() {
                return Err(InvalidPosition::Unreachable(piece, square));
            }
        }
        let (us, them) = (self.side, !self.side);
        if self.checkers_of(self.king(them), us, self.occupied()).any() {
            return Err(InvalidPosition::OpponentInCheck);
        }
        Ok(())
    }
}
