//! Networks just within their bounds, and just beyond.

use crate::{
    Activation, Architecture, FeatureSet, Hidden, Network, NetworkError, Parameters, Scales,
};

fn architecture(activation: Activation, hidden: Option<Hidden>) -> Architecture {
    Architecture {
        features: FeatureSet::HalfKp,
        width: 64,
        activation,
        buckets: 2,
        scales: Scales {
            qa: 255,
            qb: if hidden.is_some() { 1024 } else { 64 },
            eval: 400,
        },
        hidden,
    }
}

fn hidden() -> Option<Hidden> {
    Some(Hidden {
        sizes: vec![16, 32],
        activation: Activation::Crelu,
        dual: false,
        sum_bits: 13,
    })
}

/// Checks a network of zeros after a change.
fn check(
    architecture: &Architecture,
    change: impl FnOnce(&mut Parameters),
) -> Result<(), NetworkError> {
    let mut parameters = Parameters::zeroed(architecture);
    change(&mut parameters);
    Network::new(architecture.clone(), parameters).map(|_| ())
}

#[test]
fn the_accumulator_fits_16_bits() {
    let architecture = architecture(Activation::Screlu, None);
    let with = |weight: i16, bias: i16| {
        check(&architecture, |parameters| {
            parameters.ft_weights.fill(weight);
            parameters.ft_biases[63] = bias;
        })
    };
    assert_eq!(with(1000, 767), Ok(()));
    assert_eq!(with(-1000, -767), Ok(()));
    let error = Err(NetworkError::FeatureTransformer { neuron: 63 });
    assert_eq!(with(1000, 768), error);
    assert_eq!(with(-1000, 768), error);
}

#[test]
fn large_weights_pass_if_few_are_active_together() {
    let architecture = architecture(Activation::Screlu, None);
    let with = |squares: usize, kings: usize| {
        check(&architecture, |parameters| {
            for king in 0..kings {
                // All ten kinds of pieces on the same few squares: only one can stand on each.
                for input in (0..10).flat_map(|kind| (0..squares).map(move |s| kind * 64 + s)) {
                    parameters.ft_weights[(king * 640 + input) * 64] = 8000;
                }
            }
        })
    };
    assert_eq!(with(4, 64), Ok(()));
    assert_eq!(
        with(5, 1),
        Err(NetworkError::FeatureTransformer { neuron: 0 })
    );
}

#[test]
fn outputs_fit_32_bits_in_each_lane() {
    let squared = architecture(Activation::Screlu, None);
    // 128 inputs are 32 to a lane: 32 * 255 * 255 * 1032 is just below two to the power of 31.
    let with = |weight: i16| {
        check(&squared, |parameters| {
            parameters.output_weights.fill(weight)
        })
    };
    assert_eq!(with(1032), Ok(()));
    assert_eq!(with(-1033), Err(NetworkError::Output { bucket: 0 }));
    // With ReLU the bound depends on the feature transformer.
    let rectified = architecture(Activation::Relu, None);
    let with = |first: i16| {
        check(&rectified, |parameters| {
            parameters.ft_weights.fill(first);
            parameters.output_weights[128..].fill(32_767);
        })
    };
    assert_eq!(with(60), Ok(()));
    assert_eq!(with(70), Err(NetworkError::Output { bucket: 1 }));
}

#[test]
fn hidden_layers_fit_32_bits() {
    let architecture = architecture(Activation::Pairwise, hidden());
    let with_bias = |bias: i32| {
        check(&architecture, |parameters| {
            if let Some(dense) = &mut parameters.dense {
                dense.weights.fill(-128);
                dense.biases[31] = bias;
            }
        })
    };
    let largest = i32::MAX - 64 * 127 * 128;
    assert_eq!(with_bias(largest), Ok(()));
    assert_eq!(with_bias(-largest), Ok(()));
    assert_eq!(
        with_bias(largest + 1),
        Err(NetworkError::Hidden { layer: 0 })
    );
    let with_weight = |weight: i16| {
        check(&architecture, |parameters| {
            parameters.later[0].weights.fill(weight);
            parameters.output_weights.fill(weight);
        })
    };
    assert_eq!(with_weight(32_767), Ok(()));
    let with_later_bias = |bias: i32| {
        check(&architecture, |parameters| {
            parameters.later[0].weights.fill(32_767);
            parameters.later[0].biases[0] = bias;
        })
    };
    let largest = i32::MAX - 16 * 4096 * 32_767;
    assert_eq!(with_later_bias(largest), Ok(()));
    assert_eq!(
        with_later_bias(largest + 1),
        Err(NetworkError::Hidden { layer: 1 })
    );
}

#[test]
fn dual_activation_doubles_the_bound_of_the_layer_above() {
    let dual = hidden().map(|hidden| Hidden {
        dual: true,
        ..hidden
    });
    let architecture = architecture(Activation::Pairwise, dual);
    let with_weight = |weight: i16| {
        check(&architecture, |parameters| {
            parameters.later[0].weights.fill(weight);
        })
    };
    // 32 inputs up to 4096.
    assert_eq!(with_weight(16_383), Ok(()));
    assert_eq!(with_weight(-16_384), Err(NetworkError::Hidden { layer: 1 }));
}

#[test]
fn parameters_must_fit_the_architecture() {
    let described = architecture(Activation::Crelu, None);
    let parameters = Parameters::zeroed(&architecture(Activation::Pairwise, None));
    let refused = Network::new(described, parameters);
    assert_eq!(refused.map(|_| ()), Err(NetworkError::Size));
}

#[test]
fn listed_features_count() {
    let architecture = Architecture {
        features: FeatureSet::Threats,
        ..architecture(Activation::Screlu, None)
    };
    // One threat to each of 32 pieces, whatever the attacker.
    let with = |piece: i16, threat: i16| {
        check(&architecture, |parameters| {
            let (pieces, threats) = parameters.ft_weights.split_at_mut(768 * 64);
            pieces.fill(piece);
            threats.fill(threat);
        })
    };
    assert_eq!(with(1000, 23), Ok(()));
    assert_eq!(with(-23, -1000), Ok(()));
    let error = Err(NetworkError::FeatureTransformer { neuron: 0 });
    assert_eq!(with(1000, 24), error);
    assert_eq!(with(24, 1000), error);
}
