//! King buckets: piece and square, with weights of its own for each bucket of own king squares.

use chess::{Color, Piece, Square};

use super::piece_square::{INPUTS, is_mirrored, plane};
use super::{Perspective, Planes};
use crate::architecture::ArchitectureError;

/// The king bucket of each own king square, relative to the perspective and mirrored: that of file
/// `f` (0 to 3 for a to d) and rank `r` (0 for the own first rank) is entry `4 * r + f`.
///
/// The feature index is `768 * bucket` plus that of the mirrored piece-square set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BucketMap(pub [u8; 32]);

impl BucketMap {
    /// How many buckets there are.
    pub fn count(&self) -> usize {
        usize::from(self.0.into_iter().max().unwrap_or_default()) + 1
    }

    /// The bucket of a king on a square relative to its color.
    fn bucket(&self, king: Square) -> usize {
        let file = king.file().index();
        let mirrored_file = file.min(7 - file);
        usize::from(self.0[4 * king.rank().index() + mirrored_file])
    }

    /// Every number below the largest one must be used.
    pub(super) fn validate(&self) -> Result<(), ArchitectureError> {
        let is_used = |bucket: usize| self.0.iter().any(|&used| usize::from(used) == bucket);
        if (0..self.count()).all(is_used) {
            Ok(())
        } else {
            Err(ArchitectureError::KingBuckets(self.count() - 1))
        }
    }
}

impl Planes for BucketMap {
    fn inputs(&self) -> usize {
        self.count() * INPUTS
    }

    fn perspectives(&self) -> usize {
        2 * self.count()
    }

    fn perspective(&self, side: Color, king: Square) -> Perspective {
        let mirrored = is_mirrored(king);
        let bucket = self.bucket(king.relative_to(side));
        let entry = 2 * bucket + usize::from(mirrored);
        Perspective::new(side, entry, bucket * INPUTS, mirrored)
    }

    fn plane(&self, side: Color, piece: Piece) -> Option<usize> {
        Some(plane(side, piece))
    }
}
