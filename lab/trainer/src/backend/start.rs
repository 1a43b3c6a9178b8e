//! Choice of the backend.

use super::{Backend, BackendError, Plan, State};
use crate::config::{BackendKind, Config};
use crate::cpu::Cpu;
use crate::trained::Trained;

/// Starts the backend of a configuration: with `auto` a GPU if there is one that supports the plan,
/// else the CPU.
///
/// # Errors
/// If there is no such device, or it fails.
pub fn start_backend<F: Trained>(
    config: &Config,
    plan: Plan<F>,
    state: State,
) -> Result<Box<dyn Backend>, BackendError> {
    let is_gpu_wanted = match config.backend {
        BackendKind::Cuda => true,
        BackendKind::Cpu => false,
        BackendKind::Auto => F::can_use_gpu(&plan).is_ok(),
    };
    if is_gpu_wanted {
        return F::start_gpu(plan, &state);
    }
    Ok(Box::new(Cpu::new(plan, state, config.threads)?))
}
