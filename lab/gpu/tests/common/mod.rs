//! Networks, devices and positions for the tests.

#![allow(dead_code, reason = "every test file uses some of it")]

use std::sync::Arc;

use chess::Chess;
use evaluation::NetworkOf;
use game::{Rng, Rules};
use gpu::abi::{PackedPosition, Settings};
use gpu::emulation::{Emulation, Lanes};
use gpu::{OnDevice, PackedNetwork, Probe, Sizes};
use nnue::features;
use nnue::{Activation, Architecture, FeatureSet, Features, Network, Scales};
use xiangqi::Xiangqi;

/// Multiplies the counts of positions and games, for the long version of the tests.
pub fn factor() -> usize {
    let variable = std::env::var("QUIETUS_GPU_PROOF").ok();
    variable.map_or(1, |factor| factor.parse().expect("a number"))
}

/// A game with what the tests need of it.
pub trait Tried: OnDevice + PartialEq + std::fmt::Debug {
    /// A feature set that devices have.
    fn features() -> Self::Features;

    /// Where a random game begins.
    fn random_start(rng: &mut Rng) -> Self::Position;
}

impl Tried for Chess {
    fn features() -> FeatureSet {
        FeatureSet::PieceSquare { mirrored: true }
    }

    /// Half of them Chess960.
    fn random_start(rng: &mut Rng) -> chess::Position {
        match rng.below(2) {
            0 => Self::start(),
            _ => chess::chess960::double_start(rng.below(960), rng.below(960)),
        }
    }
}

impl Tried for Xiangqi {
    fn features() -> features::xiangqi::FeatureSet {
        features::xiangqi::FeatureSet::PieceSquare
    }

    fn random_start(_: &mut Rng) -> xiangqi::Position {
        Self::start()
    }
}

pub fn random_network<F: Features>(
    features: F,
    width: usize,
    buckets: usize,
    seed: u64,
) -> Network<F> {
    let architecture = Architecture {
        features,
        width,
        activation: Activation::Screlu,
        hidden: None,
        buckets,
        scales: Scales::default(),
    };
    Network::random(architecture, seed).expect("a network")
}

/// A network as devices read it.
pub fn pack<G: Tried>(network: &NetworkOf<G>) -> Arc<PackedNetwork> {
    Arc::new(PackedNetwork::new::<G>(network).expect("it fits"))
}

pub fn small_network<G: Tried>() -> Arc<PackedNetwork> {
    pack::<G>(&random_network(G::features(), 64, 8, 1))
}

/// The kinds of lanes.
pub fn lanes() -> Vec<Lanes> {
    vec![
        Lanes::Loops,
        #[cfg(all(target_arch = "x86_64", unix))]
        Lanes::Fibers,
    ]
}

/// How often a kind of lanes is tested less than loops.
pub fn slowness(lanes: Lanes) -> usize {
    if lanes == Lanes::Loops { 1 } else { 20 }
}

/// A device to test.
pub struct Tested {
    /// What it is.
    pub name: String,
    pub device: Box<dyn Probe>,
    /// How often it is tested less than the fastest.
    pub slowness: usize,
}

/// The emulations, and the first GPU if there is one.
pub fn devices(network: &Arc<PackedNetwork>) -> Vec<Tested> {
    let settings = Settings {
        table_bits: 10,
        ..Settings::default()
    };
    let sizes = Sizes {
        warps: 1,
        starts: 1,
        cells: 1,
    };
    let emulated = |lanes| Tested {
        name: format!("{lanes:?}"),
        device: Box::new(Emulation::new(lanes, network, settings, sizes)),
        slowness: slowness(lanes),
    };
    let emulated = lanes().into_iter().map(emulated);
    emulated.chain(on_gpu(network, settings)).collect()
}

#[cfg(feature = "cuda")]
fn on_gpu(network: &PackedNetwork, settings: Settings) -> Option<Tested> {
    let missing = |error| eprintln!("not tested on a GPU: {error}");
    gpu::cuda::count().map_err(missing).ok()?;
    let device = gpu::cuda::Gpu::new(0, network, settings).expect("a GPU");
    Some(Tested {
        name: "GPU".to_owned(),
        device: Box::new(device),
        slowness: 1,
    })
}

#[cfg(not(feature = "cuda"))]
fn on_gpu(_: &PackedNetwork, _: Settings) -> Option<Tested> {
    None
}

/// Positions of random games.
pub fn random_positions<G: Tried>(count: usize, seed: u64) -> Vec<G::Position> {
    let mut rng = Rng::new(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = G::random_start(&mut rng);
        for _ in 0..160 {
            if G::outcome(&position).is_some() || positions.len() == count {
                break;
            }
            let moves = G::legal_moves(&position);
            let mv = *rng.choose(&moves).expect("the game is not over");
            G::play(&mut position, mv);
            positions.push(position.clone());
        }
    }
    positions
}

/// As the device reads them.
pub fn packed<G: Tried>(positions: &[G::Position]) -> Vec<PackedPosition> {
    let pack = |position| PackedPosition::new::<G>(position, 0);
    positions.iter().map(pack).collect()
}
