//! Terminal play: games against the engine, in a terminal or through pipes.
//!
//! The loop is generic over [`PlayRules`]; the boards and the notations of each game are its own.
//! [`Request::parse`] reads the arguments of `play`, [`run`] plays until the human leaves. The engine
//! enters through [`EngineOptions`] alone; nothing here knows UCI.

#![forbid(unsafe_code)]

mod arguments;
mod board;
mod chess;
mod command;
mod format;
mod game;
mod game_loop;
mod illegal_move;
mod limits;
mod makruk;
mod opponent;
mod pgn_export;
mod rules;
mod square_board;
mod style;
mod terminal;
mod xiangqi;

use std::io::{self, Write};

use ::game::{Evaluator, Rules};

/// The named opponents, one to a line.
pub fn opponents() -> String {
    let line = |opponent: &levels::Opponent| {
        let levels::Opponent { name, level, about } = opponent;
        format!("{level:>4}  {name:<8} {about}\n")
    };
    levels::OPPONENTS.iter().map(line).collect()
}

pub use arguments::{Arguments, Request};
use game_loop::GameLoop;
pub use rules::PlayRules;

/// What the engine brings to a game; the arguments of `play` override threads and hash.
#[derive(Clone)]
pub struct EngineOptions<R: Rules, E> {
    /// Name and version, for the PGN.
    pub name: &'static str,
    /// Where a game starts.
    pub position: R::Position,
    /// Search threads.
    pub threads: usize,
    /// Size of the transposition table, in MiB.
    pub hash: usize,
    /// The evaluation, with its network.
    pub evaluation: E,
}

/// The next line of an input that is no terminal; `None` at its end.
pub type NextLine<'a> = dyn FnMut() -> io::Result<Option<String>> + 'a;

/// Plays games until `quit` or the end of the input. In a terminal the lines are read by a line
/// editor, not by `next_line`.
///
/// # Errors
/// If input or output fail, or if there is not enough memory for the hash
/// ([`io::ErrorKind::OutOfMemory`]).
pub fn run<R: PlayRules, E: Evaluator<R> + Clone + 'static>(
    arguments: Arguments<R>,
    engine: EngineOptions<R, E>,
    next_line: &mut NextLine<'_>,
    output: &mut impl Write,
) -> io::Result<()> {
    GameLoop::new(arguments, engine, output)?.play(next_line)
}
