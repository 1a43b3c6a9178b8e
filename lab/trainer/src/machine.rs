//! Which machine computes.

use crate::backend::{Backend, BackendError, Plan, State};
use crate::config::{BackendWord, Config};
use crate::cpu::Cpu;
#[cfg(feature = "cuda")]
use crate::cuda::{Cuda, present, supports};

/// Starts the machine that a configuration asks for: with `auto` a GPU if one can do it, else the
/// processor.
///
/// # Errors
/// If there is no such machine, or it fails.
pub fn start_backend(
    config: &Config,
    plan: Plan,
    state: State,
) -> Result<Box<dyn Backend>, BackendError> {
    let is_gpu_wanted = match config.backend {
        BackendWord::Cuda => true,
        BackendWord::Cpu => false,
        BackendWord::Auto => can_use_gpu(&plan).is_ok(),
    };
    if is_gpu_wanted {
        can_use_gpu(&plan)?;
        gpu(plan, &state)
    } else {
        Ok(Box::new(Cpu::new(plan, state, config.threads)?))
    }
}

/// Whether there is a GPU that can follow a plan.
///
/// # Errors
/// Says why not.
#[cfg(feature = "cuda")]
pub fn can_use_gpu(plan: &Plan) -> Result<(), BackendError> {
    present()?;
    supports(plan)
}

/// Whether there is a GPU that can follow a plan: never in this build.
///
/// # Errors
/// Always.
#[cfg(not(feature = "cuda"))]
pub fn can_use_gpu(_: &Plan) -> Result<(), BackendError> {
    Err(BackendError("this build cannot use a GPU".to_owned()))
}

#[cfg(feature = "cuda")]
fn gpu(plan: Plan, state: &State) -> Result<Box<dyn Backend>, BackendError> {
    Ok(Box::new(Cuda::new(plan, state)?))
}

#[cfg(not(feature = "cuda"))]
fn gpu(plan: Plan, _: &State) -> Result<Box<dyn Backend>, BackendError> {
    can_use_gpu(&plan).map(|()| unreachable!("no GPU can be used"))
}
