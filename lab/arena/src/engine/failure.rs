//! Engine failures.

use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

use games::GameId;
use thiserror::Error;

use super::Transcript;

/// Why an engine cannot be used any more.
#[derive(Debug, Error)]
pub enum EngineFailure {
    /// The program could not be run.
    #[error("cannot run {command:?}: {error}")]
    Spawn {
        /// The command as given.
        command: PathBuf,
        /// The system error.
        error: io::Error,
    },
    /// An expected answer did not come in time.
    #[error("no {expected} within {} s", after.as_secs_f64())]
    Timeout {
        /// The first word of the answer.
        expected: &'static str,
        /// The timeout.
        after: Duration,
    },
    /// The process exited or closed its output.
    #[error("{}", ended(.status))]
    Closed {
        /// The exit status; `None` if the process still runs with its output closed.
        status: Option<ExitStatus>,
    },
    /// The engine does not read its input.
    #[error("cannot send a command: {0}")]
    Write(io::Error),
    /// An option has a value that the engine does not take.
    #[error("option {name}: {reason}, found {value:?}")]
    BadOption {
        /// The option.
        name: String,
        /// What the engine told of it.
        value: String,
        /// What the engine expects.
        reason: String,
    },
    /// The engine does not list an option.
    #[error("it has no option {name}")]
    UnknownOption {
        /// The option.
        name: String,
    },
    /// The engine refused an option or the file that it names.
    #[error("it says {0:?}")]
    Refused(String),
    /// The engine does not play a game.
    #[error("it does not play {game}: {answer:?} in the start position")]
    OtherGame {
        /// What it was to play.
        game: GameId,
        /// What it played in the start position.
        answer: String,
    },
    /// The engine failed before its first `readyok`.
    #[error("{failure}{}", tail(.transcript))]
    Start {
        /// What went wrong.
        failure: Box<EngineFailure>,
        /// The dialogue up to the failure.
        transcript: Box<Transcript>,
    },
}

fn ended(status: &Option<ExitStatus>) -> String {
    match status {
        Some(status) => format!("the process exited ({status})"),
        None => "the process closed its output".to_owned(),
    }
}

/// The last output of an engine that did not start, which usually says why.
fn tail(transcript: &Transcript) -> String {
    let stderr = transcript
        .stderr
        .lines()
        .rev()
        .find(|line| !line.is_empty());
    let last = stderr.or_else(|| transcript.output.last().map(|line| line.text.as_str()));
    last.map_or_else(String::new, |line| format!("; last output: {line:?}"))
}
