//! The active features of a position.

use nnue::architecture::MAX_PIECES;
use nnue::features::Lookup;
use records::Record;

use crate::trained::Trained;

/// The active features of both perspectives, and the output bucket.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    sides: [Vec<u16>; 2],
    /// The output bucket.
    pub bucket: u8,
}

impl Inputs {
    /// Takes the active features of a record, and one of `buckets` output buckets.
    #[inline]
    pub fn read<F: Trained>(&mut self, set: &F, table: &F::Table, record: &Record, buckets: usize) {
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
        self.bucket = F::output_bucket(F::material_of(&pieces), buckets) as u8;
        for (side, inputs) in self.sides.iter_mut().enumerate() {
            inputs.clear();
            let of_pieces = features[..count].iter();
            inputs.extend(of_pieces.map(|&feature| table.index(&views, feature, side)));
            if let Some(listed) = set.listed() {
                listed.list(&pieces, &views, side, inputs);
            }
        }
    }

    /// The active features of the side to move (0) or of the other side (1).
    #[inline]
    pub fn of(&self, side: usize) -> &[u16] {
        &self.sides[side]
    }
}
