//! How an engine is started: its command, options and surroundings.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A UCI engine as one wants it: what to run, and what to tell it before the first game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineSpec {
    /// What the engine is called in tables and games. Empty: what it calls itself.
    pub name: String,
    /// The program. A bare word is looked up in the search path.
    pub command: PathBuf,
    /// The program's arguments.
    pub args: Vec<String>,
    /// UCI options and their values, in order; a button has an empty value.
    pub options: Vec<(String, String)>,
    /// The folder to run in; the runner's own when missing.
    pub working_dir: Option<PathBuf>,
    /// Environment variables beside the inherited ones.
    pub env: Vec<(String, String)>,
}

impl EngineSpec {
    /// An engine that needs nothing but its command.
    pub fn new(command: impl Into<PathBuf>) -> Self {
        Self {
            command: command.into(),
            ..Self::default()
        }
    }
}

/// How long an engine may take for what is not searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timeouts {
    /// From `uci` to `uciok`.
    pub start: Duration,
    /// From `isready` to `readyok`, be it after options or after `ucinewgame`.
    pub ready: Duration,
    /// From `quit` to the end of the process; then it is killed.
    pub quit: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            ready: Duration::from_secs(60),
            quit: Duration::from_secs(2),
        }
    }
}
