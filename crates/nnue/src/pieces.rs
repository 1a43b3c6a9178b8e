//! The pieces of a position as sets of squares.

use chess::{Bitboard, Color, Piece, PieceType, Position, Square};

/// Where the pieces stand, and nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pieces {
    kinds: [Bitboard; PieceType::COUNT],
    colors: [Bitboard; Color::COUNT],
}

impl Pieces {
    /// The squares of a piece.
    #[inline]
    pub fn of(&self, piece: Piece) -> Bitboard {
        self.kinds[piece.kind().index()] & self.colors[piece.color().index()]
    }

    /// The squares that differ.
    #[inline]
    pub fn differences(&self, other: &Self) -> Bitboard {
        let kinds = self.kinds.iter().zip(&other.kinds);
        let colors = self.colors.iter().zip(&other.colors);
        let changed = kinds.chain(colors).map(|(&here, &there)| here ^ there);
        changed.fold(Bitboard::EMPTY, |all, changed| all | changed)
    }

    /// How many pieces there are, kings included.
    pub fn count(&self) -> usize {
        (self.colors[0] | self.colors[1]).count() as usize
    }

    /// The square of a king; a1 if there is none.
    pub fn king(&self, color: Color) -> Square {
        let squares = self.of(Piece::new(color, PieceType::King));
        squares.first().unwrap_or(Square::A1)
    }

    /// The pieces without the one on a square.
    #[must_use]
    pub fn without(mut self, square: Square) -> Self {
        let others = !Bitboard::of(square);
        for set in self.kinds.iter_mut().chain(&mut self.colors) {
            *set &= others;
        }
        self
    }
}

/// Pieces on their squares, at most one on each.
impl FromIterator<(Piece, Square)> for Pieces {
    fn from_iter<T: IntoIterator<Item = (Piece, Square)>>(pieces: T) -> Self {
        let mut all = Self::default();
        for (piece, square) in pieces {
            all.kinds[piece.kind().index()] |= Bitboard::of(square);
            all.colors[piece.color().index()] |= Bitboard::of(square);
        }
        all
    }
}

impl From<&Position> for Pieces {
    #[inline]
    fn from(position: &Position) -> Self {
        let mut pieces = Self::default();
        for kind in PieceType::ALL {
            pieces.kinds[kind.index()] = position.kind(kind);
        }
        for color in Color::ALL {
            pieces.colors[color.index()] = position.color(color);
        }
        pieces
    }
}
