//! What `match`, `sprt` and `gate` share: engines and settings from the command line, the display,
//! sequential tests, and the ledger.

mod conditions;
mod display;
mod engines;
mod options;
mod record;
mod test;

use std::path::{Path, PathBuf};

use anyhow::Context;
use arena::runner::{Changes, Control, Match};
use support::{Interrupt, Stop};

pub use conditions::ConditionArgs;
pub use display::{Display, Shown};
pub use engines::{EngineArgs, with_common as player_with_common};
pub use options::PlayArgs;
pub use record::{Verdict, record};
pub use test::{Tested, play_test};

/// What a match finishes before it stops.
pub const PAIRS: &str = "the running pairs";

/// Has Ctrl-C stop a match.
pub fn stop_on_interrupt(interrupt: &Interrupt, control: Control) {
    interrupt.on_stop(move |stop| match stop {
        Stop::Finish => control.finish(),
        Stop::Abort => control.abort(),
    });
}

/// Opens the match that the arguments name: a new one by `settings`, or the one to resume.
pub fn open(
    args: &PlayArgs,
    kind: &str,
    settings: impl FnOnce() -> anyhow::Result<arena::runner::Settings>,
) -> anyhow::Result<(Match, PathBuf)> {
    if let Some(folder) = &args.resume {
        let changes = Changes {
            concurrency: args.conditions.concurrency()?,
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
