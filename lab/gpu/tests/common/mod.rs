//! Networks, devices and positions for the tests.

#![allow(dead_code, reason = "every test file uses some of it")]

use std::sync::Arc;

use chess::{Chess, Position};
use game::{Rng, Rules};
use gpu::abi::{PackedPosition, Settings};
use gpu::emulation::{Emulation, Lanes};
use gpu::{PackedNetwork, Probe, Sizes};
use nnue::{Activation, Architecture, FeatureSet, Network, Scales};

/// Multiplies the counts of positions and games, for the long version of the tests.
pub fn factor() -> usize {
    let variable = std::env::var("QUIETUS_GPU_PROOF").ok();
    variable.map_or(1, |factor| factor.parse().expect("a number"))
}

pub fn random_network(width: usize, buckets: usize, mirrored: bool, seed: u64) -> Network {
    let architecture = Architecture {
        features: FeatureSet::PieceSquare { mirrored },
        width,
        activation: Activation::Screlu,
        hidden: None,
        buckets,
        scales: Scales::default(),
    };
    Network::random(architecture, seed).expect("a network")
}

pub fn small_network() -> Arc<PackedNetwork> {
    Arc::new(PackedNetwork::new(&random_network(64, 8, true, 1)).expect("it fits"))
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

/// Positions of random games, some from Chess960 starts.
pub fn random_positions(count: usize, seed: u64) -> Vec<Position> {
    let mut rng = Rng::new(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = match rng.below(2) {
            0 => Position::start(),
            _ => chess::chess960::double_start(rng.below(960), rng.below(960)),
        };
        for _ in 0..160 {
            if position.outcome().is_some() || positions.len() == count {
                break;
            }
            let moves = Chess::legal_moves(&position);
            let mv = *rng.choose(&moves).expect("the game is not over");
            position.play(mv);
            positions.push(position.clone());
        }
    }
    positions
}

/// As the device reads them.
pub fn packed(positions: &[Position]) -> Vec<PackedPosition> {
    let pack = |position| PackedPosition::new(position, 0);
    positions.iter().map(pack).collect()
}
