//! `quietus-lab`: the workshop around the engine.
//!
//! Owns the command line and the exit statuses: 0 fine, 1 a failure, 2 bad usage. Every
//! subcommand is a file in [`commands`]; a command that means more by its status says so in its
//! help.

#![forbid(unsafe_code)]

mod commands;
mod files;
mod filters;
mod gate;
mod labels;
mod matches;
mod scores;
mod self_play;
mod table;
mod threads;

use std::process::ExitCode;

use clap::Parser;

use commands::Command;

/// The chess workshop: matches, ratings, suites and the ledger of experiments.
#[derive(Debug, Parser)]
#[command(name = "quietus-lab", version, arg_required_else_help = true)]
#[command(after_help = "Example:\n  quietus-lab rate games.pgn --svg ladder.svg")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    match cli.command.run() {
        Ok(status) => status,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Prints what is wrong with the command line, or the help that was asked for. Where 2 is the answer
/// to a question, as for `sprt`, bad usage is a failure like others.
fn usage(error: &clap::Error) -> ExitCode {
    // Nobody can be told if even this fails.
    error.print().ok();
    let command = std::env::args().nth(1);
    match command.as_deref() {
        _ if !error.use_stderr() => ExitCode::SUCCESS,
        Some("gate" | "match" | "sprt") => ExitCode::from(3),
        _ => ExitCode::from(2),
    }
}
