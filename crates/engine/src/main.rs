//! `quietus`: with no arguments it speaks UCI on standard input and output; words on the command
//! line are run as one command.

#![forbid(unsafe_code)]

mod bench;
mod options;
mod perft;
mod play;
mod report;
mod session;
mod text;
mod time;

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use session::{Session, Step};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut session = Session::new(io::stdout());
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
    let result = match session.execute(&words.join(" ")) {
        Ok(Step::Play(wanted)) => session.play(*wanted, &mut io::stdin().lock()),
        other => other,
    };
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
