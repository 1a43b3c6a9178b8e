//! A feature set as tables, for speed.

use chess::{Color, Piece, Square};

use super::{FeatureSet, View};

/// Everything that a feature set says, looked up instead of computed.
#[derive(Clone, Debug)]
pub struct FeatureTable {
    views: [[View; Square::COUNT]; Color::COUNT],
    planes: [[Option<u16>; Piece::COUNT]; Color::COUNT],
    view_count: usize,
}

impl FeatureTable {
    /// The tables of a feature set.
    #[must_use]
    pub fn new(set: &FeatureSet) -> Self {
        let features = set.features();
        // The planes of a block number fewer than 768.
        let plane = |side, piece| features.plane(side, piece).map(|start| start as u16);
        Self {
            views: Color::ALL.map(|side| Square::ALL.map(|king| features.view(side, king))),
            planes: Color::ALL.map(|side| Piece::ALL.map(|piece| plane(side, piece))),
            view_count: features.views(),
        }
    }

    /// How many views a side can have.
    #[must_use]
    pub const fn views(&self) -> usize {
        self.view_count
    }

    /// The view of a side whose king is on a square.
    #[must_use]
    #[inline]
    pub const fn view(&self, side: Color, king: Square) -> View {
        self.views[side.index()][king.index()]
    }

    /// The input of a piece on a square, in a view of a side.
    #[must_use]
    #[inline]
    pub fn input(&self, side: Color, view: View, piece: Piece, square: Square) -> Option<usize> {
        let plane = self.planes[side.index()][piece.index()]?;
        Some(view.base + usize::from(plane) + (square.index() ^ view.turn))
    }
}
