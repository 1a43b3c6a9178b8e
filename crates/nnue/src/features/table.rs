//! A feature set as tables, for speed.

use chess::{Color, Piece, PieceType, Square};

use super::{FeatureSet, View};

/// Features, and some more to make a power of two.
const PLACES: usize = 1024;

/// A piece on a square, in one number. It would fit 16 bits, but compilers like to read 32 where they
/// may, and what was just written in another size than it is read in comes late.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Feature(u32);

impl Feature {
    /// The piece on the square.
    #[must_use]
    #[inline]
    pub const fn new(piece: Piece, square: Square) -> Self {
        // At most 767.
        Self((piece.index() * Square::COUNT + square.index()) as u32)
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
    /// For each feature as a side sees it, its place in a view's block.
    places: [[u16; PLACES]; Color::COUNT],
    view_count: usize,
    has_kings: bool,
}

impl FeatureTable {
    /// The tables of a feature set.
    #[must_use]
    pub fn new(set: &FeatureSet) -> Self {
        let features = set.features();
        let place = |side, number: usize| {
            let piece = Piece::from_index(number / Square::COUNT);
            let plane = features.plane(side, piece).unwrap_or_default();
            // A block has fewer than 65,536 inputs.
            (plane + number % Square::COUNT) as u16
        };
        let king = Piece::new(Color::White, PieceType::King);
        Self {
            outlooks: Color::ALL
                .map(|side| Square::ALL.map(|king| Outlook::from(features.view(side, king)))),
            places: Color::ALL.map(|side| std::array::from_fn(|number| place(side, number))),
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
        // Turning the board changes the low bits, which are the square.
        let turned = (feature.0 ^ outlook.turn as u32) as usize % PLACES;
        outlook.base as usize + self.places[side.index()][turned] as usize
    }
}
