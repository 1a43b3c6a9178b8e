//! `quietus`: without arguments it speaks UCI on standard input and output. Arguments are run as one
//! command; if the first of them contains a space, each argument is a command of its own.

#![forbid(unsafe_code)]

mod about;
mod bench;
mod clock;
mod error;
mod eval;
mod event_loop;
mod genfens;
mod input;
mod limits;
mod network;
mod options;
mod output;
mod perft;
mod position;
mod report;
mod session;
mod speedtest;
#[cfg(feature = "tune")]
mod tuning;
mod variant;
mod variant_session;
mod wdl;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use error::Error;
use output::Output;
use session::{Session, Step};
use uci::Command;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    ExitCode::from(run(words).unwrap_or_else(|error| Error::Io(error).end()))
}

/// Speaks UCI, or runs the commands of the command line; gives the exit status.
fn run(words: Vec<String>) -> io::Result<u8> {
    let mut output = Output::new();
    if words.is_empty() {
        if io::stdin().is_terminal() {
            writeln!(output, "{}", about::BANNER)?;
        }
        // A game is played on a clock: answer it soon, also on a loaded machine.
        sys::request_short_slices();
        return Session::new(output).run().map(|()| 0);
    }
    if let ["--version" | "-V"] = words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        return writeln!(output, "{}", about::VERSION).map(|()| 0);
    }
    let commands = match words.first() {
        Some(first) if first.contains(' ') => words,
        _ => vec![words.join(" ")],
    };
    run_commands(&mut Session::new(output), &commands)
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
