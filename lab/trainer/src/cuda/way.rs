//! How the first layer is computed.

use chess::{Color, Piece, PieceType, Square};
use nnue::FeatureSet;
use nnue::features::FeatureTable;

use crate::model::{Model, SHARED_INPUTS};

/// What stands for a piece that is no input; as in the programs.
const NO_INPUT: u16 = u16::MAX;

/// How the first layer is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// One product of rows of ones and zeros.
    Rows,
    /// One product for each king bucket, with the rows of the sides whose king is in it.
    Groups(usize),
    /// Sums over lists of inputs, which are too many for rows.
    Lists,
}

impl Way {
    /// The way for a network.
    pub fn new(model: &Model) -> Self {
        match &model.architecture.features {
            FeatureSet::PieceSquare { .. } => Self::Rows,
            FeatureSet::KingBucket(buckets) => match buckets.count() {
                1 => Self::Rows,
                count => Self::Groups(count),
            },
            FeatureSet::HalfKp => Self::Lists,
        }
    }

    /// Blocks of inputs that have a product of their own.
    pub const fn groups(self) -> usize {
        match self {
            Self::Groups(count) => count,
            Self::Rows | Self::Lists => 1,
        }
    }
}

/// The inputs of all pieces: `[side][king][piece][square]`, as the side to move sees them.
pub fn input_table(model: &Model) -> Vec<u16> {
    let table = FeatureTable::new(&model.architecture.features);
    let mut inputs = Vec::with_capacity(2 * SHARED_INPUTS * Square::COUNT);
    for side in Color::ALL {
        for king in Square::ALL {
            let perspective = table.perspective(side, king);
            for owner in Color::ALL {
                for kind in PieceType::ALL {
                    let piece = Piece::new(owner, kind);
                    inputs.extend(Square::ALL.map(|square| match table.has(piece) {
                        // No set has as many inputs.
                        true => table.index((side, perspective), piece, square) as u16,
                        false => NO_INPUT,
                    }));
                }
            }
        }
    }
    inputs
}
