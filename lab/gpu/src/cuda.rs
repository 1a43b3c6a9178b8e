//! The device on NVIDIA GPUs. The driver and NVRTC are loaded when a program runs.

mod buffers;
mod kernels;

use std::sync::Arc;

use cudarc::driver::{
    CudaContext, CudaFunction, CudaStream, DriverError, LaunchConfig, PushKernelArg,
};
use datagen::Unit;

use crate::abi::{Device, MoveList, PackedPosition, Settings, Start};
use crate::games::{Backend, FinishedGame, Probe, Sizes, read_games};
use crate::{Error, PackedNetwork};
use buffers::Buffers;
pub use kernels::compile;
use kernels::{Kernels, block_count};

/// Clock cycles of a launch: about a third of a second, so that the host has time to replay.
const BUDGET: i64 = 600_000_000;
/// Starts in the queue for each warp: at a few hundred nodes a game lasts longer than a launch.
const STARTS_PER_WARP: usize = 1;
/// Cells in the ring for each warp: some games of usual length, and always one of the longest.
const CELLS_PER_WARP: usize = 256;

pub struct Gpu {
    stream: Arc<CudaStream>,
    kernels: Kernels,
    buffers: Buffers,
    device: Device,
    /// Starts that the device had taken at the end of the last launch.
    taken: u64,
    blocks: u32,
}

impl From<DriverError> for Error {
    fn from(error: DriverError) -> Self {
        Self::Device(format!("the GPU failed: {error}"))
    }
}

/// How many GPUs there are.
///
/// # Errors
/// If the driver or the compiler is missing, or there is no GPU.
pub fn count() -> Result<usize, Error> {
    // SAFETY: these load libraries of the system, whose start-up code is trusted as that of any other
    // library.
    let libraries = unsafe {
        [
            ("driver", cudarc::driver::sys::is_culib_present()),
            ("compiler (NVRTC)", cudarc::nvrtc::sys::is_culib_present()),
        ]
    };
    if let Some((name, _)) = libraries.iter().find(|(_, is_there)| !is_there) {
        return Err(Error::Device(format!("no GPU: CUDA's {name} is missing")));
    }
    match CudaContext::device_count() {
        Ok(count) if count > 0 => Ok(count as usize),
        Ok(_) => Err(Error::Device("no GPU in this machine".to_owned())),
        Err(error) => Err(Error::Device(format!("no GPU: {error}"))),
    }
}

impl Gpu {
    /// A GPU by its number, with as many warps as it runs at a time.
    ///
    /// # Errors
    /// If the kernels do not compile for it, or it has too little memory.
    pub fn new(number: usize, network: &PackedNetwork, settings: Settings) -> Result<Self, Error> {
        let context = CudaContext::new(number)?;
        // SAFETY: there is one stream, which executes everything in order, so that no events are needed.
        unsafe { context.disable_event_tracking() };
        let stream = context.new_stream()?;
        let kernels = Kernels::new(&context, network)?;
        let blocks = block_count(&context, &kernels)?;
        let warps = blocks as usize * crate::abi::BLOCK_WARPS;
        let sizes = Sizes {
            warps,
            starts: (STARTS_PER_WARP * warps).next_power_of_two(),
            cells: (CELLS_PER_WARP * warps).next_power_of_two(),
        };
        let mut device = Device::new(network, settings, sizes);
        let buffers = Buffers::new(&stream, network, sizes, &mut device)?;
        Ok(Self {
            stream,
            kernels,
            buffers,
            device,
            taken: 0,
            blocks,
        })
    }

    fn launch_config(&self) -> LaunchConfig {
        LaunchConfig {
            grid_dim: (self.blocks, 1, 1),
            block_dim: (kernels::BLOCK_THREADS, 1, 1),
            shared_mem_bytes: self.kernels.shared_bytes as u32,
        }
    }

    /// Launches a kernel for positions, and gives what it writes: some numbers for each position.
    fn probe(
        &self,
        kernel: &CudaFunction,
        positions: &[PackedPosition],
        depth: Option<u32>,
        numbers: usize,
    ) -> Result<Vec<u16>, Error> {
        let positions_there = self.stream.clone_htod(positions)?;
        let mut output = self.stream.alloc_zeros::<u16>(numbers * positions.len())?;
        let count = positions.len() as u32;
        let mut launch = self.stream.launch_builder(kernel);
        launch.arg(&self.device).arg(&positions_there).arg(&count);
        if let Some(depth) = &depth {
            launch.arg(depth);
        }
        launch.arg(&mut output);
        // SAFETY: the kernel takes these arguments; positions and output are as many as `count`.
        unsafe { launch.launch(self.launch_config()) }?;
        Ok(self.stream.clone_dtoh(&output)?)
    }
}

impl Backend for Gpu {
    const UNIT: Unit = Unit::Gpu;

    fn room(&self) -> usize {
        (self.device.start_mask + 1 - (self.device.filled - self.taken)) as usize
    }

    fn launch(&mut self, starts: &[Start]) -> Result<(), Error> {
        let place = self.device.start_place(self.device.filled);
        self.buffers.queue(&self.stream, starts, place)?;
        self.device.filled += starts.len() as u64;
        let mut launch = self.stream.launch_builder(&self.kernels.play);
        launch.arg(&self.device).arg(&BUDGET);
        // SAFETY: the kernel takes these arguments, and the device's addresses are those of the
        // buffers, which have the sizes that it was told.
        unsafe { launch.launch(self.launch_config()) }?;
        Ok(())
    }

    fn collect(&mut self) -> Result<Vec<FinishedGame>, Error> {
        let counters = self.buffers.counters(&self.stream)?;
        self.taken = counters.taken;
        let place = self.device.cell_place(self.device.drained);
        let count = (counters.written - self.device.drained) as usize;
        let cells = self.buffers.cells(&self.stream, place, count)?;
        self.device.drained = counters.written;
        read_games(&cells)
    }
}

impl Probe for Gpu {
    fn perft(&mut self, positions: &[PackedPosition], depth: u32) -> Result<Vec<u64>, Error> {
        let halves = self.probe(&self.kernels.perft, positions, Some(depth), 4)?;
        let join = |half: &[u16]| {
            let bits = half.iter().rev().map(|&part| u64::from(part));
            bits.fold(0, |number, part| number << 16 | part)
        };
        Ok(halves.chunks_exact(4).map(join).collect())
    }

    fn legal_moves(&mut self, positions: &[PackedPosition]) -> Result<Vec<MoveList>, Error> {
        let size = size_of::<MoveList>() / 2;
        let numbers = self.probe(&self.kernels.legal_moves, positions, None, size)?;
        let list = |numbers: &[u16]| {
            let mut list = MoveList {
                count: numbers[0],
                ..MoveList::default()
            };
            list.moves.copy_from_slice(&numbers[1..]);
            list
        };
        Ok(numbers.chunks_exact(size).map(list).collect())
    }

    fn evaluations(&mut self, positions: &[PackedPosition]) -> Result<Vec<i32>, Error> {
        let halves = self.probe(&self.kernels.evaluations, positions, None, 2)?;
        let join = |half: &[u16]| i32::from(half[1] as i16) << 16 | i32::from(half[0]);
        Ok(halves.chunks_exact(2).map(join).collect())
    }
}
