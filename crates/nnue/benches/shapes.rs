//! The cost of an evaluation by networks of several shapes, on every instruction set of this CPU.
//!
//! `cargo bench -p nnue --bench shapes [-- ROUNDS FILE.qnn...]`. Games are walked as a search would,
//! as in `incremental`, and the cost of making the moves alone is subtracted. Networks with hidden
//! layers skip inputs that are zero: random ones have about as many of them as trained ones, and those
//! of the files as many as they have.

mod harness;
mod walk;

use std::path::Path;
use std::sync::Arc;

use nnue::simd::Isa;
use nnue::{
    Activation, Architecture, Evaluator, FeatureSet, Hidden, Network, Pieces, Scales, load_file,
};

use harness::{rounds_and_widths, sums_of_medians};
use walk::{FEATURES, GAMES, Walk};

const DEFAULT_ROUNDS: usize = 9;

/// What a shape is called, and its network.
type Shape = (String, Arc<Network>);

fn network(width: usize, activation: Activation, hidden: &[usize]) -> Shape {
    let qb = if hidden.is_empty() { 64 } else { 1024 };
    let architecture = Architecture {
        features: FEATURES,
        width,
        activation,
        hidden: (!hidden.is_empty()).then(|| Hidden {
            sizes: hidden.to_vec(),
            activation: Activation::Screlu,
            dual: hidden.len() > 2,
            sum_bits: 13,
        }),
        buckets: 8,
        scales: Scales {
            qb,
            ..Scales::default()
        },
    };
    let name = architecture.to_string();
    let network = Network::random(architecture.clone(), 7).expect("a valid network");
    let mut parameters = network.parameters().clone();
    // Makes inputs of hidden layers rarer.
    if !hidden.is_empty() {
        parameters.ft_biases.iter_mut().for_each(|bias| *bias -= 60);
    }
    let network = Network::new(architecture, parameters).expect("small biases");
    (name, Arc::new(network))
}

fn of_file(file: &str) -> Shape {
    let container = load_file::<FeatureSet>(Path::new(file)).expect("a network");
    let name = format!("{}: {file}", container.network.architecture());
    (name, Arc::new(container.network))
}

/// The percentage of groups of four inputs of the first hidden layer that are not all zero.
fn density(network: &Network, walk: &Walk) -> Option<f64> {
    let (mut active, mut all) = (0, 0);
    for position in &walk.positions {
        let inputs = network.hidden_inputs(&Pieces::from(position), position.side_to_move())?;
        all += inputs.len() / 4;
        active += inputs.chunks(4).filter(|group| *group != [0; 4]).count();
    }
    Some(100.0 * active as f64 / all as f64)
}

/// A row of the table: nanoseconds of an evaluation by each network.
fn row<I: Isa>(walk: &Walk, shapes: &[Shape], rounds: usize) {
    if !I::is_available() {
        return;
    }
    let time = |shape: &Shape| {
        let mut evaluator = Evaluator::with_isa::<I>(Arc::clone(&shape.1));
        let [rules, all] = sums_of_medians(rounds, GAMES, |kind, game| match kind {
            0 => walk.run(game, &mut ()),
            _ => walk.run(game, &mut evaluator),
        });
        (all - rules) / walk.evaluations as f64
    };
    let times: Vec<f64> = shapes.iter().map(time).collect();
    let cells = times
        .iter()
        .map(|time| format!("{time:.0} ({:.2})", time / times[0]));
    println!(
        "| {} | {} |",
        I::NAME,
        cells.collect::<Vec<_>>().join(" | ")
    );
}

fn main() {
    let (rounds, _) = rounds_and_widths(DEFAULT_ROUNDS, &[]);
    let walk = Walk::new();
    let mut shapes = vec![
        network(1024, Activation::Screlu, &[]),
        network(1024, Activation::Pairwise, &[16, 32]),
        network(1024, Activation::Pairwise, &[16, 32, 32]),
    ];
    shapes.extend(
        std::env::args()
            .filter(|word| word.ends_with(".qnn"))
            .map(|file| of_file(&file)),
    );
    println!("Nanoseconds of an evaluation (relative to the first shape):\n");
    for (number, (name, network)) in (1..).zip(&shapes) {
        let density = density(network, &walk).map_or_else(String::new, |percent| {
            format!(", {percent:.0} % of the groups of inputs active")
        });
        println!("{number}. {name}{density}");
    }
    let columns: Vec<String> = (1..=shapes.len())
        .map(|number| number.to_string())
        .collect();
    println!("\n| | {} |", columns.join(" | "));
    println!("|---|{}", "---:|".repeat(shapes.len()));
    row::<nnue::simd::Scalar>(&walk, &shapes, rounds);
    #[cfg(target_arch = "x86_64")]
    {
        row::<nnue::simd::Sse41>(&walk, &shapes, rounds);
        row::<nnue::simd::Avx2<false>>(&walk, &shapes, rounds);
        row::<nnue::simd::Avx2<true>>(&walk, &shapes, rounds);
        row::<nnue::simd::Avx512<false>>(&walk, &shapes, rounds);
        row::<nnue::simd::Avx512<true>>(&walk, &shapes, rounds);
    }
    #[cfg(target_arch = "aarch64")]
    row::<nnue::simd::Neon>(&walk, &shapes, rounds);
}
