//! Matches of [`arena`] as a user sees them: a display or plain lines while they run, an HTML report,
//! the SPRT that stops them, Ctrl-C, and their entries in the ledger, with those of test suites.
//! `match`, `sprt`, `suite` and the gate are built on it.

#![forbid(unsafe_code)]

mod display;
mod ink;
mod record;
mod report;
mod sprt;
mod suite;

use std::path::Path;

use anyhow::{Context, ensure};
use arena::runner::{Changes, Control, Match, Settings};
use support::{Interrupt, Stop};

pub use display::{Display, Shown};
pub use record::{Verdict, record_match};
pub use report::MatchReport;
pub use sprt::{SprtResult, run_sprt};
pub use suite::{record_suite, suite_page, suite_record};

/// Listens for Ctrl-C, which finishes the running pairs; `resume` says how to go on later.
///
/// # Errors
/// If somebody listens already.
pub fn listen_in_match(resume: &str) -> std::io::Result<Interrupt> {
    Interrupt::listen("the running pairs", resume)
}

/// The match of a folder, which Ctrl-C stops: a new one, or the one that is there if it is the same.
///
/// # Errors
/// If the folder has another match, or it cannot be resumed or begun.
pub fn open_match(
    folder: &Path,
    settings: Settings,
    interrupt: &Interrupt,
) -> anyhow::Result<Match> {
    let playing = if folder.join("journal.jsonl").exists() {
        let changes = Changes {
            concurrency: Some(settings.concurrency),
            rounds: Some(settings.rounds),
        };
        let resumed = Match::resume(folder, changes);
        let resumed = resumed.with_context(|| format!("cannot resume {}", folder.display()))?;
        ensure!(
            *resumed.settings() == settings,
            "{} holds a match with different settings; use another --out folder",
            folder.display()
        );
        resumed
    } else {
        Match::create(settings, folder)?
    };
    stop_on_interrupt(interrupt, playing.control());
    Ok(playing)
}

/// Has Ctrl-C stop a match.
pub fn stop_on_interrupt(interrupt: &Interrupt, control: Control) {
    interrupt.on_stop(move |stop| match stop {
        Stop::Finish => control.finish(),
        Stop::Abort => control.abort(),
    });
}
