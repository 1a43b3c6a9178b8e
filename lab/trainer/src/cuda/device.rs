//! The GPU, its stream and its programs.

use std::sync::Arc;

use cudarc::cublas::CudaBlas;
use cudarc::driver::{CudaContext, CudaFunction, CudaStream};
use cudarc::nvrtc::{CompileOptions, compile_ptx_with_opts};
use nnue::{Activation, FeatureSet};

use super::failed;
use crate::backend::BackendError;
use crate::model::Model;

/// What the kernels are compiled from.
const KERNELS: &str = include_str!("kernels.cu");

/// A GPU that is ready.
pub struct Device {
    /// What it is.
    pub name: String,
    /// What it does, one thing after the other.
    pub stream: Arc<CudaStream>,
    /// Matrix products.
    pub blas: CudaBlas,
    /// Records to rows of inputs.
    pub expand: CudaFunction,
    /// From sums to their gradients.
    pub layers: CudaFunction,
    /// Sums of columns.
    pub column_sums: CudaFunction,
    /// The optimizer.
    pub adam: CudaFunction,
    /// To 16 bits.
    pub to_halves: CudaFunction,
}

/// Whether the driver and its libraries are there, and a GPU with them.
pub fn present() -> Result<(), BackendError> {
    // SAFETY: these load libraries of the system, whose start-up code is trusted as that of any other
    // library.
    let libraries = unsafe {
        [
            ("driver", cudarc::driver::sys::is_culib_present()),
            ("compiler (NVRTC)", cudarc::nvrtc::sys::is_culib_present()),
            (
                "matrix library (cuBLAS)",
                cudarc::cublas::sys::is_culib_present(),
            ),
        ]
    };
    for (name, is_there) in libraries {
        if !is_there {
            return Err(BackendError(format!("no GPU: CUDA's {name} is not there")));
        }
    }
    match CudaContext::device_count() {
        Ok(count) if count > 0 => Ok(()),
        Ok(_) => Err(BackendError("no GPU in this machine".to_owned())),
        Err(error) => Err(BackendError(format!("no GPU: {error}"))),
    }
}

impl Device {
    /// The first GPU, with programs for a network.
    pub fn new(model: &Model) -> Result<Self, BackendError> {
        present()?;
        let context = CudaContext::new(0).map_err(failed)?;
        let stream = context.default_stream();
        let program = compile_ptx_with_opts(KERNELS, options(model))
            .map_err(|error| BackendError(format!("the GPU's programs do not compile: {error}")))?;
        let module = context.load_module(program).map_err(failed)?;
        let function = |name: &str| module.load_function(name).map_err(failed);
        let blas = CudaBlas::new(Arc::clone(&stream))
            .map_err(|error| BackendError(format!("no matrix products: {error}")))?;
        Ok(Self {
            name: context.name().map_err(failed)?,
            expand: function("expand")?,
            layers: function("layers")?,
            column_sums: function("column_sums")?,
            adam: function("adam")?,
            to_halves: function("to_halves")?,
            stream,
            blas,
        })
    }
}

/// What the programs know of the network.
fn options(model: &Model) -> CompileOptions {
    let architecture = &model.architecture;
    let activation = match architecture.activation {
        Activation::Relu => 0,
        Activation::ClippedRelu => 1,
        Activation::SquaredClippedRelu => 2,
        Activation::Pairwise => 3,
    };
    let is_mirrored = architecture.features == FeatureSet::PieceSquare { mirrored: true };
    CompileOptions {
        options: vec![
            format!("-DWIDTH={}", architecture.width),
            format!("-DACTIVATION={activation}"),
            format!("-DBUCKETS={}", architecture.buckets),
            format!("-DMIRRORED={}", u8::from(is_mirrored)),
        ],
        ..CompileOptions::default()
    }
}
