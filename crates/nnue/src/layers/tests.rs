//! Networks of every shape against the documented arithmetic.

use chess::{Color, Position};
use game::Rng;

use crate::activation::Activate;
use crate::simd::{Isa, each_isa};
use crate::{
    Activation, Architecture, FeatureSet, Hidden, Network, Parameters, Pieces, Scales,
    with_activation,
};

const FENS: [&str; 4] = [
    Position::START_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K2Q b - - 0 1",
];

fn architecture(activation: Activation, hidden: Option<Hidden>, width: usize) -> Architecture {
    let qb = if hidden.is_some() { 1024 } else { 64 };
    Architecture {
        features: FeatureSet::PieceSquare { mirrored: true },
        width,
        activation,
        hidden,
        buckets: 5,
        scales: Scales {
            qa: 255,
            qb,
            eval: 400,
        },
    }
}

fn hidden(sizes: &[usize], activation: Activation) -> Option<Hidden> {
    Some(Hidden {
        sizes: sizes.to_vec(),
        activation,
        dual: false,
        sum_bits: 13,
    })
}

fn dual(hidden: Option<Hidden>) -> Option<Hidden> {
    hidden.map(|hidden| Hidden {
        dual: true,
        ..hidden
    })
}

fn architectures() -> Vec<Architecture> {
    let mut all = Vec::new();
    for activation in Activation::ALL {
        for width in [64, 192, 512] {
            all.push(architecture(activation, None, width));
            if activation.is_clipped() {
                let clipped = hidden(&[16, 32], Activation::Crelu);
                let squared = hidden(&[32, 16], Activation::Screlu);
                let single = hidden(&[48], Activation::Screlu);
                let doubled = dual(hidden(&[16, 32, 32], Activation::Crelu));
                let wide = dual(hidden(&[48, 16], Activation::Screlu));
                let only = dual(hidden(&[16], Activation::Screlu));
                for hidden in [clipped, squared, single, doubled, wide, only] {
                    all.push(architecture(activation, hidden, width));
                }
            }
        }
    }
    all
}

/// Steps 3 and 4: the activations of the side to move, then those of the other.
fn activations(network: &Network, pieces: &Pieces, side: Color) -> Vec<i64> {
    let architecture = network.architecture();
    let qa = i64::from(architecture.scales.qa);
    let mut all = Vec::new();
    for side in [side, !side] {
        let accumulator = network.accumulator(pieces, side);
        let outputs = architecture.activated_width();
        let partner = architecture.width - outputs;
        let output = |n: usize| {
            let sum = |n: usize| f32::from(accumulator[n]) / qa as f32;
            let value = with_activation!(architecture.activation, A => {
                <A as Activate>::value(sum(n), sum(n + partner))
            });
            // Exact: neither is beyond what a float holds to the unit.
            (value * architecture.activation.scale(qa) as f32).round() as i64
        };
        all.extend((0..outputs).map(output));
    }
    all
}

/// `biases[j] + sum of inputs[i] * weights[j][i]` in a bucket.
fn sums<T: Copy + Into<i64>>(
    inputs: &[i64],
    weights: &[T],
    biases: &[i32],
    bucket: usize,
    neurons: usize,
) -> Vec<i64> {
    let neuron = |j: usize| {
        let row = &weights[(bucket * neurons + j) * inputs.len()..][..inputs.len()];
        let products = inputs.iter().zip(row).map(|(x, &w)| x * w.into());
        i64::from(biases[bucket * neurons + j]) + products.sum::<i64>()
    };
    (0..neurons).map(neuron).collect()
}

fn hidden_activations(hidden: &Hidden, layer: usize, sums: &[i64], shift: u32) -> Vec<i64> {
    let clipped = sums.iter().map(|sum| (sum >> shift).clamp(0, 4096));
    let squared = clipped.clone().map(|clipped| (clipped * clipped) >> 12);
    match (hidden.dual && layer == 0, hidden.activation.is_product()) {
        (true, _) => clipped.chain(squared).collect(),
        (false, false) => clipped.collect(),
        (false, true) => squared.collect(),
    }
}

/// The documented arithmetic, step by step.
fn reference(network: &Network, pieces: &Pieces, side: Color) -> i32 {
    let (architecture, parameters) = (network.architecture(), network.parameters());
    let scales = architecture.scales;
    let bucket = (pieces.count() - 2) / 32_usize.div_ceil(architecture.buckets);
    let mut inputs = activations(network, pieces, side);
    let qa = i64::from(scales.qa);
    let mut scale = qa;
    if let (Some(hidden), Some(dense)) = (&architecture.hidden, &parameters.dense) {
        let shift = if architecture.activation.is_product() {
            9
        } else {
            1
        };
        inputs.iter_mut().for_each(|x| *x >>= shift);
        let first = sums(
            &inputs,
            &dense.weights,
            &dense.biases,
            bucket,
            hidden.sizes[0],
        );
        inputs = hidden_activations(hidden, 0, &first, hidden.sum_bits - 12);
        let later = parameters.later.iter().zip(&hidden.sizes[1..]);
        for (number, (layer, &size)) in (1..).zip(later) {
            let next = sums(&inputs, &layer.weights, &layer.biases, bucket, size);
            inputs = hidden_activations(hidden, number, &next, scales.qb.trailing_zeros());
        }
        scale = 4096;
    }
    let bias = i64::from(parameters.output_biases[bucket]);
    let mut output = sums(
        &inputs,
        &parameters.output_weights,
        &parameters.output_biases,
        bucket,
        1,
    )[0] - bias;
    if architecture.hidden.is_none() && architecture.activation.is_product() {
        output /= qa;
    }
    ((output + bias) * i64::from(scales.eval) / (scale * i64::from(scales.qb))) as i32
}

fn check<I: Isa>(network: &Network) {
    for fen in FENS {
        let position = Position::from_fen(fen).unwrap();
        let pieces = Pieces::from(&position);
        for side in Color::ALL {
            assert_eq!(
                network.value_with::<I>(&pieces, side),
                reference(network, &pieces, side),
                "{} {} {fen}",
                I::NAME,
                network.architecture()
            );
        }
    }
}

#[test]
fn every_architecture_matches_the_reference() {
    let mut values = std::collections::HashSet::new();
    for (seed, architecture) in architectures().into_iter().enumerate() {
        let network = Network::random(architecture, seed as u64).unwrap();
        each_isa!(check, &network);
        let start = Pieces::from(&Position::start());
        values.insert(network.value(&start, Color::White));
    }
    assert!(values.len() > 20, "the values differ: {values:?}");
}

#[test]
fn wide_output_weights_match_the_reference() {
    for activation in Activation::ALL.into_iter().filter(|it| it.is_product()) {
        let architecture = architecture(activation, None, 64);
        let mut rng = Rng::new(8);
        let network = Network::random(architecture.clone(), 1).unwrap();
        let mut parameters: Parameters = network.parameters().clone();
        for weight in parameters.output_weights.iter_mut() {
            *weight = rng.below(3001) as i16 - 1500;
        }
        let network = Network::new(architecture, parameters).unwrap();
        assert!(!network.is_narrow());
        each_isa!(check, &network);
    }
}
