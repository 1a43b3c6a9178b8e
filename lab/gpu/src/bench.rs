//! The bench signature of the device's search, which identifies it in the header of a file.

use std::sync::Arc;

use crate::abi::{NodeLimits, PackedPosition, Settings, Start};
use crate::emulation::{Emulation, Lanes};
use crate::games::{Backend, Sizes};
use crate::settings::TABLE_BITS;
use crate::{Error, OnDevice, PackedNetwork};

/// Limits of each position.
const LIMITS: NodeLimits = NodeLimits {
    soft: 1000,
    hard: 2000,
};

/// Nodes of the emulation's searches of the positions of `bench`: GPUs search the same. Takes seconds.
///
/// # Errors
/// If the emulation writes a damaged game.
pub fn bench<G: OnDevice>(lanes: Lanes, network: &Arc<PackedNetwork>) -> Result<u64, Error> {
    let fens = G::BENCH.lines().filter(|line| !line.is_empty());
    let starts: Vec<Start> = fens
        .map(|fen| {
            let position = G::parse_fen(fen).expect("the bench positions are valid");
            let mut start = Start {
                candidates: 1,
                ..Start::default()
            };
            start.positions[0] = PackedPosition::new::<G>(&position, 0);
            start
        })
        .collect();
    let settings = Settings {
        nodes: LIMITS,
        // A search of each position is a game of one ply.
        max_plies: 1,
        table_bits: TABLE_BITS,
        ..Settings::default()
    };
    let sizes = Sizes {
        warps: 1,
        starts: starts.len().next_power_of_two(),
        cells: 1 << 10,
    };
    let mut device = Emulation::new(lanes, network, settings, sizes);
    device.launch(&starts)?;
    let (mut games, mut nodes) = (0, 0);
    while games < starts.len() {
        let finished = device.collect()?;
        games += finished.len();
        nodes += finished.iter().map(|game| game.nodes).sum::<u64>();
    }
    Ok(nodes)
}
