//! A feature set of xiangqi as lookup tables.

use xiangqi::{Color, Piece, PieceType, Square};

use super::views::{PLACES, Views, place};
use super::{FeatureSet, Pieces};
use crate::features::{Lookup, PieceSets};

/// The feature index of a piece on a square is the base of the bucket plus a number of this table.
#[derive(Clone, Debug)]
pub struct FeatureTable {
    set: FeatureSet,
    /// `[color][mirrored][piece][square]`; unspecified for what is no feature.
    indices: Box<[[[u16; PLACES]; 2]; Color::COUNT]>,
    /// `[bucket]`: the first feature.
    bases: [u16; 8],
}

impl FeatureTable {
    /// The table of a feature set.
    pub fn new(set: FeatureSet) -> Self {
        let mut indices = Box::new([[[0; PLACES]; 2]; Color::COUNT]);
        for side in Color::ALL {
            for (mirrored, indices) in indices[side.index()].iter_mut().enumerate() {
                for (piece, square) in Piece::ALL
                    .into_iter()
                    .flat_map(|piece| Square::ALL.map(|square| (piece, square)))
                {
                    let seen = square.relative_to(side);
                    let seen = if mirrored == 1 { seen.mirrored() } else { seen };
                    let index = set.plane_index(piece.color() == side, piece.kind(), seen);
                    // A bucket has fewer than 65,536 inputs.
                    indices[place(piece, square)] = index.unwrap_or_default() as u16;
                }
            }
        }
        Self {
            set,
            indices,
            bases: std::array::from_fn(|bucket| (bucket * set.bucket_inputs()) as u16),
        }
    }
}

impl Lookup<FeatureSet> for FeatureTable {
    const FOLLOWS_CAPTURES: bool = true;

    fn views(&self, pieces: &Pieces) -> Views {
        let mut views = Views::default();
        pieces.for_each(|piece, square| views.add(piece, square));
        views.decide(self.set);
        views
    }

    fn entries(&self) -> usize {
        2 * self.set.buckets()
    }

    #[inline]
    fn entry(&self, views: &Views, _: &Pieces, side: usize) -> usize {
        let view = views.seen[side];
        2 * usize::from(view.bucket) + usize::from(view.is_mirrored)
    }

    #[inline(always)]
    fn is_followed(&self, piece: Piece) -> bool {
        self.set != FeatureSet::HomeBucket || piece.kind() == PieceType::King
    }

    #[inline]
    fn follow(&self, views: &mut Views, piece: Piece, from: Option<Square>, to: Option<Square>) {
        if let Some(from) = from {
            views.remove(piece, from);
        }
        if let Some(to) = to {
            views.add(piece, to);
        }
        views.decide(self.set);
    }

    #[inline]
    fn is_alike(a: &Views, b: &Views, side: usize) -> bool {
        a.seen[side] == b.seen[side]
    }

    #[inline(always)]
    fn has(&self, piece: Piece) -> bool {
        self.set != FeatureSet::HomeBucket || piece.kind() != PieceType::King
    }

    #[inline(always)]
    fn feature(&self, piece: Piece, square: Square) -> u16 {
        // Fewer than 65,536.
        place(piece, square) as u16
    }

    #[inline(always)]
    fn index(&self, views: &Views, feature: u16, side: usize) -> u16 {
        let view = views.seen[side];
        let indices = &self.indices[side][usize::from(view.is_mirrored)];
        self.bases[usize::from(view.bucket)] + indices[usize::from(feature)]
    }
}
