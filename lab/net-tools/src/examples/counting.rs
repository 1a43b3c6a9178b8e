//! A network that counts material, for the tests of this crate, of the gate and of its command.

use nnue::{Activation, Architecture, FeatureSet, Network, Parameters, Scales};

/// Pawns, knights, bishops, rooks and queens, in tenths of a pawn.
pub const MATERIAL: [i16; 5] = [10, 30, 33, 50, 90];

/// The architecture, for a pawn of so many centipawns.
pub fn architecture(activation: Activation, pawn: i32) -> Architecture {
    Architecture {
        features: FeatureSet::PieceSquare { mirrored: true },
        width: 32,
        activation,
        hidden: None,
        buckets: 8,
        scales: Scales {
            qa: 100,
            qb: 64,
            eval: 10 * pawn,
        },
    }
}

/// A network that counts pieces, each worth so many tenths of a pawn.
pub fn counting(worth: [i16; 5], pawn: i32) -> Network {
    let architecture = architecture(Activation::Relu, pawn);
    let mut parameters = Parameters::zeroed(&architecture);
    for (kind, value) in worth.into_iter().enumerate() {
        for square in 0..64 {
            parameters.ft_weights[(64 * kind + square) * 32] = value;
        }
    }
    for bucket in parameters.output_weights.chunks_exact_mut(64) {
        bucket[0] = 64;
        bucket[32] = -64;
    }
    Network::new(architecture, parameters).expect("small numbers do not overflow")
}
