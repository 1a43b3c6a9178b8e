//! How a match is played, on the command line.

use std::path::PathBuf;

use arena::Player;
use arena::runner::Settings;

use super::ConditionArgs;

/// Everything but the engines.
#[derive(Debug, clap::Args)]
pub struct PlayArgs {
    /// Pairs of games for each two engines
    #[arg(long, short = 'r', value_name = "N")]
    pub rounds: Option<u64>,

    #[command(flatten)]
    pub conditions: ConditionArgs,

    /// The name of the event in the games
    #[arg(long, value_name = "NAME", default_value = "Quietus match")]
    event: String,

    /// The folder of the match: journal, games, events, reports [default: a new one here]
    #[arg(long, short = 'o', value_name = "FOLDER", conflicts_with = "resume")]
    pub out: Option<PathBuf>,

    /// Go on with the match in this folder, by its own settings; only --rounds and --concurrency
    /// may be given anew
    #[arg(long, value_name = "FOLDER")]
    pub resume: Option<PathBuf>,

    /// Add the games to this file instead of games.pgn in the folder
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// Add the events to this file instead of events.jsonl in the folder
    #[arg(long, value_name = "FILE")]
    events: Option<PathBuf>,

    /// Print lines even on a terminal
    #[arg(long)]
    pub plain: bool,

    /// Print the score after every so many pairs, when printing lines
    #[arg(long, value_name = "PAIRS", default_value_t = 10)]
    pub interval: u64,

    /// Record the result in this ledger
    #[arg(long, value_name = "FILE")]
    pub ledger: Option<PathBuf>,
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
}
