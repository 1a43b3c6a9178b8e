//! What a move changes.

use chess::{Piece, PieceType, Square};

use crate::features::Feature;

/// A short list without heap memory: no move of chess brings or takes more than two pieces.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Few {
    items: [Feature; 2],
    len: u8,
}

impl Few {
    #[inline]
    fn push(&mut self, piece: Piece, square: Square) {
        self.items[usize::from(self.len)] = Feature::new(piece, square);
        self.len += 1;
    }
}

/// The pieces that a move puts down and takes up.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Changes {
    added: Few,
    removed: Few,
    has_king: bool,
}

impl Changes {
    #[inline]
    pub(super) fn add(&mut self, piece: Piece, square: Square) {
        self.added.push(piece, square);
        self.has_king |= piece.kind() == PieceType::King;
    }

    #[inline]
    pub(super) fn remove(&mut self, piece: Piece, square: Square) {
        self.removed.push(piece, square);
        self.has_king |= piece.kind() == PieceType::King;
    }

    /// Whether a king is among the pieces.
    #[inline]
    pub(super) const fn has_king(&self) -> bool {
        self.has_king
    }

    /// How many pieces are put down and taken up.
    #[inline]
    pub(super) const fn counts(&self) -> (usize, usize) {
        (self.added.len as usize, self.removed.len as usize)
    }

    /// The pieces put down, as far as they go by [`Changes::counts`].
    #[inline]
    pub(super) const fn added(&self) -> [Feature; 2] {
        self.added.items
    }

    /// The pieces taken up, as far as they go by [`Changes::counts`].
    #[inline]
    pub(super) const fn removed(&self) -> [Feature; 2] {
        self.removed.items
    }
}
