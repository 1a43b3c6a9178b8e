//! Example networks for tests.

mod counting;

use counting::{MATERIAL, architecture, counting};
use nnue::features::Features;
use nnue::{Activation, Architecture, BucketMap, FeatureSet, Hidden, Network, Scales};

/// A network that only counts material.
pub fn material_network() -> Network {
    counting(MATERIAL, 100)
}

/// A random network with two hidden layers.
pub fn deep_network() -> Network {
    let plain = architecture(Activation::Screlu, 40);
    let architecture = Architecture {
        hidden: Some(Hidden {
            sizes: vec![16, 32],
            activation: Activation::Crelu,
            dual: false,
            sum_bits: 14,
        }),
        scales: Scales {
            qa: 255,
            ..plain.scales
        },
        ..plain
    };
    Network::random(architecture, 1).expect("a supported description")
}

/// A random network with two king buckets: the first rank, and the rest.
pub fn bucket_network() -> Network {
    let mut map = [1; 32];
    map[..4].fill(0);
    let architecture = Architecture {
        features: FeatureSet::KingBucket(BucketMap(map)),
        ..architecture(Activation::Relu, 40)
    };
    Network::random(architecture, 1).expect("a supported description")
}

/// A small random network with any game's feature set.
pub fn small_network<F: Features>(features: F) -> Network<F> {
    let architecture = Architecture {
        features,
        width: 32,
        activation: Activation::Screlu,
        hidden: None,
        buckets: 8,
        scales: Scales::default(),
    };
    Network::random(architecture, 1).expect("a small network")
}
