//! The GPU, its stream, and launch configurations.

use std::sync::Arc;

use cudarc::driver::{CudaContext, CudaStream, LaunchConfig};

use super::gemm::Gemm;
use crate::backend::BackendError;

/// Threads of a block.
const BLOCK: u32 = 256;

/// Threads that work on one position.
const WARP: u32 = 32;

/// A GPU that is ready.
pub struct Device {
    /// The GPU's name.
    pub name: String,
    pub context: Arc<CudaContext>,
    pub stream: Arc<CudaStream>,
    pub gemm: Gemm,
}

/// Whether the driver, its libraries and a GPU are present.
pub fn present() -> Result<(), BackendError> {
    // SAFETY: these load libraries of the system, whose start-up code is trusted as that of any other
    // library.
    let libraries = unsafe {
        [
            ("driver", cudarc::driver::sys::is_culib_present()),
            ("compiler (NVRTC)", cudarc::nvrtc::sys::is_culib_present()),
            (
                "matrix library (cuBLASLt)",
                cudarc::cublaslt::sys::is_culib_present(),
            ),
        ]
    };
    for (name, is_there) in libraries {
        if !is_there {
            return Err(BackendError(format!("no GPU: CUDA's {name} is missing")));
        }
    }
    match CudaContext::device_count() {
        Ok(count) if count > 0 => Ok(()),
        Ok(_) => Err(BackendError("no GPU in this machine".to_owned())),
        Err(error) => Err(BackendError(format!("no GPU: {error}"))),
    }
}

impl Device {
    /// The first GPU.
    pub fn new() -> Result<Self, BackendError> {
        present()?;
        let context = CudaContext::new(0)?;
        // SAFETY: there is only one stream, which executes everything in order, so that no events are
        // needed. Events could not be captured in a graph.
        unsafe { context.disable_event_tracking() };
        let stream = context.new_stream()?;
        Ok(Self {
            name: context.name()?,
            gemm: Gemm::new(&stream)?,
            context,
            stream,
        })
    }
}

/// A warp for each position.
pub fn warps(positions: usize) -> LaunchConfig {
    threads(positions * WARP as usize)
}

/// A thread for each number.
pub fn threads(count: usize) -> LaunchConfig {
    LaunchConfig {
        grid_dim: ((count as u32).div_ceil(BLOCK), 1, 1),
        block_dim: (BLOCK, 1, 1),
        shared_mem_bytes: 0,
    }
}

/// One block of threads.
pub fn block(threads: u32) -> LaunchConfig {
    LaunchConfig {
        grid_dim: (1, 1, 1),
        block_dim: (threads, 1, 1),
        shared_mem_bytes: 0,
    }
}

/// A thread for each column, in some rows of blocks.
pub fn grid(columns: usize, rows: u32) -> LaunchConfig {
    let mut blocks = threads(columns);
    blocks.grid_dim.1 = rows;
    blocks
}

/// A warp for each position, each with some bytes of shared memory.
pub fn warps_with_memory(positions: usize, bytes: usize) -> LaunchConfig {
    let mut blocks = warps(positions);
    blocks.shared_mem_bytes = bytes as u32 * (BLOCK / WARP);
    blocks
}
