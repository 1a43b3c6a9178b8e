//! Values equal those of an independent implementation: `tools/oracles/reference_nnue.py`, which was written
//! from `docs/reference/net-format.md` alone and made `golden/values.txt` and `golden/xiangqi-values.txt`.

#[path = "golden/nets.rs"]
mod nets;

use chess::{Chess, Color, Position};
use game::{Position as _, Rules};
use nnue::simd::Scalar;
use nnue::{
    Activation, Architecture, Container, FeatureSet, Features, Network, Parameters, Pieces, Scales,
};
use xiangqi::Xiangqi;

const VALUES: &str = include_str!("golden/values.txt");
const XIANGQI_VALUES: &str = include_str!("golden/xiangqi-values.txt");

/// What the golden file says.
struct Golden<G: Rules> {
    /// Names and checksums of networks.
    networks: Vec<(String, u32)>,
    /// Positions, each with the value that every network gives it.
    positions: Vec<(G::Position, Vec<i32>)>,
}

impl<G: Rules> Golden<G> {
    fn read(text: &str) -> Self {
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
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
            let position = G::parse_fen(&fen).expect("a good position");
            (position, values.collect())
        };
        Self {
            networks: head.split(' ').map(network).collect(),
            positions: lines.map(position).collect(),
        }
    }
}

impl<G: Rules> Golden<G> {
    /// Checks networks of the golden file by their files and by their values.
    fn check<F: Features<Game = G>>(
        &self,
        networks: impl Iterator<Item = (&'static str, Network<F>)>,
    ) {
        let networks: Vec<_> = networks.collect();
        assert_eq!(networks.len(), self.networks.len());
        for (column, (name, network)) in networks.into_iter().enumerate() {
            let bytes = nets::file(name, network);
            let checksum = bytes.last_chunk().expect("a checksum at the end");
            let checksum = u32::from_le_bytes(*checksum);
            assert_eq!(self.networks[column], (name.to_owned(), checksum));
            // Through the file, as an engine gets it.
            let read = Container::<F>::read(&bytes).expect("its own file is good");
            for (position, values) in &self.positions {
                let pieces = F::Pieces::from(position);
                let side = position.side_to_move();
                let fen = G::fen(position);
                let value = read.network.value_with::<Scalar>(&pieces, side);
                assert_eq!(value, values[column], "{name}, scalar: {fen}");
                let value = read.network.value(&pieces, side);
                assert_eq!(value, values[column], "{name}: {fen}");
            }
        }
    }
}

#[test]
fn networks_and_values_are_those_of_the_reference() {
    let golden = Golden::<Chess>::read(VALUES);
    assert_eq!(golden.positions.len(), 1000);
    golden.check(nets::networks());
    let golden = Golden::<Xiangqi>::read(XIANGQI_VALUES);
    assert!(golden.positions.len() >= 60);
    golden.check(nets::xiangqi_networks());
}

#[test]
fn positions_cover_what_matters() {
    let golden = Golden::<Chess>::read(VALUES);
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
