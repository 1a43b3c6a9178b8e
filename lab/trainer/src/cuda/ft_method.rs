//! How the feature transformer is computed.

use chess::{Color, Piece, PieceType, Square};
use nnue::features::FeatureTable;

use crate::model::{BUCKET_INPUTS, Model};
use crate::trained::Trained;

/// Marks a piece that is no feature; as in the kernels.
const NO_INPUT: u16 = u16::MAX;

/// How the feature transformer is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FtMethod {
    /// Dense GEMM: one product with rows of ones and zeros.
    Gemm,
    /// Per-bucket GEMM: one product for each king bucket, with the rows of the perspectives in it.
    BucketGemm(usize),
    /// Sparse gather: sums over lists of active features, which are too many for dense rows.
    SparseGather,
}

impl FtMethod {
    /// The method for a network.
    pub fn new(model: &Model) -> Self {
        let features = &model.architecture.features;
        match (features.inputs(), features.factorizer_inputs()) {
            (..=BUCKET_INPUTS, _) => Self::Gemm,
            (inputs, Some(shared)) => Self::BucketGemm(inputs / shared),
            (_, None) => Self::SparseGather,
        }
    }

    /// King buckets with a GEMM of their own.
    pub const fn king_buckets(self) -> usize {
        match self {
            Self::BucketGemm(count) => count,
            Self::Gemm | Self::SparseGather => 1,
        }
    }
}

/// All feature indices: `[side][king][piece][square]`, from the side to move's point of view.
pub fn index_table(model: &Model) -> Vec<u16> {
    let table = FeatureTable::new(&model.architecture.features);
    let mut inputs = Vec::with_capacity(2 * BUCKET_INPUTS * Square::COUNT);
    for side in Color::ALL {
        for king in Square::ALL {
            let perspective = table.perspective(side, king);
            for owner in Color::ALL {
                for kind in PieceType::ALL {
                    let piece = Piece::new(owner, kind);
                    inputs.extend(Square::ALL.map(|square| match table.has(piece) {
                        // No set has as many features.
                        true => table.index(side, perspective, piece, square) as u16,
                        false => NO_INPUT,
                    }));
                }
            }
        }
    }
    inputs
}
