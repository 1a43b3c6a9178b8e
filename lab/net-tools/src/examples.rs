//! Example networks for tests.

use nnue::{
    Activation, Architecture, BucketMap, FeatureSet, Hidden, HiddenActivation, Network, Parameters,
    Scales,
};

/// Pawns, knights, bishops, rooks and queens, in tenths of a pawn.
const MATERIAL: [i16; 5] = [10, 30, 33, 50, 90];

fn architecture() -> Architecture {
    Architecture {
        features: FeatureSet::PieceSquare { mirrored: true },
        width: 32,
        activation: Activation::Relu,
        hidden: None,
        buckets: 8,
        scales: Scales {
            qa: 40,
            qb: 64,
            eval: 400,
        },
    }
}

/// A network that only counts material.
pub fn material_network() -> Network {
    let architecture = architecture();
    let mut parameters = Parameters::zeroed(&architecture);
    for (kind, value) in MATERIAL.into_iter().enumerate() {
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

/// A random network with two hidden layers.
pub fn deep_network() -> Network {
    let scales = Scales {
        qa: 255,
        ..architecture().scales
    };
    let architecture = Architecture {
        activation: Activation::Screlu,
        hidden: Some(Hidden {
            sizes: vec![16, 32],
            activation: HiddenActivation::Crelu,
            sum_bits: 14,
        }),
        scales,
        ..architecture()
    };
    Network::random(architecture, 1).expect("a supported description")
}

/// A random network with two king buckets: the first rank, and the rest.
pub fn bucket_network() -> Network {
    let mut map = [1; 32];
    map[..4].fill(0);
    let architecture = Architecture {
        features: FeatureSet::KingBucket(BucketMap(map)),
        ..architecture()
    };
    Network::random(architecture, 1).expect("a supported description")
}
