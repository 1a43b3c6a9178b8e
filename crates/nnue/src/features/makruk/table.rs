//! The feature set of makruk as lookup tables.

use chess::{Color, Square};
use makruk::{Piece, PieceType};

use super::{FeatureSet, Pieces, plane};
use crate::features::Lookup;
use crate::features::chess::piece_square::is_mirrored;
use crate::features::chess::{PerColor, Perspective, Perspectives};

/// The first feature index of each piece, for both colors.
#[derive(Clone, Debug)]
pub struct FeatureTable {
    planes: [PerColor; Piece::COUNT],
}

impl FeatureTable {
    pub(super) fn new() -> Self {
        // All are below 768.
        let planes = |piece| Color::ALL.map(|side| plane(side, piece) as u16);
        Self {
            planes: Piece::ALL.map(|piece| PerColor::new(planes(piece))),
        }
    }
}

/// How a color with its king on a square sees the board.
fn perspective(side: Color, king: Square) -> Perspective {
    let mirrored = is_mirrored(king);
    Perspective::new(side, usize::from(mirrored), 0, mirrored)
}

impl Lookup<FeatureSet> for FeatureTable {
    const FOLLOWS_CAPTURES: bool = false;

    fn views(&self, pieces: &Pieces) -> Perspectives {
        let mut views = Perspectives::default();
        for side in Color::ALL {
            views.set(side, perspective(side, pieces.king(side)));
        }
        views
    }

    fn entries(&self) -> usize {
        2
    }

    #[inline]
    fn entry(&self, _: &Perspectives, pieces: &Pieces, side: usize) -> usize {
        usize::from(is_mirrored(pieces.king(Color::from_index(side))))
    }

    #[inline(always)]
    fn is_followed(&self, piece: Piece) -> bool {
        piece.kind() == PieceType::King
    }

    #[inline]
    fn follow(&self, views: &mut Perspectives, king: Piece, _: Option<Square>, to: Option<Square>) {
        if let Some(to) = to {
            views.set(king.color(), perspective(king.color(), to));
        }
    }

    #[inline]
    fn is_alike(a: &Perspectives, b: &Perspectives, side: usize) -> bool {
        a.is_alike(b, Color::from_index(side))
    }

    #[inline]
    fn has(&self, _: Piece) -> bool {
        true
    }

    #[inline(always)]
    fn feature(&self, piece: Piece, square: Square) -> PerColor {
        self.planes[piece.index()].plus_square(square)
    }

    #[inline(always)]
    fn index(&self, views: &Perspectives, feature: PerColor, side: usize) -> u16 {
        views.indices(feature).of_index(side)
    }
}
