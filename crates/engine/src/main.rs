//! `quietus`: with no arguments it speaks UCI on standard input and output; words on the command
//! line are run as one command.

#![forbid(unsafe_code)]

mod bench;
mod compiler;
mod eval;
mod flip;
mod limits;
mod options;
mod output;
mod perft;
mod report;
mod session;
mod speedtest;
mod tally;
mod text;
mod time;
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
    let result = session.execute(&words.join(" "));
    session.finish();
    match result {
        Ok(Step::Failed) => ExitCode::FAILURE,
        other => exit_code(other.map(|_| ())),
    }
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
