//! What `match`, `sprt` and the gate share: the display, the report, the SPRT, the ledger, and Ctrl-C.

mod display;
mod record;
mod report;
mod sprt;

use arena::runner::Control;
use support::{Interrupt, Stop};

pub use display::{Display, Shown};
pub use record::{Verdict, record};
pub use report::MatchReport;
pub use sprt::{SprtResult, run_sprt};

/// Listens for Ctrl-C, which finishes the running pairs; `resume` says how to go on later.
///
/// # Errors
/// If somebody listens already.
pub fn listen_in_match(resume: &str) -> std::io::Result<Interrupt> {
    Interrupt::listen("the running pairs", resume)
}

/// Has Ctrl-C stop a match.
pub fn stop_on_interrupt(interrupt: &Interrupt, control: Control) {
    interrupt.on_stop(move |stop| match stop {
        Stop::Finish => control.finish(),
        Stop::Abort => control.abort(),
    });
}
