//! A feature set as tables, for speed.

use chess::{Color, Piece, PieceType, Square};

use super::{Both, FeatureSet, View};

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
}

/// A [`View`] in few bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outlook {
    pub(super) base: u16,
    pub(super) turn: u16,
    number: u16,
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
            base: view.base as u16,
            turn: view.turn as u16,
            number: view.number as u16,
        }
    }
}

/// Everything that a feature set says, looked up instead of computed.
#[derive(Clone, Debug)]
pub struct FeatureTable {
    outlooks: [[Outlook; Square::COUNT]; Color::COUNT],
    /// Where the inputs of each piece start in a view's block; for pieces that are none, anywhere.
    planes: [Both; Piece::COUNT],
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
            planes: Piece::ALL.map(|piece| Both::new(Color::ALL.map(|side| plane(side, piece)))),
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

    /// The places of a piece on a square in the blocks of views that do not turn the board.
    #[must_use]
    #[inline(always)]
    pub const fn places(&self, piece: Piece, square: Square) -> Both {
        // At most 63.
        let square = square.index() as u16;
        self.planes[piece.index()].plus(Both::new([square; Color::COUNT]))
    }

    /// The input of a piece on a square that is one, in a view of a side.
    #[must_use]
    #[inline]
    pub const fn input(&self, side: Color, outlook: Outlook, feature: Feature) -> usize {
        let (piece, square) = (feature.0 as usize / Square::COUNT, feature.0 % 64);
        let place = self.planes[piece].of(side) + square;
        // Turning the board changes the low bits, which are the square.
        outlook.base as usize + (place ^ outlook.turn) as usize
    }
}
