//! `play`: a game against the engine in the terminal, or through pipes.
//!
//! [`Request::parse`] reads what is wanted, [`run`] plays until the person leaves. Nothing here
//! knows UCI; the engine is asked through the same pool of search threads.

mod arguments;
mod command;
mod drawing;
mod entry;
mod game;
mod material;
mod opponent;
mod refusal;
mod score_sheet;
mod strength;
mod style;
mod table;
mod wording;
mod wrapping;

use std::io::{self, BufRead, Write};

use chess::Position;
use evaluation::Evaluation;

pub use arguments::{Arguments, HELP, Request};
use opponent::Opponent;
use table::Table;

/// What holds where the arguments say nothing.
#[derive(Clone)]
pub struct Defaults {
    /// Where a game starts.
    pub position: Position,
    /// Search threads.
    pub threads: usize,
    /// Size of the transposition table, in MiB.
    pub hash: usize,
    /// What it evaluates with.
    pub evaluation: Evaluation,
}

/// Plays games until `quit` or the end of the input. The inner error says why none could begin.
pub fn run(
    arguments: Arguments,
    defaults: Defaults,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> io::Result<Result<(), String>> {
    let threads = arguments.threads.unwrap_or(defaults.threads);
    let hash = arguments.hash.unwrap_or(defaults.hash);
    let limits = arguments.strength.limits();
    match Opponent::new(threads, hash, defaults.evaluation, limits) {
        Ok(opponent) => Table::new(arguments, defaults.position, opponent, output)
            .play(input)
            .map(Ok),
        Err(problem) => Ok(Err(problem)),
    }
}
