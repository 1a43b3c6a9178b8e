//! Starts and finished games as the device's rings hold them.

use datagen::Unit;

use crate::Error;
use crate::abi::{
    CELL, Device, Ending, GamePly, HEADER_CELLS, MoveList, PackedPosition, Settings, Start,
};
use crate::network::PackedNetwork;

/// 16 bytes of the ring of games, aligned.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(16))]
pub(crate) struct Cell(pub(crate) [u64; CELL / 8]);

const CELL_PLIES: usize = 4;

/// How large a device is.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    pub warps: usize,
    /// Starts that its queue holds: a power of two.
    pub starts: usize,
    /// Cells of finished games: a power of two.
    pub cells: usize,
}

/// A game that the device finished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// The number of the game.
    pub number: u64,
    /// Nodes of all its searches.
    pub nodes: u64,
    /// Sum of the completed depths.
    pub depths: u32,
    /// Candidates rejected: the index of the one chosen.
    pub rejected: usize,
    /// Why the device ended it.
    pub ending: Ending,
    /// Its moves and scores.
    pub plies: Vec<GamePly>,
}

/// Something that plays games.
pub trait Backend {
    /// What it is, for figures of speed.
    const UNIT: Unit;

    /// How many starts the queue has room for.
    fn room(&self) -> usize;

    /// Puts starts into the queue, as many as there is room for at most, and goes on playing.
    ///
    /// # Errors
    /// If the device fails.
    fn launch(&mut self, starts: &[Start]) -> Result<(), Error>;

    /// Waits for the end of the launch; gives the games that were finished.
    ///
    /// # Errors
    /// If the device fails.
    fn collect(&mut self) -> Result<Vec<FinishedGame>, Error>;
}

/// What the tests ask a device about single positions, not between the launches of games.
pub trait Probe {
    /// Perft of positions.
    ///
    /// # Errors
    /// If the device fails.
    fn perft(&mut self, positions: &[PackedPosition], depth: u32) -> Result<Vec<u64>, Error>;

    /// The legal moves of positions.
    ///
    /// # Errors
    /// If the device fails.
    fn legal_moves(&mut self, positions: &[PackedPosition]) -> Result<Vec<MoveList>, Error>;

    /// The evaluations of positions for the side to move.
    ///
    /// # Errors
    /// If the device fails.
    fn evaluations(&mut self, positions: &[PackedPosition]) -> Result<Vec<i32>, Error>;
}

impl Device {
    /// A device without addresses.
    pub(crate) const fn new(network: &PackedNetwork, settings: Settings, sizes: Sizes) -> Self {
        Self {
            tables: 0,
            feature_weights: 0,
            feature_biases: 0,
            output_weights: 0,
            output_biases: 0,
            counters: 0,
            starts: 0,
            ring: 0,
            memory: 0,
            start_mask: sizes.starts as u64 - 1,
            ring_mask: sizes.cells as u64 - 1,
            filled: 0,
            drained: 0,
            warps: sizes.warps as u32,
            words: network.words as u32,
            qa: network.scales.qa,
            qb: network.scales.qb,
            eval_scale: network.scales.eval,
            mirrored: network.is_mirrored as u32,
            bucket_of: network.bucket_of,
            settings,
        }
    }

    /// The place of a start in the queue.
    pub(crate) const fn start_place(&self, number: u64) -> usize {
        (number & self.start_mask) as usize
    }

    /// The place of a cell in the ring.
    pub(crate) const fn cell_place(&self, number: u64) -> usize {
        (number & self.ring_mask) as usize
    }
}

/// Reads the games of consecutive cells, the first of which begins a game.
pub(crate) fn read_games(mut cells: &[Cell]) -> Result<Vec<FinishedGame>, Error> {
    let mut games = Vec::new();
    while let [Cell([number, nodes]), Cell([counts, _]), rest @ ..] = cells {
        let [a, b, c, d, e, f, rejected, ending] = counts.to_le_bytes();
        let plies = usize::from(u16::from_le_bytes([e, f]));
        let damaged = || Error::Device("the GPU wrote a damaged game".to_owned());
        let ply_cells = rest.get(..plies.div_ceil(CELL_PLIES)).ok_or_else(damaged)?;
        let words = ply_cells.iter().flat_map(|cell| cell.0);
        let halves = words.flat_map(|word| [word as u32, (word >> 32) as u32]);
        let ply = |ply: u32| GamePly {
            mv: ply as u16,
            score: (ply >> 16) as i16,
        };
        games.push(FinishedGame {
            number: *number,
            nodes: *nodes,
            depths: u32::from_le_bytes([a, b, c, d]),
            rejected: rejected.into(),
            ending: *Ending::ALL.get(usize::from(ending)).ok_or_else(damaged)?,
            plies: halves.map(ply).take(plies).collect(),
        });
        cells = &cells[HEADER_CELLS + ply_cells.len()..];
    }
    Ok(games)
}
