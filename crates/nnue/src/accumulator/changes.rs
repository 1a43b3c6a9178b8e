//! What a move changes.

use chess::{Piece, Square};

/// A short list without heap memory: no move of chess brings or takes more than two pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Few {
    items: [(Piece, Square); 2],
    len: usize,
}

impl Default for Few {
    fn default() -> Self {
        Self {
            items: [(Piece::WhitePawn, Square::A1); 2],
            len: 0,
        }
    }
}

impl Few {
    #[inline]
    fn push(&mut self, piece: Piece, square: Square) {
        self.items[self.len] = (piece, square);
        self.len += 1;
    }

    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = (Piece, Square)> {
        self.items.into_iter().take(self.len)
    }
}

/// The pieces that a move puts down and takes up.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Changes {
    pub(super) added: Few,
    pub(super) removed: Few,
}

impl Changes {
    #[inline]
    pub(super) fn add(&mut self, piece: Piece, square: Square) {
        self.added.push(piece, square);
    }

    #[inline]
    pub(super) fn remove(&mut self, piece: Piece, square: Square) {
        self.removed.push(piece, square);
    }
}
