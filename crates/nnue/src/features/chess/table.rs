//! A feature set of chess as lookup tables.

use chess::{Color, Piece, PieceType, Square};

use super::{FeatureSet, PerColor, Perspective, Perspectives};
use crate::features::{Lookup, Pieces};

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

    /// The perspective of a color whose king is on a square.
    #[inline]
    pub const fn perspective(&self, side: Color, king: Square) -> Perspective {
        self.by_king[side.index()][king.index()]
    }

    /// Whether a piece is a feature.
    #[inline]
    pub const fn has(&self, piece: Piece) -> bool {
        self.has_kings || !matches!(piece.kind(), PieceType::King)
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
        side: Color,
        perspective: Perspective,
        piece: Piece,
        square: Square,
    ) -> usize {
        let unflipped = self.unflipped_indices(piece, square).of(side);
        perspective.base as usize + (unflipped ^ perspective.flip) as usize
    }
}

impl Lookup<FeatureSet> for FeatureTable {
    const FOLLOWS_CAPTURES: bool = false;

    fn views(&self, pieces: &Pieces) -> Perspectives {
        let mut views = Perspectives::default();
        for side in Color::ALL {
            views.set(side, self.perspective(side, pieces.king(side)));
        }
        views
    }

    fn entries(&self) -> usize {
        self.perspectives
    }

    #[inline]
    fn entry(&self, _: &Perspectives, pieces: &Pieces, side: usize) -> usize {
        let side = Color::from_index(side);
        usize::from(self.perspective(side, pieces.king(side)).entry)
    }

    #[inline(always)]
    fn is_followed(&self, piece: Piece) -> bool {
        piece.kind() == PieceType::King
    }

    #[inline]
    fn follow(&self, views: &mut Perspectives, king: Piece, _: Option<Square>, to: Option<Square>) {
        if let Some(to) = to {
            views.set(king.color(), self.perspective(king.color(), to));
        }
    }

    #[inline]
    fn is_alike(a: &Perspectives, b: &Perspectives, side: usize) -> bool {
        a.is_alike(b, Color::from_index(side))
    }

    #[inline]
    fn has(&self, piece: Piece) -> bool {
        self.has(piece)
    }

    #[inline(always)]
    fn feature(&self, piece: Piece, square: Square) -> PerColor {
        self.unflipped_indices(piece, square)
    }

    #[inline(always)]
    fn index(&self, views: &Perspectives, feature: PerColor, side: usize) -> u16 {
        views.indices(feature).of_index(side)
    }
}
