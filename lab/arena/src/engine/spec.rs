//! How an engine is started: command, options, working directory and environment.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The command and the UCI options of an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EngineSpec {
    /// The name in tables and games. Empty: the engine's `id name`.
    pub name: String,
    /// The program. A bare name is looked up in `PATH`.
    pub command: PathBuf,
    /// The program's arguments.
    pub args: Vec<String>,
    /// UCI options and their values, in order; a button has an empty value.
    pub options: Vec<(String, String)>,
    /// The working directory; the runner's own when missing.
    pub working_dir: Option<PathBuf>,
    /// Environment variables beside the inherited ones.
    pub env: Vec<(String, String)>,
}

impl EngineSpec {
    /// An engine with only a command.
    pub fn new(command: impl Into<PathBuf>) -> Self {
        Self {
            command: command.into(),
            ..Self::default()
        }
    }
}

/// Timeouts for everything but searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timeouts {
    /// From `uci` to `uciok`.
    pub start: Duration,
    /// From `isready` to `readyok`, after options and after `ucinewgame`.
    pub ready: Duration,
    /// From `quit` to the exit of the process; then it is killed.
    pub quit: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            // A large network takes a while to load on a loaded machine.
            start: Duration::from_secs(60),
            ready: Duration::from_secs(60),
            quit: Duration::from_secs(2),
        }
    }
}
