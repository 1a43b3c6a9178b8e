//! The arguments of `perft`, on the command line and at the prompt.

use std::fmt;

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

/// What is wrong with the arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PerftError {
    /// No depth was given.
    NoDepth,
    /// A number out of range or no number: its name, and the text.
    Number(&'static str, String),
    /// An option without the value it needs.
    NoValue(&'static str),
    /// Two different outputs.
    TwoModes,
    /// An unknown argument.
    Unknown(String),
}

impl PerftCommand {
    /// The usage line.
    pub const USAGE: &'static str =
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
    pub(crate) fn parse(words: &[&str]) -> Result<Self, PerftError> {
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
                        return Err(PerftError::NoValue("--fen"));
                    }
                    command.fen = Some(fields.join(" "));
                }
                "--divide" => set_mode(&mut mode, PerftMode::Divide)?,
                "--stats" => set_mode(&mut mode, PerftMode::Stats)?,
                "--table" => set_mode(&mut mode, PerftMode::Table)?,
                "--threads" => {
                    let text = words.next().ok_or(PerftError::NoValue("--threads"))?;
                    command.threads = number("--threads", text, 1, Self::MAX_THREADS)?;
                }
                "--no-bulk" => command.bulk = false,
                _ if depth.is_none() && !word.starts_with("--") => {
                    depth = Some(number("depth", word, 0, Self::MAX_DEPTH as usize)? as u32);
                }
                _ => return Err(PerftError::Unknown(word.to_owned())),
            }
        }
        command.depth = depth.ok_or(PerftError::NoDepth)?;
        command.mode = mode.unwrap_or_default();
        Ok(command)
    }

    /// Parses the arguments of `go perft`, which other engines answer with a divide.
    pub(crate) fn parse_go(words: &[&str]) -> Result<Self, PerftError> {
        let mut command = Self::parse(words)?;
        if command.mode == PerftMode::Count {
            command.mode = PerftMode::Divide;
        }
        Ok(command)
    }
}

fn set_mode(mode: &mut Option<PerftMode>, wanted: PerftMode) -> Result<(), PerftError> {
    match mode.replace(wanted) {
        Some(other) if other != wanted => Err(PerftError::TwoModes),
        _ => Ok(()),
    }
}

fn number(what: &'static str, text: &str, min: usize, max: usize) -> Result<usize, PerftError> {
    match text.parse() {
        Ok(number) if (min..=max).contains(&number) => Ok(number),
        _ => Err(PerftError::Number(what, text.to_owned())),
    }
}

impl fmt::Display for PerftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDepth => f.write_str("perft needs a depth"),
            Self::Number("depth", text) => {
                write!(
                    f,
                    "perft depth must be from 0 to {}: {text:?}",
                    PerftCommand::MAX_DEPTH
                )
            }
            Self::Number(what, text) => {
                write!(
                    f,
                    "{what} must be from 1 to {}: {text:?}",
                    PerftCommand::MAX_THREADS
                )
            }
            Self::NoValue(option) => write!(f, "{option} needs a value"),
            Self::TwoModes => f.write_str("--divide, --stats and --table exclude each other"),
            Self::Unknown(word) => write!(f, "unknown argument of perft: {word:?}"),
        }?;
        write!(f, " (usage: {})", PerftCommand::USAGE)
    }
}

impl std::error::Error for PerftError {}

#[cfg(test)]
mod tests {
    use super::{PerftCommand, PerftError, PerftMode};

    fn parse(line: &str) -> Result<PerftCommand, PerftError> {
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
        for (line, error) in [
            ("", PerftError::NoDepth),
            ("x", PerftError::Number("depth", "x".to_owned())),
            ("100", PerftError::Number("depth", "100".to_owned())),
            (
                "3 --threads 0",
                PerftError::Number("--threads", "0".to_owned()),
            ),
            ("3 --threads", PerftError::NoValue("--threads")),
            ("3 --fen --divide", PerftError::NoValue("--fen")),
            ("3 --divide --table", PerftError::TwoModes),
            ("3 4", PerftError::Unknown("4".to_owned())),
            ("3 --fast", PerftError::Unknown("--fast".to_owned())),
        ] {
            assert_eq!(parse(line), Err(error.clone()));
            assert!(error.to_string().contains("usage: perft"));
        }
    }
}
