//! The CUDA kernels, compiled by NVRTC for a network and a plan.

use std::sync::Arc;

use cudarc::driver::{CudaContext, CudaFunction, CudaModule};
use cudarc::nvrtc::{CompileOptions, Ptx, compile_ptx_with_opts};
use nnue::architecture::DUAL;
use nnue::{Activation, Architecture, Hidden};

use super::MAX_PARAMETER_GROUPS;
use super::ft_method::FtMethod;
use crate::backend::{BackendError, Plan};
use crate::data::Permutation;

/// The source of the kernels, concatenated in this order.
const SOURCES: [&str; 6] = [
    include_str!("kernels/common.cu"),
    include_str!("kernels/inputs.cu"),
    include_str!("kernels/sparse.cu"),
    include_str!("kernels/output.cu"),
    include_str!("kernels/hidden.cu"),
    include_str!("kernels/optimizer.cu"),
];

/// Kernels by name.
pub struct Kernels {
    module: Arc<CudaModule>,
}

impl Kernels {
    /// Compiles for a number of positions, shuffled for training or in order for validation.
    pub fn new(
        context: &Arc<CudaContext>,
        plan: &Plan,
        positions: usize,
        is_shuffled: bool,
    ) -> Result<Self, BackendError> {
        let ptx = compile(plan, options(plan, positions, is_shuffled))?;
        let module = context.load_module(ptx)?;
        Ok(Self { module })
    }

    /// A kernel.
    pub fn get(&self, name: &str) -> Result<CudaFunction, BackendError> {
        Ok(self.module.load_function(name)?)
    }
}

fn compile(plan: &Plan, options: CompileOptions) -> Result<Ptx, BackendError> {
    compile_ptx_with_opts(source(&plan.model.architecture), options)
        .map_err(|error| BackendError(format!("the CUDA kernels do not compile: {error}")))
}

/// The source of all kernels for a network.
fn source(architecture: &Architecture) -> String {
    let [common, rest @ ..] = SOURCES;
    let hidden = architecture.hidden.as_ref();
    let hidden = hidden.map_or(architecture.activation, |hidden| hidden.activation);
    [
        common,
        &activation_source("", architecture.activation),
        &activation_source("hidden_", hidden),
        &activation_source("dual_first_", DUAL[0]),
        &activation_source("dual_second_", DUAL[1]),
        &rest.concat(),
    ]
    .concat()
}

/// The functions `activated` and `slope_at` of an activation.
fn activation_source(prefix: &str, activation: Activation) -> String {
    let function = |name: &str, formula: &str| {
        format!(
            "__device__ __forceinline__ float {prefix}{name}(float a, float b) {{\n    \
             return {formula};\n}}\n"
        )
    };
    let [value, slope] = activation.formulas();
    function("activated", value) + &function("slope_at", slope)
}

/// The network and the plan as macros.
fn options(plan: &Plan, positions: usize, is_shuffled: bool) -> CompileOptions {
    let architecture = &plan.model.architecture;
    let sizes: Vec<String> = (architecture.hidden_sizes().iter())
        .map(ToString::to_string)
        .collect();
    let hidden = architecture.hidden.as_ref();
    let dual = hidden.is_some_and(|hidden| hidden.dual);
    let (_, half_bits) = Permutation::new(positions as u64, 0, 0).key();
    let optimizer = plan.optimizer;
    let whole = [
        ("WIDTH", architecture.width),
        ("NEURONS", architecture.activation.neurons()),
        ("OUTPUT_BUCKETS", architecture.buckets),
        ("KING_BUCKETS", FtMethod::new(&plan.model).king_buckets()),
        ("BATCH_SIZE", plan.batch_size),
        ("HALF_BITS", half_bits as usize),
        ("SHUFFLED", usize::from(is_shuffled)),
        ("HIDDEN", sizes.len()),
        ("LARGEST_HIDDEN", largest_hidden_layer(plan)),
        ("DUAL", usize::from(dual)),
        ("PARAMETERS", plan.model.len()),
        ("MAX_PARAMETER_GROUPS", MAX_PARAMETER_GROUPS),
    ];
    let real = [
        ("EVAL_SCALE", plan.loss.eval_scale),
        ("LOSS_EXPONENT", plan.loss.exponent),
        ("BETA1", optimizer.beta1),
        ("BETA2", optimizer.beta2),
        ("EPSILON", optimizer.epsilon),
    ];
    let mut options = vec![
        format!("-DPOSITIONS={positions}ull"),
        format!("-DHIDDEN_SIZES={}", sizes.join(",")),
    ];
    options.extend(whole.map(|(name, number)| format!("-D{name}={number}")));
    options.extend(real.map(|(name, number)| format!("-D{name}={number:?}f")));
    CompileOptions {
        options,
        ..CompileOptions::default()
    }
}

/// Outputs of the largest hidden layer.
pub fn largest_hidden_layer(plan: &Plan) -> usize {
    let hidden = plan.model.architecture.hidden.iter();
    hidden.flat_map(Hidden::outputs).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{compile, options};
    use crate::fixtures::{configs, plan, records};

    /// NVRTC needs no GPU: `pip install nvidia-cuda-nvrtc`, and its folder in `LD_LIBRARY_PATH`.
    #[test]
    fn the_sources_compile_for_networks_of_every_kind() {
        // SAFETY: this loads a library of the system, whose start-up code is trusted.
        if !unsafe { cudarc::nvrtc::sys::is_culib_present() } {
            eprintln!("not tested: NVRTC is missing");
            return;
        }
        for config in configs() {
            let plan = plan(&config, records(50, 1));
            for is_shuffled in [true, false] {
                let ptx = compile(&plan, options(&plan, 50, is_shuffled)).unwrap();
                assert!(ptx.to_src().contains(".entry adam("), "{config:?}");
            }
        }
    }
}
