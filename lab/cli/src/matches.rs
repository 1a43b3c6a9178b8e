//! What `match` and `sprt` share: engines and settings from the command line, the display, and
//! the ledger.

mod display;
mod engines;
mod options;
mod record;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use arena::runner::{Changes, Control, Match};

pub use display::Display;
pub use engines::{EngineArgs, with_common as player_with_common};
pub use options::PlayArgs;
pub use record::{Verdict, record};

/// Opens the match that the arguments name: a new one by `settings`, or the one to resume.
pub fn open(
    args: &PlayArgs,
    kind: &str,
    settings: impl FnOnce() -> anyhow::Result<arena::runner::Settings>,
) -> anyhow::Result<(Match, PathBuf)> {
    if let Some(folder) = &args.resume {
        let changes = Changes {
            concurrency: args.concurrency()?,
            rounds: args.rounds,
        };
        let resumed = Match::resume(folder, changes);
        let resumed = resumed.with_context(|| format!("cannot resume {}", folder.display()))?;
        return Ok((resumed, folder.clone()));
    }
    let folder = match &args.out {
        Some(folder) => folder.clone(),
        None => free_folder(kind),
    };
    let created = Match::create(settings()?, &folder)?;
    eprintln!("The match is in {}", folder.display());
    Ok((created, folder))
}

/// The first folder of this kind that is not there yet.
fn free_folder(kind: &str) -> PathBuf {
    let mut folders = (1..).map(|number| PathBuf::from(format!("{kind}-{number:03}")));
    let free = folders.find(|folder| !folder.exists());
    free.unwrap_or_else(|| Path::new(kind).to_owned())
}

/// Has Ctrl-C finish the running pairs; a second one stops at once.
pub fn stop_on_signal(control: Control) -> anyhow::Result<()> {
    let again = AtomicBool::new(false);
    let stop = move || {
        if again.swap(true, Ordering::SeqCst) {
            eprintln!("\nStopping at once.");
            control.abort();
        } else {
            eprintln!("\nFinishing the running pairs; once more to stop at once.");
            control.finish();
        }
    };
    ctrlc::set_handler(stop).context("cannot listen for Ctrl-C")
}
