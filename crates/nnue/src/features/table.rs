//! A feature set as lookup tables.

use chess::{Color, Piece, PieceType, Square};

use super::{FeatureSet, PerColor, Perspective};

/// All that a [`FeatureSet`] computes, looked up instead.
#[derive(Clone, Debug)]
pub struct FeatureTable {
    /// `[color][king square]`
    by_king: [[Perspective; Square::COUNT]; Color::COUNT],
    /// The first feature index of each piece before the king bucket's base is added; unspecified for
    /// pieces that are no features.
    planes: [PerColor; Piece::COUNT],
    perspectives: usize,
    has_kings: bool,
}

impl FeatureTable {
    /// The tables of a feature set.
    pub fn new(set: &FeatureSet) -> Self {
        let features = set.features();
        // A king bucket has fewer than 65,536 inputs.
        let plane = |side, piece| features.plane(side, piece).unwrap_or_default() as u16;
        let king = Piece::new(Color::White, PieceType::King);
        Self {
            by_king: Color::ALL
                .map(|side| Square::ALL.map(|king| features.perspective(side, king))),
            planes: Piece::ALL
                .map(|piece| PerColor::new(Color::ALL.map(|side| plane(side, piece)))),
            perspectives: features.perspectives(),
            has_kings: features.plane(Color::White, king).is_some(),
        }
    }

    /// How many different perspectives a color can have.
    pub const fn perspectives(&self) -> usize {
        self.perspectives
    }

    /// The perspective of a color whose king is on a square.
    #[inline]
    pub const fn perspective(&self, side: Color, king: Square) -> Perspective {
        self.by_king[side.index()][king.index()]
    }

    /// Whether kings are features; all other pieces are.
    #[inline]
    pub const fn has_kings(&self) -> bool {
        self.has_kings
    }

    /// Whether a piece is a feature.
    #[inline]
    pub fn has(&self, piece: Piece) -> bool {
        self.has_kings || piece.kind() != PieceType::King
    }

    /// Both colors' feature indices of a piece on a square, before the perspective flips the square
    /// and adds the king bucket's base.
    #[inline(always)]
    pub const fn unflipped_indices(&self, piece: Piece, square: Square) -> PerColor {
        self.planes[piece.index()].plus_square(square)
    }

    /// The feature index of a piece on a square, in a perspective of a color.
    #[inline]
    pub const fn index(
        &self,
        (side, perspective): (Color, Perspective),
        piece: Piece,
        square: Square,
    ) -> usize {
        let unflipped = self.unflipped_indices(piece, square).of(side);
        perspective.base as usize + (unflipped ^ perspective.flip) as usize
    }
}
