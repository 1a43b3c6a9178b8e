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

/// What a match finishes before it stops.
pub const PAIRS: &str = "the running pairs";

/// Has Ctrl-C stop a match.
pub fn stop_on_interrupt(interrupt: &Interrupt, control: Control) {
    interrupt.on_stop(move |stop| match stop {
        Stop::Finish => control.finish(),
        Stop::Abort => control.abort(),
    });
}
