//! Options of a command as words of a configuration: `NAME=VALUE`, or `NAME` of a switch.

use clap::Parser;

use crate::exit::Usage;

/// A command line of its own.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct Line<A: clap::Args> {
    #[command(flatten)]
    args: A,
}

/// Reads the options of a command.
///
/// # Errors
/// Names the word that is wrong.
pub fn parse<'a, A: clap::Args>(words: impl IntoIterator<Item = &'a str>) -> Result<A, Usage> {
    let option = |word: &str| match word.split_once('=') {
        Some((name, value)) => format!("--{}={value}", name.replace('_', "-")),
        None => format!("--{}", word.replace('_', "-")),
    };
    let parsed = Line::try_parse_from(words.into_iter().map(option)).map_err(|error| {
        let text = error.to_string();
        let line = text.lines().next().unwrap_or_default();
        Usage(line.trim_start_matches("error: ").to_owned())
    })?;
    Ok(parsed.args)
}
