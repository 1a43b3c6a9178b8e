//! `quietus-lab`: the command line of the lab.
//!
//! Arguments and printing only: every subcommand is a file in [`commands`], and what it does is in
//! the library crates. The exit codes are in [`exit`].

#![forbid(unsafe_code)]
// Texts from files and engines must not control the terminal: `say!` and `warn!` see to that.
#![deny(clippy::print_stdout, clippy::print_stderr)]

/// Writes a line to the standard output as `println!` does, but texts cannot control the terminal, and a
/// closed output is no panic.
macro_rules! say {
    ($($words:tt)*) => {
        drop($crate::files::print(&format!("{}\n", format_args!($($words)*))))
    };
}

/// The same to the standard error.
macro_rules! warn {
    ($($words:tt)*) => {
        support::warn(&format!($($words)*))
    };
}

mod args;
mod commands;
mod engines;
mod exit;
mod files;
mod filters;
mod game_files;
mod habits;
#[cfg(test)]
mod help_tests;
mod hypotheses;
mod labels;
mod match_args;
mod scores;
mod selection;
mod self_play;
mod table;
mod training;
mod words;

use std::process::ExitCode;

use clap::Parser;

use commands::Command;

const EXAMPLES: &str = "\
Examples:
  quietus-lab match -e ./new -e ./old --each tc=8+0.08 --rounds 100
  quietus-lab rate games.pgn --svg ladder.svg
  quietus-lab help sprt";

/// Test engines, make training data, train networks and keep the results
#[derive(Debug, Parser)]
#[command(name = "quietus-lab", version, long_version = long_version())]
#[command(arg_required_else_help = true)]
#[command(max_term_width = 100, after_help = format!("{EXAMPLES}\n\n{}", exit::HELP))]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// How it was built, with the engine inside.
fn long_version() -> &'static str {
    format!("{}\n{}", env!("CARGO_PKG_VERSION"), engine::build_info()).leak()
}

/// What a report of a panic names.
fn version() -> &'static str {
    let commit = engine::COMMIT.unwrap_or("of an unknown commit");
    format!("quietus-lab {} {commit}", env!("CARGO_PKG_VERSION")).leak()
}

fn main() -> ExitCode {
    sys::require_cpu();
    support::report_panics(version());
    sys::share_arena_if_limited();
    let words = match habits::translate(std::env::args_os()) {
        Ok(words) => words,
        Err(usage) => return exit::code(&Err(usage.into())),
    };
    match Cli::try_parse_from(words) {
        Ok(cli) => exit::code(&cli.command.run()),
        Err(error) => {
            // If this fails, there is nobody to tell.
            error.print().ok();
            ExitCode::from(if error.use_stderr() { 2 } else { 0 })
        }
    }
}
