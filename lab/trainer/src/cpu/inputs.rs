//! The active features of a position.

use chess::{Color, Piece, PieceType, Square};
use nnue::architecture::MAX_PIECES;
use nnue::features::FeatureTable;
use records::Record;

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

    /// The active features of a record, in an output bucket.
    #[inline]
    pub fn new(table: &FeatureTable, record: &Record, bucket: usize) -> Self {
        // Records are from the side to move's point of view, as if it were White.
        let kings = [record.our_king(), record.their_king() ^ 56];
        let kings = kings.map(|king| Square::from_index(usize::from(king)));
        let perspectives =
            Color::ALL.map(|side| (side, table.perspective(side, kings[side.index()])));
        let mut inputs = Self {
            bucket: bucket as u8,
            ..Self::EMPTY
        };
        let mut count = 0;
        for (code, square) in record.pieces() {
            let (piece, square) = (piece(code), Square::from_index(usize::from(square)));
            if !table.has(piece) {
                continue;
            }
            // There are fewer than 65,536 features.
            for (perspective, inputs) in perspectives.into_iter().zip(&mut inputs.sides) {
                inputs[count] = table.index(perspective, piece, square) as u16;
            }
            count += 1;
        }
        inputs.count = count as u8;
        inputs
    }

    /// The active features of the side to move (0) or of the other side (1).
    #[inline]
    pub fn of(&self, side: usize) -> &[u16] {
        &self.sides[side][..usize::from(self.count)]
    }
}

/// The piece of a record's code: its type, plus 8 for the other side's.
#[inline]
pub fn piece(code: u8) -> Piece {
    let color = Color::from_index(usize::from(code >> 3));
    Piece::new(color, PieceType::from_index(usize::from(code & 7)))
}
