//! Which machine computes.

use crate::backend::{Backend, BackendError, Plan, State};
use crate::config::{BackendWord, Config};
use crate::cpu::Cpu;
use crate::train::Event;

/// Starts the machine that a configuration asks for. Where a GPU is only preferred, its absence is
/// told and the processor computes.
pub fn start(
    config: &Config,
    plan: Plan,
    state: State,
    tell: &mut dyn FnMut(&Event),
) -> Result<Box<dyn Backend>, BackendError> {
    match config.backend {
        BackendWord::Cpu => {}
        BackendWord::Cuda => return Err(BackendError(NO_CUDA.to_owned())),
        BackendWord::Auto => tell(&Event::NoGpu(NO_CUDA.to_owned())),
    }
    Ok(Box::new(Cpu::new(plan, state, config.threads)?))
}

const NO_CUDA: &str = "this build cannot use a GPU";
