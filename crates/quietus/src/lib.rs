//! The program `quietus`: a UCI session, and what else it can do from the command line. It is a library
//! so that tests and fuzz targets can run a session in their own process.

#![forbid(unsafe_code)]

mod about;
mod analyze;
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
mod option_table;
mod options;
mod output;
mod panic_report;
mod perft;
mod position;
mod report;
mod search_state;
mod serve;
mod session;
mod speedtest;
mod syzygy;
#[cfg(feature = "tune")]
mod tuning;
mod variant;
mod variant_session;
mod wdl;

use std::io::{self, IsTerminal, Write};

use games::GameId;
use uci::{AnalyzeCommand, Command, CommandError};

pub use about::{COMMIT, build_info};
pub use error::Error;
pub use output::Output;
pub use serve::serve;
pub use session::{Session, Step};

/// Speaks UCI, or runs the commands of the command line; gives the exit status.
///
/// # Errors
/// If standard input or output fails.
pub fn run(mut words: Vec<String>) -> io::Result<u8> {
    panic_report::install();
    // Before there are threads: those that read, search and serve.
    sys::share_arena_if_limited();
    let mut output = Output::new(io::stdout());
    let mut session = Session::new(output.clone());
    let named = words.first().and_then(|word| word.parse::<GameId>().ok());
    if let Some(game) = named {
        words.remove(0);
        if let Err(error) = session.set_variant(game) {
            session.report(error)?;
        }
    }
    if words.is_empty() {
        if io::stdin().is_terminal() {
            writeln!(output, "{}", about::BANNER)?;
        }
        // A game is played on a clock: answer it soon, also on a loaded machine.
        sys::request_short_slices();
        return event_loop::run(session).map(|()| 0);
    }
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--version" | "-V"] => {
            return writeln!(output, "{}\n{}", about::VERSION, about::build_info()).map(|()| 0);
        }
        // These have a help of their own.
        ["play" | "serve", ..] => {}
        [command, "--help" | "-h"] => {
            if let Some(help) = about::help_of(command) {
                return writeln!(output, "{help}").map(|()| 0);
            }
        }
        _ => {}
    }
    match words.first().map(String::as_str) {
        // Lines of the protocol.
        Some(first) if first.contains(' ') => {
            for line in words {
                session.output.log_input(&line);
                let result = run_to_end(&mut session, line.parse());
                if let Some(status) = end(&mut session, result)? {
                    return Ok(status);
                }
            }
            Ok(0)
        }
        // A command of a person.
        first => {
            session.output.log_input(&words.join(" "));
            let command = match first {
                // Names of files may have spaces in them.
                Some("analyze") => AnalyzeCommand::parse(&words[1..]).map(Command::Analyze),
                _ => words.join(" ").parse(),
            };
            let result = run_to_end(&mut session, command).map_err(Error::in_plain_words);
            Ok(end(&mut session, result)?.unwrap_or(0))
        }
    }
}

/// Runs a command and the search that it starts.
fn run_to_end(
    session: &mut Session,
    command: Result<Command, CommandError>,
) -> Result<Step, Error> {
    let command = command.map_err(Error::from);
    let result = command.and_then(|command| session.run_command(command));
    session.wait();
    result
}

/// The exit status after a command if it failed, which is told, or ends the program.
fn end(session: &mut Session, result: Result<Step, Error>) -> io::Result<Option<u8>> {
    match result {
        Ok(Step::Quit) => Ok(Some(0)),
        Ok(Step::Continue | Step::Played) => Ok(None),
        Err(error) => {
            let status = error.status();
            session.report(error).map(|()| Some(status))
        }
    }
}
