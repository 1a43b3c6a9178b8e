//! The emulation of the device: the same C sources, compiled for the CPU by the build script.

use std::sync::Arc;

use datagen::Unit;

use crate::Error;
use crate::abi::{CELL, Counters, Device, MoveList, PackedPosition, Settings, Start};
use crate::code::{DeviceCode, Functions};
use crate::games::{Backend, Cell, FinishedGame, Probe, Sizes, read_games};
use crate::network::PackedNetwork;

/// Steps of a warp in a launch. A few, so that games are suspended and continued often.
const BUDGET: i64 = 1 << 14;

/// How the lanes of a warp are emulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lanes {
    /// As loops: fast.
    Loops,
    /// As fibers, which find missing synchronization.
    #[cfg(fibers)]
    Fibers,
}

/// A device whose warps run one after the other on the calling thread.
#[derive(Debug)]
pub struct Emulation {
    functions: &'static Functions,
    device: Device,
    // What the device's addresses point to.
    network: Arc<PackedNetwork>,
    tables: Vec<u64>,
    counters: Box<Counters>,
    starts: Vec<Start>,
    ring: Vec<Cell>,
    memory: Vec<Cell>,
}

impl Lanes {
    const fn functions(self, code: &DeviceCode) -> &'static Functions {
        match self {
            Self::Loops => code.loops,
            #[cfg(fibers)]
            Self::Fibers => code.fibers,
        }
    }
}

/// The address of a slice, for the device.
fn address<T>(slice: &[T]) -> u64 {
    slice.as_ptr().expose_provenance() as u64
}

/// The address of a slice that the device writes to.
fn address_mut<T>(slice: &mut [T]) -> u64 {
    slice.as_mut_ptr().expose_provenance() as u64
}

impl Emulation {
    /// A device with some warps, and rings for so many starts and cells, both powers of two.
    pub fn new(
        lanes: Lanes,
        network: &Arc<PackedNetwork>,
        settings: Settings,
        sizes: Sizes,
    ) -> Self {
        let words = network.words as u32;
        let bytes = network.code.memory_bytes(words, settings.table_bits) * sizes.warps;
        let mut emulation = Self {
            functions: lanes.functions(network.code),
            network: network.clone(),
            tables: (network.code.tables)(),
            counters: Box::default(),
            starts: vec![Start::default(); sizes.starts],
            ring: vec![Cell::default(); sizes.cells],
            memory: vec![Cell::default(); bytes.div_ceil(CELL)],
            device: Device::new(network, settings, sizes),
        };
        let network = &emulation.network;
        emulation.device = Device {
            tables: address(&emulation.tables),
            feature_weights: address(&network.feature_weights),
            feature_biases: address(&network.feature_biases),
            output_weights: address(&network.output_weights),
            output_biases: address(&network.output_biases),
            counters: address_mut(std::slice::from_mut(&mut *emulation.counters)),
            starts: address_mut(&mut emulation.starts),
            ring: address_mut(&mut emulation.ring),
            memory: address_mut(&mut emulation.memory),
            ..emulation.device
        };
        emulation
    }
}

impl Probe for Emulation {
    fn perft(&mut self, positions: &[PackedPosition], depth: u32) -> Result<Vec<u64>, Error> {
        let mut leaves = vec![0; positions.len()];
        let count = positions.len() as u32;
        // SAFETY: the device's addresses point into `self`, whose parts have the sizes that the device
        // was told, and positions and leaves are as many as `count`.
        unsafe {
            (self.functions.perft)(
                &raw const self.device,
                positions.as_ptr(),
                count,
                depth,
                leaves.as_mut_ptr(),
            );
        }
        Ok(leaves)
    }

    fn legal_moves(&mut self, positions: &[PackedPosition]) -> Result<Vec<MoveList>, Error> {
        let mut lists = vec![MoveList::default(); positions.len()];
        let count = positions.len() as u32;
        // SAFETY: as in `perft`.
        unsafe {
            (self.functions.legal_moves)(
                &raw const self.device,
                positions.as_ptr(),
                count,
                lists.as_mut_ptr(),
            );
        }
        Ok(lists)
    }

    fn evaluations(&mut self, positions: &[PackedPosition]) -> Result<Vec<i32>, Error> {
        let mut scores = vec![0; positions.len()];
        let count = positions.len() as u32;
        // SAFETY: as in `perft`.
        unsafe {
            (self.functions.evaluations)(
                &raw const self.device,
                positions.as_ptr(),
                count,
                scores.as_mut_ptr(),
            );
        }
        Ok(scores)
    }
}

impl Backend for Emulation {
    const UNIT: Unit = Unit::Core;

    fn room(&self) -> usize {
        self.starts.len() - (self.device.filled - self.counters.taken) as usize
    }

    fn launch(&mut self, starts: &[Start]) -> Result<(), Error> {
        for start in starts {
            self.starts[self.device.start_place(self.device.filled)] = *start;
            self.device.filled += 1;
        }
        Ok(())
    }

    fn collect(&mut self) -> Result<Vec<FinishedGame>, Error> {
        // SAFETY: as in `perft`.
        unsafe { (self.functions.play)(&raw const self.device, BUDGET) };
        let written = self.device.drained..self.counters.written;
        self.device.drained = written.end;
        let cells: Vec<Cell> = written
            .map(|cell| self.ring[self.device.cell_place(cell)])
            .collect();
        read_games(&cells)
    }
}
