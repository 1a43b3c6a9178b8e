//! Which machine computes.

use crate::backend::{Backend, BackendError, Plan, State};
use crate::config::{BackendWord, Config};
use crate::cpu::Cpu;

/// Why there is no GPU to train on.
#[cfg(not(feature = "cuda"))]
const NO_CUDA: &str = "this build cannot use a GPU";

/// Starts the machine that a configuration asks for.
///
/// # Errors
/// If there is no such machine, or it fails.
pub fn start_backend(
    config: &Config,
    plan: Plan,
    state: State,
) -> Result<Box<dyn Backend>, BackendError> {
    match config.backend {
        BackendWord::Cuda => cuda(plan, state),
        BackendWord::Cpu => Ok(Box::new(Cpu::new(plan, state, config.threads)?)),
        BackendWord::Auto if gpu().is_ok() => cuda(plan, state),
        BackendWord::Auto => Ok(Box::new(Cpu::new(plan, state, config.threads)?)),
    }
}

/// Whether there is a GPU to train on.
///
/// # Errors
/// Says why not.
#[cfg(not(feature = "cuda"))]
pub fn gpu() -> Result<(), BackendError> {
    Err(BackendError(NO_CUDA.to_owned()))
}

#[cfg(not(feature = "cuda"))]
fn cuda(_: Plan, _: State) -> Result<Box<dyn Backend>, BackendError> {
    Err(BackendError(NO_CUDA.to_owned()))
}
