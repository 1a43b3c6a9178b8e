//! The device's sources, compiled by NVRTC for a network and a GPU.

use std::sync::Arc;

use cudarc::driver::sys::{CUdevice_attribute, CUfunction_attribute};
use cudarc::driver::{CudaContext, CudaFunction};
use cudarc::nvrtc::{CompileOptions, Ptx, compile_ptx_with_opts};

use crate::abi::BLOCK_WARPS;
use crate::{Error, PackedNetwork};

pub const BLOCK_THREADS: u32 = 32 * BLOCK_WARPS as u32;
/// The most blocks of a multiprocessor: with 8, a thread has 64 registers.
const MOST_BLOCKS: usize = 8;
/// Shared memory of a multiprocessor that blocks can have, from compute capability 9.0 on, and what
/// each block takes besides its own.
const SHARED_BYTES: usize = 227 << 10;
const BLOCK_OVERHEAD: usize = 1 << 10;

pub struct Kernels {
    pub play: CudaFunction,
    pub perft: CudaFunction,
    pub legal_moves: CudaFunction,
    pub evaluations: CudaFunction,
    /// Shared memory of a block.
    pub shared_bytes: usize,
}

/// The PTX of the sources for a network and a virtual architecture, such as `compute_90`.
///
/// # Errors
/// With the compiler's messages.
pub fn compile(network: &PackedNetwork, architecture: &str) -> Result<Ptx, Error> {
    let shared = BLOCK_WARPS * network.code.shared_bytes(network.words as u32) + BLOCK_OVERHEAD;
    let blocks = (SHARED_BYTES / shared).clamp(1, MOST_BLOCKS);
    let mut options = vec![
        format!("--gpu-architecture={architecture}"),
        "--std=c++17".to_owned(),
    ];
    let macros = [
        ("WORDS", network.words as i32),
        ("QA", network.scales.qa),
        ("QB", network.scales.qb),
        ("EVAL_SCALE", network.scales.eval),
        ("MIN_BLOCKS", blocks as i32),
    ];
    options.extend(macros.map(|(name, number)| format!("-D{name}={number}")));
    let options = CompileOptions {
        options,
        name: Some("quietus.cu".to_owned()),
        ..CompileOptions::default()
    };
    compile_ptx_with_opts(network.code.sources.concat(), options)
        .map_err(|error| Error::Device(format!("the CUDA kernels do not compile: {error}")))
}

impl Kernels {
    /// Compiles and loads them.
    pub fn new(context: &Arc<CudaContext>, network: &PackedNetwork) -> Result<Self, Error> {
        let (major, minor) = context.compute_capability()?;
        let ptx = compile(network, &format!("compute_{major}{minor}"))?;
        let module = context.load_module(ptx)?;
        let shared_bytes = BLOCK_WARPS * network.code.shared_bytes(network.words as u32);
        let load = |name: &str| -> Result<CudaFunction, Error> {
            let kernel = module.load_function(name)?;
            let largest = CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
            kernel.set_attribute(largest, shared_bytes as i32)?;
            Ok(kernel)
        };
        context.bind_to_thread()?;
        Ok(Self {
            play: load("play")?,
            perft: load("perft")?,
            legal_moves: load("legal_moves")?,
            evaluations: load("evaluations")?,
            shared_bytes,
        })
    }
}

/// How many blocks run at a time, with the shared memory that they need and the rest left to the L1
/// cache.
pub fn block_count(context: &CudaContext, kernels: &Kernels) -> Result<u32, Error> {
    let attribute = |attribute| context.attribute(attribute);
    let processors = attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT)?;
    let shared =
        attribute(CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR)?;
    let play = &kernels.play;
    let blocks = play.occupancy_max_active_blocks_per_multiprocessor(
        BLOCK_THREADS,
        kernels.shared_bytes,
        None,
    )?;
    if blocks == 0 {
        return Err(Error::Device(
            "the network is too wide for this GPU".to_owned(),
        ));
    }
    let used = blocks as usize * (kernels.shared_bytes + BLOCK_OVERHEAD);
    let percent = (100 * used / shared.max(1) as usize + 1).min(100);
    let carveout = CUfunction_attribute::CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT;
    play.set_attribute(carveout, percent as i32)?;
    Ok(blocks * processors as u32)
}
