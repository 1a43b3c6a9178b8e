//! Piece and square, with own weights for each bucket of king squares.

use chess::{Color, Piece, Square};

use super::piece_square::{INPUTS, is_on_right_half, plane};
use super::{Features, View, turn_of};
use crate::architecture::ArchitectureError;

/// Which bucket each square of the own king belongs to, as the side sees it after mirroring: the
/// entry of file `f` (0 to 3 for a to d) and rank `r` (0 for the own first) is `4 * r + f`.
///
/// The input is `768 * bucket` plus that of the mirrored piece-square set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BucketMap(pub [u8; 32]);

impl BucketMap {
    /// How many buckets there are.
    #[must_use]
    pub fn count(&self) -> usize {
        usize::from(self.0.into_iter().max().unwrap_or_default()) + 1
    }

    /// The bucket of a king on a square as its side sees it.
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

impl Features for BucketMap {
    fn inputs(&self) -> usize {
        self.count() * INPUTS
    }

    fn views(&self) -> usize {
        2 * self.count()
    }

    fn view(&self, side: Color, king: Square) -> View {
        let mirror = usize::from(is_on_right_half(king));
        let bucket = self.bucket(king.relative_to(side));
        View {
            number: 2 * bucket + mirror,
            base: bucket * INPUTS,
            turn: turn_of(side) ^ (7 * mirror),
        }
    }

    fn plane(&self, side: Color, piece: Piece) -> Option<usize> {
        Some(plane(side, piece))
    }
}
