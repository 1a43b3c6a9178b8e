//! Terminal play: games against the engine, in a terminal or through pipes.
//!
//! [`Request::parse`] reads the arguments of `play`, [`run`] plays until the human leaves. The engine
//! enters through [`EngineOptions`] alone; nothing here knows UCI.

#![forbid(unsafe_code)]

mod arguments;
mod board;
mod command;
mod format;
mod game;
mod game_loop;
mod illegal_move;
mod limits;
mod move_input;
mod opponent;
mod pgn_export;
mod style;

use std::fmt;
use std::io::{self, BufRead, Write};

use chess::Position;
use evaluation::Evaluation;

pub use arguments::{Arguments, HELP, Request};
use game_loop::GameLoop;

/// What the engine brings to a game; the arguments of `play` override threads and hash.
#[derive(Clone)]
pub struct EngineOptions {
    /// Name and version, for the PGN.
    pub name: &'static str,
    /// Where a game starts.
    pub position: Position,
    /// Search threads.
    pub threads: usize,
    /// Size of the transposition table, in MiB.
    pub hash: usize,
    /// The evaluation, with its network.
    pub evaluation: Evaluation,
}

/// Why no game could be played, or played on.
#[derive(Debug)]
pub enum Error {
    /// There is no memory for a transposition table of so many MiB.
    Memory(usize),
    /// Input or output failed.
    Io(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Memory(mib) => write!(f, "not enough memory for a hash of {mib} MiB"),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Plays games until `quit` or the end of the input.
///
/// # Errors
/// If there is not enough memory for the hash, or if input or output fail.
pub fn run(
    arguments: Arguments,
    engine: EngineOptions,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> Result<(), Error> {
    GameLoop::new(arguments, engine, output)?.play(input)?;
    Ok(())
}
