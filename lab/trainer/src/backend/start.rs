//! Choice of the backend.

use super::{Backend, BackendError, Plan, State};
use crate::config::{BackendKind, Config};
use crate::cpu::Cpu;
#[cfg(feature = "cuda")]
use crate::cuda::{Cuda, present, supports};

/// Starts the backend of a configuration: with `auto` a GPU if there is one that supports the plan,
/// else the CPU.
///
/// # Errors
/// If there is no such device, or it fails.
pub fn start_backend(
    config: &Config,
    plan: Plan,
    state: State,
) -> Result<Box<dyn Backend>, BackendError> {
    let is_gpu_wanted = match config.backend {
        BackendKind::Cuda => true,
        BackendKind::Cpu => false,
        BackendKind::Auto => can_use_gpu(&plan).is_ok(),
    };
    if is_gpu_wanted {
        can_use_gpu(&plan)?;
        #[cfg(feature = "cuda")]
        return Ok(Box::new(Cuda::new(plan, &state)?));
    }
    Ok(Box::new(Cpu::new(plan, state, config.threads)?))
}

/// Whether there is a GPU that supports a plan.
#[cfg(feature = "cuda")]
pub fn can_use_gpu(plan: &Plan) -> Result<(), BackendError> {
    present()?;
    supports(plan)
}

/// Whether there is a GPU that supports a plan: never in this build.
///
/// # Errors
/// Always.
#[cfg(not(feature = "cuda"))]
pub fn can_use_gpu(_: &Plan) -> Result<(), BackendError> {
    Err(BackendError("built without GPU support".to_owned()))
}
