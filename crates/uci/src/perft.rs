//! The arguments of `perft`, on the command line and at the prompt.

use std::fmt;

use crate::arguments::{ArgumentError, CommandError, number, write_option};

/// The output of a perft.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PerftMode {
    /// The number of leaf nodes, and the speed.
    #[default]
    Count,
    /// The number below each root move.
    Divide,
    /// Captures, checks and so on of the last ply.
    Stats,
    /// A Markdown table of all depths.
    Table,
}

/// A perft to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftCommand {
    /// Depth in plies.
    pub depth: u32,
    /// The position; `None` for the current one.
    pub fen: Option<String>,
    /// What to show.
    pub mode: PerftMode,
    /// Number of threads.
    pub threads: usize,
    /// Bulk counting: whether the moves of the last ply are counted without being made.
    pub bulk: bool,
}

impl PerftCommand {
    const USAGE: &'static str =
        "perft DEPTH [--fen FEN] [--divide | --stats | --table] [--threads N] [--no-bulk]";

    /// Far deeper than any perft that ends.
    const MAX_DEPTH: u32 = 99;
    const MAX_THREADS: usize = 1024;

    fn new(depth: u32) -> Self {
        Self {
            depth,
            fen: None,
            mode: PerftMode::Count,
            threads: 1,
            bulk: true,
        }
    }

    /// Parses the arguments of `perft`.
    pub(crate) fn parse(words: &[&str]) -> Result<Self, CommandError> {
        Self::parse_words(words).map_err(|error| error.with_usage(Self::USAGE))
    }

    fn parse_words(words: &[&str]) -> Result<Self, ArgumentError> {
        let mut command = Self::new(0);
        let mut depth = None;
        let mut mode = None;
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            match word {
                "--fen" => {
                    let mut fields = Vec::new();
                    while let Some(field) = words.next_if(|next| !next.starts_with("--")) {
                        fields.push(field);
                    }
                    if fields.is_empty() {
                        return Err(ArgumentError::missing(word, "a value"));
                    }
                    command.fen = Some(fields.join(" "));
                }
                "--divide" => set_mode(&mut mode, PerftMode::Divide)?,
                "--stats" => set_mode(&mut mode, PerftMode::Stats)?,
                "--table" => set_mode(&mut mode, PerftMode::Table)?,
                "--threads" => {
                    let text = words.next();
                    let text = text.ok_or_else(|| ArgumentError::missing(word, "a value"))?;
                    command.threads = number(word, text, 1..=Self::MAX_THREADS)?;
                }
                "--no-bulk" => command.bulk = false,
                _ if depth.is_none() && !word.starts_with("--") => {
                    depth = Some(number("perft depth", word, 0..=Self::MAX_DEPTH)?);
                }
                _ => return Err(ArgumentError::unknown("perft", word)),
            }
        }
        command.depth = depth.ok_or_else(|| ArgumentError::missing("perft", "a depth"))?;
        command.mode = mode.unwrap_or_default();
        Ok(command)
    }

    /// Parses the arguments of `go perft`, which other engines answer with a divide.
    pub(crate) fn parse_go(words: &[&str]) -> Result<Self, CommandError> {
        let mut command = Self::parse(words)?;
        if command.mode == PerftMode::Count {
            command.mode = PerftMode::Divide;
        }
        Ok(command)
    }
}

fn set_mode(mode: &mut Option<PerftMode>, wanted: PerftMode) -> Result<(), ArgumentError> {
    match mode.replace(wanted) {
        Some(other) if other != wanted => {
            Err(ArgumentError::Exclusive("--divide, --stats and --table"))
        }
        _ => Ok(()),
    }
}

impl fmt::Display for PerftCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "perft {} --threads {}", self.depth, self.threads)?;
        write_option(f, "--fen", self.fen.as_ref())?;
        f.write_str(match self.mode {
            PerftMode::Count => "",
            PerftMode::Divide => " --divide",
            PerftMode::Stats => " --stats",
            PerftMode::Table => " --table",
        })?;
        f.write_str(if self.bulk { "" } else { " --no-bulk" })
    }
}

#[cfg(test)]
mod tests {
    use super::{CommandError, PerftCommand, PerftMode};

    fn parse(line: &str) -> Result<PerftCommand, CommandError> {
        PerftCommand::parse(&line.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn words_in_any_order() {
        let fen = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1";
        let expected = PerftCommand {
            depth: 5,
            fen: Some(fen.to_owned()),
            mode: PerftMode::Stats,
            threads: 4,
            bulk: false,
        };
        assert_eq!(
            parse(&format!("5 --fen {fen} --stats --threads 4 --no-bulk")),
            Ok(expected.clone())
        );
        assert_eq!(
            parse(&format!("--stats --no-bulk --threads 4 5 --fen {fen}")),
            Ok(expected)
        );
        assert_eq!(
            PerftCommand::parse_go(&["3"]).unwrap().mode,
            PerftMode::Divide
        );
    }

    #[test]
    fn bad_words_are_named() {
        for (line, problem) in [
            ("", "perft needs a depth"),
            ("x", "perft depth must be from 0 to 99: \"x\""),
            ("100", "perft depth must be from 0 to 99: \"100\""),
            ("3 --threads 0", "--threads must be from 1 to 1024: \"0\""),
            ("3 --threads", "--threads needs a value"),
            ("3 --fen --divide", "--fen needs a value"),
            (
                "3 --divide --table",
                "--divide, --stats and --table exclude each other",
            ),
            ("3 4", "unknown argument of perft: \"4\""),
            ("3 --fast", "unknown argument of perft: \"--fast\""),
        ] {
            let usage = PerftCommand::USAGE;
            let error = parse(line).unwrap_err().to_string();
            assert_eq!(error, format!("{problem} (usage: {usage})"));
        }
    }
}
