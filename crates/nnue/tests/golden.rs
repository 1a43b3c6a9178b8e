//! Values equal those of an independent implementation: `tools/oracles/reference_nnue.py`, which was written
//! from `docs/reference/net-format.md` alone and made `golden/values.txt`. Its head says how to make
//! it anew.

#[path = "golden/nets.rs"]
mod nets;

use chess::{Color, Position};
use nnue::simd::Scalar;
use nnue::{Activation, Architecture, Container, FeatureSet, Network, Parameters, Pieces, Scales};

const VALUES: &str = include_str!("golden/values.txt");

/// What the golden file says.
struct Golden {
    /// Names and checksums of networks.
    networks: Vec<(String, u32)>,
    /// Positions, each with the value that every network gives it.
    positions: Vec<(Position, Vec<i32>)>,
}

impl Golden {
    fn read() -> Self {
        let mut lines = VALUES.lines().filter(|line| !line.starts_with('#'));
        let head = lines.next().expect("a line of networks");
        let network = |word: &str| {
            let (name, checksum) = word.split_once(':').expect("name:checksum");
            let checksum = u32::from_str_radix(checksum, 16).expect("hexadecimal");
            (name.to_owned(), checksum)
        };
        let position = |line: &str| {
            let words: Vec<&str> = line.split(' ').collect();
            let fen = format!("{} {} - - 0 1", words[0], words[1]);
            let values = words[2..].iter();
            let values = values.map(|word| word.parse().expect("a number"));
            let position = Position::from_fen(&fen).expect("a good position");
            (position, values.collect())
        };
        Self {
            networks: head.split(' ').map(network).collect(),
            positions: lines.map(position).collect(),
        }
    }
}

/// Calls `check` with each network, its name and its column of the golden file.
fn each_network(golden: &Golden, check: impl Fn(&str, Network, usize)) {
    assert_eq!(nets::networks().count(), golden.networks.len());
    for (column, (name, network)) in nets::networks().enumerate() {
        assert_eq!(golden.networks[column].0, name);
        check(name, network, column);
    }
}

#[test]
fn networks_are_those_that_the_reference_read() {
    let golden = Golden::read();
    each_network(&golden, |name, network, column| {
        let bytes = nets::file(name, network);
        let checksum = bytes.last_chunk().expect("a checksum at the end");
        assert_eq!(
            u32::from_le_bytes(*checksum),
            golden.networks[column].1,
            "{name}"
        );
    });
}

#[test]
fn values_are_those_of_the_reference() {
    let golden = Golden::read();
    assert_eq!(golden.positions.len(), 1000);
    each_network(&golden, |name, network, column| {
        // Through the file, as an engine gets it.
        let read = Container::<FeatureSet>::read(&nets::file(name, network))
            .expect("its own file is good");
        for (position, values) in &golden.positions {
            let pieces = Pieces::from(position);
            let side = position.side_to_move();
            let fen = position.fen();
            let value = read.network.value_with::<Scalar>(&pieces, side);
            assert_eq!(value, values[column], "{name}, scalar: {fen}");
            let value = read.network.value(&pieces, side);
            assert_eq!(value, values[column], "{name}: {fen}");
        }
    });
}

#[test]
fn positions_cover_what_matters() {
    let golden = Golden::read();
    let counts = golden
        .positions
        .iter()
        .map(|(position, _)| Pieces::from(position).count());
    let mut seen = [0; 33];
    counts.for_each(|count| seen[count] += 1);
    // All groups of four that eight output buckets make, and kings on every square.
    for bucket in seen[2..].chunks(4).take(7) {
        assert!(bucket.iter().sum::<usize>() >= 20, "{seen:?}");
    }
    for side in Color::ALL {
        let kings = golden
            .positions
            .iter()
            .map(|(position, _)| position.king(side).index());
        let mut squares: Vec<usize> = kings.collect();
        squares.sort_unstable();
        squares.dedup();
        assert_eq!(squares.len(), 64, "{side:?}");
    }
}

#[test]
fn the_worked_example_of_the_documentation() {
    let architecture = Architecture {
        features: FeatureSet::PieceSquare { mirrored: false },
        width: 32,
        activation: Activation::Crelu,
        hidden: None,
        buckets: 1,
        scales: Scales::default(),
    };
    let mut parameters = Parameters::zeroed(&architecture);
    parameters.ft_weights[12 * 32] = 100;
    parameters.ft_biases[0] = 20;
    parameters.output_weights[0] = 80;
    parameters.output_weights[32] = -40;
    parameters.output_biases[0] = 408;
    let network = Network::new(architecture, parameters).expect("small numbers do not overflow");
    let position = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").expect("a good FEN");
    assert_eq!(network.value(&Pieces::from(&position), Color::White), 225);
    let card = String::new();
    let file = Container { network, card }.write().expect("a short card");
    assert_eq!(file.len(), 192 + 49_348 + 4);
}
