//! `quietus`: with no arguments it speaks UCI on standard input and output. Words on the command
//! line are run as one command; if the first of them has spaces in it, each is a command.

#![forbid(unsafe_code)]

mod bench;
mod compiler;
mod eval;
mod flip;
mod genfens;
mod limits;
mod network;
mod options;
mod output;
mod perft;
mod play;
mod report;
mod session;
mod setup;
mod speedtest;
mod tally;
mod text;
#[cfg(feature = "tune")]
mod tuning;
mod wdl;

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use output::Output;
use session::{Session, Step};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut session = Session::new(Output::new());
    if words.is_empty() {
        if io::stdin().is_terminal() {
            println!("{}", text::BANNER);
        }
        return exit_code(session.run(io::stdin().lock()));
    }
    if let ["--version" | "-V"] = words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        println!("{}", text::VERSION);
        return ExitCode::SUCCESS;
    }
    let commands = match words.first() {
        Some(first) if first.contains(' ') => words,
        _ => vec![words.join(" ")],
    };
    run_commands(&mut session, &commands)
}

/// Runs commands one after another, up to the first that fails or ends the program.
fn run_commands(session: &mut Session, commands: &[String]) -> ExitCode {
    for command in commands {
        let result = match session.execute(command) {
            Ok(Step::Play(wanted)) => session.play(*wanted, &mut io::stdin().lock()),
            other => other,
        };
        session.finish();
        match result {
            Ok(Step::Continue) => {}
            Ok(Step::Failed) => return ExitCode::FAILURE,
            other => return exit_code(other.map(|_| ())),
        }
    }
    ExitCode::SUCCESS
}

/// A reader that went away is the usual way to end (`quietus perft 6 | head -1`), not an error.
fn exit_code(result: io::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("quietus: {error}");
            ExitCode::FAILURE
        }
    }
}
