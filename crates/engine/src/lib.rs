//! The program `quietus`: a UCI session, and what else it can do from the command line. It is a library
//! so that tests and fuzz targets can run a session in their own process.

#![forbid(unsafe_code)]

mod about;
mod bench;
mod clock;
mod error;
mod eval;
mod event_loop;
mod genfens;
mod input;
mod level_search;
mod limits;
mod network;
mod options;
mod output;
mod perft;
mod position;
mod report;
mod session;
mod speedtest;
mod syzygy;
#[cfg(feature = "tune")]
mod tuning;
mod variant;
mod variant_session;
mod wdl;

use std::io::{self, IsTerminal, Write};

use game::Rules;
use uci::Command;
use xiangqi::Xiangqi;

pub use error::Error;
pub use output::Output;
pub use session::{Session, Step};

/// Speaks UCI, or runs the commands of the command line; gives the exit status.
///
/// # Errors
/// If standard input or output fails.
pub fn run(mut words: Vec<String>) -> io::Result<u8> {
    let mut output = Output::new(io::stdout());
    let mut session = Session::new(output.clone());
    if words.first().is_some_and(|word| word == Xiangqi::NAME) {
        words.remove(0);
        if let Err(error) = session.set_variant(Xiangqi::NAME) {
            session.report(error)?;
        }
    }
    if words.is_empty() {
        if io::stdin().is_terminal() {
            writeln!(output, "{}", about::BANNER)?;
        }
        // A game is played on a clock: answer it soon, also on a loaded machine.
        sys::request_short_slices();
        return session.run().map(|()| 0);
    }
    if let ["--version" | "-V"] = words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        return writeln!(output, "{}", about::VERSION).map(|()| 0);
    }
    let commands = match words.first() {
        Some(first) if first.contains(' ') => words,
        _ => vec![words.join(" ")],
    };
    run_commands(&mut session, &commands)
}

/// Runs commands one after another, up to the first that fails or ends the program.
fn run_commands(session: &mut Session, commands: &[String]) -> io::Result<u8> {
    for command in commands {
        session.output.log_input(command);
        let result = match session.execute(Command::parse(command)) {
            Ok(Step::Play(arguments)) => session.play(*arguments).map(|()| Step::Continue),
            other => other,
        };
        session.wait();
        match result {
            Ok(Step::Quit) => break,
            Ok(_) => {}
            Err(error) => {
                let status = error.status();
                return session.report(error).map(|()| status);
            }
        }
    }
    Ok(0)
}
