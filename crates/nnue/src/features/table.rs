//! A feature set as tables, for speed.

use chess::{Color, Piece, PieceType, Square};

use super::{FeatureSet, View};

/// A piece on a square, in one number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Feature(u16);

impl Feature {
    /// The piece on the square.
    #[must_use]
    #[inline]
    pub const fn new(piece: Piece, square: Square) -> Self {
        // At most 767.
        Self((piece.index() * Square::COUNT + square.index()) as u16)
    }

    /// The piece.
    #[must_use]
    #[inline]
    pub const fn piece(self) -> Piece {
        Piece::from_index(self.0 as usize / Square::COUNT)
    }
}

/// A [`View`] in few bytes, for those who keep one for each ply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outlook {
    base: u32,
    number: u16,
    turn: u16,
}

impl Outlook {
    /// [`View::number`]
    #[must_use]
    #[inline]
    pub const fn number(self) -> usize {
        self.number as usize
    }
}

impl From<View> for Outlook {
    /// No set has more inputs or views than fit.
    fn from(view: View) -> Self {
        Self {
            base: view.base as u32,
            number: view.number as u16,
            turn: view.turn as u16,
        }
    }
}

/// Everything that a feature set says, looked up instead of computed.
#[derive(Clone, Debug)]
pub struct FeatureTable {
    outlooks: [[Outlook; Square::COUNT]; Color::COUNT],
    /// Where a piece's inputs start in a view's block.
    planes: [[u16; Piece::COUNT]; Color::COUNT],
    view_count: usize,
    has_kings: bool,
}

impl FeatureTable {
    /// The tables of a feature set.
    #[must_use]
    pub fn new(set: &FeatureSet) -> Self {
        let features = set.features();
        // A block has fewer than 65,536 inputs.
        let plane = |side, piece| features.plane(side, piece).unwrap_or_default() as u16;
        let king = Piece::new(Color::White, PieceType::King);
        Self {
            outlooks: Color::ALL
                .map(|side| Square::ALL.map(|king| Outlook::from(features.view(side, king)))),
            planes: Color::ALL.map(|side| Piece::ALL.map(|piece| plane(side, piece))),
            view_count: features.views(),
            has_kings: features.plane(Color::White, king).is_some(),
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
    pub const fn outlook(&self, side: Color, king: Square) -> Outlook {
        self.outlooks[side.index()][king.index()]
    }

    /// Whether kings are inputs; all other pieces are.
    #[must_use]
    #[inline]
    pub const fn has_kings(&self) -> bool {
        self.has_kings
    }

    /// Whether a piece is an input.
    #[must_use]
    #[inline]
    pub fn has(&self, piece: Piece) -> bool {
        self.has_kings || piece.kind() != PieceType::King
    }

    /// The input of a piece on a square that is one, in a view of a side.
    #[must_use]
    #[inline]
    pub const fn input(&self, side: Color, outlook: Outlook, feature: Feature) -> usize {
        let plane = self.planes[side.index()][feature.piece().index()];
        let square = (feature.0 ^ outlook.turn) as usize % Square::COUNT;
        outlook.base as usize + plane as usize + square
    }
}
