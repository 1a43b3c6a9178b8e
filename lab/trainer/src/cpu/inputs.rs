//! The active features of a position.

use nnue::architecture::MAX_PIECES;
use nnue::features::Lookup;
use records::Record;

use crate::trained::Trained;

/// The active features of both perspectives, and the output bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs {
    sides: [[u16; MAX_PIECES]; 2],
    count: u8,
    /// The output bucket.
    pub bucket: u8,
}

impl Inputs {
    /// No features.
    pub const EMPTY: Self = Self {
        sides: [[0; MAX_PIECES]; 2],
        count: 0,
        bucket: 0,
    };

    /// The active features of a record, and one of `buckets` output buckets.
    #[inline]
    pub fn new<F: Trained>(table: &F::Table, record: &Record, buckets: usize) -> Self {
        let (mut features, mut count) = ([F::Feature::default(); MAX_PIECES], 0);
        // Records are from the side to move's point of view, as if it moved first.
        let board = record.board();
        let placed = board.pieces().map(|(code, square)| F::placed(code, square));
        let pieces: F::Pieces = placed
            .inspect(|&(piece, square)| {
                features[count] = table.feature(piece, square);
                count += usize::from(table.has(piece));
            })
            .collect();
        let views = table.views(&pieces);
        let mut inputs = Self {
            count: count as u8,
            bucket: F::output_bucket(F::material_of(&pieces), buckets) as u8,
            ..Self::EMPTY
        };
        for (side, inputs) in inputs.sides.iter_mut().enumerate() {
            for (input, &feature) in inputs.iter_mut().zip(&features[..count]) {
                *input = table.index(&views, feature, side);
            }
        }
        inputs
    }

    /// The active features of the side to move (0) or of the other side (1).
    #[inline]
    pub fn of(&self, side: usize) -> &[u16] {
        &self.sides[side][..usize::from(self.count)]
    }
}
