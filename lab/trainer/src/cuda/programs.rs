//! The GPU's programs, compiled for a network and a plan.

use std::sync::Arc;

use cudarc::driver::{CudaContext, CudaFunction, CudaModule};
use cudarc::nvrtc::{CompileOptions, compile_ptx_with_opts};
use nnue::{Activation, HiddenActivation};

use super::way::Way;
use super::{ALIGNED, MAX_PARAMETER_GROUPS, PLACE_THREADS, failed};
use crate::backend::{BackendError, Plan};
use crate::data::Permutation;

/// What the programs are compiled from, in this order.
const TEXTS: [&str; 6] = [
    include_str!("kernels/common.cu"),
    include_str!("kernels/inputs.cu"),
    include_str!("kernels/sparse.cu"),
    include_str!("kernels/layers.cu"),
    include_str!("kernels/small.cu"),
    include_str!("kernels/optimizer.cu"),
];

/// Programs by name.
pub struct Programs {
    module: Arc<CudaModule>,
}

impl Programs {
    /// Compiles for so many positions, shuffled to train or in their order to validate.
    pub fn new(
        context: &Arc<CudaContext>,
        plan: &Plan,
        (positions, is_shuffled): (usize, bool),
    ) -> Result<Self, BackendError> {
        let options = options(plan, positions, is_shuffled);
        let program = compile_ptx_with_opts(TEXTS.concat(), options)
            .map_err(|error| BackendError(format!("the GPU's programs do not compile: {error}")))?;
        let module = context.load_module(program).map_err(failed)?;
        Ok(Self { module })
    }

    /// A program.
    pub fn get(&self, name: &str) -> Result<CudaFunction, BackendError> {
        self.module.load_function(name).map_err(failed)
    }
}

/// What the programs know of the network and the plan.
fn options(plan: &Plan, positions: usize, is_shuffled: bool) -> CompileOptions {
    let architecture = &plan.model.architecture;
    let activation = match architecture.activation {
        Activation::Relu => 0,
        Activation::Crelu => 1,
        Activation::Screlu => 2,
        Activation::Pairwise => 3,
    };
    let sizes: Vec<String> = (architecture.hidden_sizes().iter())
        .map(ToString::to_string)
        .collect();
    let hidden = architecture.hidden.as_ref();
    let is_squared = hidden.is_some_and(|hidden| hidden.activation == HiddenActivation::Screlu);
    let (_, half_bits) = Permutation::new(positions as u64, 0, 0).key();
    let optimizer = plan.optimizer;
    let whole = [
        ("WIDTH", architecture.width),
        ("ACTIVATION", activation),
        ("BUCKETS", architecture.buckets),
        ("GROUPS", Way::new(&plan.model).groups()),
        ("ALIGNED", ALIGNED),
        ("PLACE_THREADS", PLACE_THREADS as usize),
        ("BATCH", plan.batch),
        ("HALF_BITS", half_bits as usize),
        ("SHUFFLED", usize::from(is_shuffled)),
        ("HIDDEN", sizes.len()),
        ("LARGEST_SIZE", largest_small_layer(plan)),
        ("HIDDEN_SQUARED", usize::from(is_squared)),
        ("PARAMETERS", plan.model.len()),
        ("MAX_PARAMETER_GROUPS", MAX_PARAMETER_GROUPS),
    ];
    let real = [
        ("SCALE", plan.target.scale),
        ("POWER", plan.target.power),
        ("BETA1", optimizer.beta1),
        ("BETA2", optimizer.beta2),
        ("EPSILON", optimizer.epsilon),
    ];
    let mut options = vec![
        format!("-DPOSITIONS={positions}ull"),
        format!("-DSIZES={}", sizes.join(",")),
    ];
    options.extend(whole.map(|(name, number)| format!("-D{name}={number}")));
    options.extend(real.map(|(name, number)| format!("-D{name}={number:?}f")));
    CompileOptions {
        options,
        ..CompileOptions::default()
    }
}

/// Neurons of the largest small layer.
pub fn largest_small_layer(plan: &Plan) -> usize {
    let sizes = plan.model.architecture.hidden_sizes();
    sizes.iter().copied().max().unwrap_or(0)
}
