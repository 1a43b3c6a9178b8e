//! The networks of the golden files: one of each kind, narrow and random.

use nnue::features::xiangqi;
use nnue::{
    Activation, Architecture, BucketMap, Container, FeatureSet, Features, Hidden, Network, Scales,
};

/// An architecture in short.
struct Kind<F> {
    name: &'static str,
    features: F,
    activation: Activation,
    hidden: Option<Hidden>,
    buckets: usize,
}

impl<F> Kind<F> {
    /// Without hidden layers.
    fn direct(name: &'static str, features: F, activation: Activation, buckets: usize) -> Self {
        Self {
            name,
            features,
            activation,
            hidden: None,
            buckets,
        }
    }

    /// With hidden layers.
    fn with(self, sizes: &[usize], activation: Activation, sum_bits: u32) -> Self {
        let hidden = Hidden {
            sizes: sizes.to_vec(),
            activation,
            dual: false,
            sum_bits,
        };
        Self {
            hidden: Some(hidden),
            ..self
        }
    }

    /// With dual activation of the first hidden layer.
    fn dual(mut self) -> Self {
        if let Some(hidden) = &mut self.hidden {
            hidden.dual = true;
        }
        self
    }
}

/// Names and networks of chess, in the order of the golden file.
pub fn networks() -> impl Iterator<Item = (&'static str, Network)> {
    of_kinds(kinds())
}

/// The same of xiangqi.
pub fn xiangqi_networks() -> impl Iterator<Item = (&'static str, Network<xiangqi::FeatureSet>)> {
    use Activation::{Crelu, Pairwise, Screlu};
    use xiangqi::FeatureSet::{AttackBucket, HomeBucket, KingBucket, PieceSquare};
    of_kinds([
        Kind::direct("xiangqi-attack-pairwise-16-32", AttackBucket, Pairwise, 8).with(
            &[16, 32],
            Screlu,
            14,
        ),
        Kind::direct("xiangqi-attack-screlu", AttackBucket, Screlu, 5),
        Kind::direct("xiangqi-home-crelu", HomeBucket, Crelu, 1),
        Kind::direct("xiangqi-king-screlu", KingBucket, Screlu, 8),
        Kind::direct("xiangqi-plain-screlu", PieceSquare, Screlu, 4),
    ])
}

fn of_kinds<F: Features, const N: usize>(
    kinds: [Kind<F>; N],
) -> impl Iterator<Item = (&'static str, Network<F>)> {
    kinds.into_iter().zip(1..).map(|(kind, seed)| {
        let architecture = Architecture {
            features: kind.features,
            width: 32 * kind.activation.neurons(),
            activation: kind.activation,
            hidden: kind.hidden,
            buckets: kind.buckets,
            scales: Scales::default(),
        };
        let network = Network::random(architecture, seed).expect("a supported architecture");
        (kind.name, network)
    })
}

/// The file of a network, with its name on the card.
pub fn file<F: Features>(name: &str, network: Network<F>) -> Vec<u8> {
    let card = format!("{{\"name\": \"{name}\"}}");
    let container = Container { network, card };
    container.write().expect("a short card")
}

fn kinds() -> [Kind<FeatureSet>; 15] {
    use Activation::{Crelu, Pairwise, Relu, Screlu};
    let plain = || FeatureSet::PieceSquare { mirrored: false };
    let mirrored = || FeatureSet::PieceSquare { mirrored: true };
    let king = || FeatureSet::KingBucket(BucketMap(king_buckets()));
    let half = || FeatureSet::HalfKp;
    let clipped = Activation::Crelu;
    let squared = Activation::Screlu;
    [
        Kind::direct("half-crelu-32-32", half(), Crelu, 1).with(&[32, 32], clipped, 13),
        Kind::direct("half-relu", half(), Relu, 1),
        Kind::direct("half-screlu", half(), Screlu, 2),
        Kind::direct("king-crelu", king(), Crelu, 4),
        Kind::direct("king-pairwise-16-16-32", king(), Pairwise, 5).with(
            &[16, 16, 32],
            clipped,
            12,
        ),
        Kind::direct("king-pairwise-16-32", king(), Pairwise, 8).with(&[16, 32], squared, 14),
        Kind::direct("king-screlu", king(), Screlu, 8),
        Kind::direct("mirrored-pairwise", mirrored(), Pairwise, 1),
        Kind::direct("mirrored-pairwise-dual-16", mirrored(), Pairwise, 2)
            .with(&[16], clipped, 14)
            .dual(),
        Kind::direct("mirrored-pairwise-dual-16-32-32", mirrored(), Pairwise, 8)
            .with(&[16, 32, 32], squared, 13)
            .dual(),
        Kind::direct("mirrored-screlu", mirrored(), Screlu, 8),
        Kind::direct("mirrored-screlu-16", mirrored(), Screlu, 3).with(&[16], squared, 13),
        Kind::direct("plain-crelu", plain(), Crelu, 1),
        Kind::direct("plain-relu", plain(), Relu, 6),
        Kind::direct("threats-screlu", FeatureSet::Threats, Screlu, 4),
    ]
}

/// A bucket for each square of the own first rank, one for each half of the second, one for the
/// rest.
fn king_buckets() -> [u8; 32] {
    let mut map = [6; 32];
    map[..8].copy_from_slice(&[0, 1, 2, 3, 4, 4, 5, 5]);
    map
}
