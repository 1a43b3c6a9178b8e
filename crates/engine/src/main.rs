//! `quietus`: without arguments it speaks UCI on standard input and output. Arguments are run as one
//! command; if the first of them contains a space, each argument is a command of its own.

#![forbid(unsafe_code)]

mod about;
mod bench;
mod clock;
mod error;
mod eval;
mod genfens;
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
mod wdl;

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use error::Error;
use output::Output;
use session::{Session, Step};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut session = Session::new(Output::new());
    if words.is_empty() {
        if io::stdin().is_terminal() {
            println!("{}", about::BANNER);
        }
        // A game is played on a clock: answer it soon, also on a loaded machine.
        sys::request_short_slices();
        let result = session.run(io::stdin().lock());
        return result.map_or_else(|error| fail(error.into()), |()| ExitCode::SUCCESS);
    }
    if let ["--version" | "-V"] = words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        println!("{}", about::VERSION);
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
            Ok(Step::Play(arguments)) => session
                .play(*arguments, &mut io::stdin().lock())
                .map(|()| Step::Continue),
            other => other,
        };
        session.wait();
        match result {
            Ok(Step::Quit) => break,
            Ok(_) => {}
            Err(error) => {
                let code = error.exit_code();
                return session
                    .report(error)
                    .map_or_else(|error| fail(error.into()), |()| code);
            }
        }
    }
    ExitCode::SUCCESS
}

/// Input or output failed. A closed pipe is no error to tell of.
fn fail(error: Error) -> ExitCode {
    let code = error.exit_code();
    if code != ExitCode::SUCCESS {
        eprintln!("quietus: {error}");
    }
    code
}
