//! A position as the inputs of a network.

use chess::Color;
use nnue::architecture::MAX_PIECES;
use nnue::features::FeatureTable;

use crate::data::Record;

/// The active inputs of both sides, and the output bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs {
    sides: [[u16; MAX_PIECES]; 2],
    count: u8,
    /// The output bucket.
    pub bucket: u8,
}

impl Inputs {
    /// Nothing at all.
    pub const EMPTY: Self = Self {
        sides: [[0; MAX_PIECES]; 2],
        count: 0,
        bucket: 0,
    };

    /// The inputs of a record, in an output bucket.
    #[must_use]
    #[inline]
    pub fn new(table: &FeatureTable, record: Record<'_>, bucket: usize) -> Self {
        let views = Color::ALL.map(|side| table.view(side, record.king(side)));
        let mut inputs = Self {
            bucket: bucket as u8,
            ..Self::EMPTY
        };
        let mut count = 0;
        for (piece, square) in record.pieces() {
            // Either both sides have an input for a piece or none has, and there are fewer than
            // 65,536 inputs.
            let input = |side: Color| table.input(side, views[side.index()], piece, square);
            if let (Some(own), Some(other)) = (input(Color::White), input(Color::Black)) {
                inputs.sides[0][count] = own as u16;
                inputs.sides[1][count] = other as u16;
                count += 1;
            }
        }
        inputs.count = count as u8;
        inputs
    }

    /// The active inputs of the side to move (0) or of the other (1).
    #[must_use]
    #[inline]
    pub fn of(&self, side: usize) -> &[u16] {
        &self.sides[side][..usize::from(self.count)]
    }
}
