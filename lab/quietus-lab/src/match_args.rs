//! Arguments of `match` and `sprt`: how games are played, and where the match is kept.

mod conditions;

use std::path::{Path, PathBuf};

use anyhow::Context;
use arena::Player;
use arena::runner::{Changes, Match, Settings};
use matches::{Display, MatchReport};
use support::{Interrupt, command_line};

use crate::engines::EngineArgs;
use crate::exit::bail_usage;
pub use conditions::ConditionArgs;

/// Everything but the engines.
#[derive(Debug, clap::Args)]
pub struct PlayArgs {
    /// Pairs of games for each pairing of engines
    #[arg(long, short = 'r', value_name = "N")]
    pub rounds: Option<u64>,

    #[command(flatten)]
    conditions: ConditionArgs,

    /// Event name in the PGN
    #[arg(long, value_name = "NAME", default_value = "Quietus match")]
    event: String,

    /// Folder for the journal, games, events and reports [default: a new one here]
    #[arg(long, short = 'o', value_name = "FOLDER", conflicts_with = "resume")]
    out: Option<PathBuf>,

    /// Resume the match in this folder with its own settings; only --rounds and --concurrency can
    /// be changed
    #[arg(long, value_name = "FOLDER")]
    resume: Option<PathBuf>,

    /// Append the games to this file instead of games.pgn in the folder
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// Append the events to this file instead of events.jsonl in the folder
    #[arg(long, value_name = "FILE")]
    events: Option<PathBuf>,

    /// Print plain lines even on a terminal
    #[arg(long)]
    plain: bool,

    /// With plain lines, print the score after every N pairs
    #[arg(long, value_name = "N", default_value_t = 10)]
    interval: u64,

    /// Record the result in this ledger
    #[arg(long, value_name = "FILE")]
    pub ledger: Option<PathBuf>,

    /// Write a report as an HTML page, every ten seconds and at the end
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

impl PlayArgs {
    /// The settings of a match between these players.
    pub fn settings(&self, players: Vec<Player>) -> anyhow::Result<Settings> {
        let absolute = |path: &Option<PathBuf>| path.as_ref().map(std::path::absolute).transpose();
        Ok(Settings {
            event: self.event.clone(),
            players,
            rounds: self.rounds.unwrap_or(1),
            pgn: absolute(&self.pgn)?,
            events: absolute(&self.events)?,
            ..self.conditions.settings()?
        })
    }

    /// The display, with the report that is wanted.
    pub fn display(&self, interrupt: &Interrupt) -> Display {
        let report = self.html.clone();
        let report = report.map(|path| MatchReport::new(path, command_line()));
        Display::new(self.plain, self.interval, interrupt).with_report(report)
    }

    /// Opens the match: a new one with `settings` in a folder named after its kind unless another
    /// is given, or the one to resume, with its own engines.
    pub fn open(
        &self,
        kind: &str,
        engines: &EngineArgs,
        settings: impl FnOnce() -> anyhow::Result<Settings>,
    ) -> anyhow::Result<(Match, PathBuf)> {
        if let Some(folder) = &self.resume {
            if !engines.is_empty() {
                bail_usage!("--resume continues with the engines of the match: leave out -e");
            }
            let changes = Changes {
                concurrency: self.conditions.concurrency()?,
                rounds: self.rounds,
            };
            let resumed = Match::resume(folder, changes);
            let resumed = resumed.with_context(|| format!("cannot resume {}", folder.display()))?;
            return Ok((resumed, folder.clone()));
        }
        let folder = self.out.clone().unwrap_or_else(|| free_folder(kind));
        let created = Match::create(settings()?, &folder)?;
        warn!("Match folder: {}", folder.display());
        Ok((created, folder))
    }
}

/// The first folder of this kind that is not there yet.
pub fn free_folder(kind: &str) -> PathBuf {
    let mut folders = (1..).map(|number| PathBuf::from(format!("{kind}-{number:03}")));
    let free = folders.find(|folder| !folder.exists());
    free.unwrap_or_else(|| Path::new(kind).to_owned())
}
