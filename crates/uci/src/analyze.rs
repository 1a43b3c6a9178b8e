//! The arguments of `analyze`.

use std::fmt;

use crate::arguments::{ArgumentError, CommandError, number, write_option};

/// A file of games to analyze.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AnalyzeCommand {
    /// The PGN file; `-` is the standard input.
    pub file: String,
    /// The number of the only game to analyze, from 1.
    pub game: Option<usize>,
    /// The node limit of a position.
    pub nodes: Option<u64>,
    /// The time of a position, in milliseconds.
    pub movetime: Option<u64>,
    /// The depth limit of a position.
    pub depth: Option<u32>,
    /// Search threads, if given.
    pub threads: Option<usize>,
    /// Size of the transposition table in MiB, if given.
    pub hash: Option<usize>,
    /// Where the annotated games go.
    pub pgn: Option<String>,
    /// Where the page goes.
    pub html: Option<String>,
}

impl AnalyzeCommand {
    const USAGE: &'static str = "analyze FILE [options], see 'help'";

    /// Parses the arguments; they may have spaces in them.
    pub fn parse<S: AsRef<str>>(words: &[S]) -> Result<Self, CommandError> {
        Self::parse_words(words).map_err(|error| error.with_usage(Self::USAGE))
    }

    fn parse_words<S: AsRef<str>>(words: &[S]) -> Result<Self, ArgumentError> {
        let mut command = Self::default();
        let mut words = words.iter().map(AsRef::as_ref);
        while let Some(word) = words.next() {
            let mut value =
                || (words.next()).ok_or_else(|| ArgumentError::missing(word, "a value"));
            match word {
                "--game" => command.game = Some(number(word, value()?, 1..=usize::MAX)?),
                "--nodes" => command.nodes = Some(number(word, value()?, 1..=u64::MAX)?),
                "--movetime" => command.movetime = Some(number(word, value()?, 1..=86_400_000)?),
                "--depth" => command.depth = Some(number(word, value()?, 1..=245)?),
                "--threads" => command.threads = Some(number(word, value()?, 1..=1024)?),
                "--hash" => command.hash = Some(number(word, value()?, 1..=1 << 25)?),
                "-o" => command.pgn = Some(value()?.to_owned()),
                "--html" => command.html = Some(value()?.to_owned()),
                _ if command.file.is_empty() && (word == "-" || !word.starts_with('-')) => {
                    word.clone_into(&mut command.file);
                }
                _ => return Err(ArgumentError::unknown("analyze", word)),
            }
        }
        match command.file.as_str() {
            "" => Err(ArgumentError::missing("analyze", "a PGN file")),
            _ => Ok(command),
        }
    }
}

/// As at the prompt, where names of files have no spaces.
impl fmt::Display for AnalyzeCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "analyze {}", self.file)?;
        write_option(f, "--game", self.game)?;
        write_option(f, "--nodes", self.nodes)?;
        write_option(f, "--movetime", self.movetime)?;
        write_option(f, "--depth", self.depth)?;
        write_option(f, "--threads", self.threads)?;
        write_option(f, "--hash", self.hash)?;
        write_option(f, "-o", self.pgn.as_ref())?;
        write_option(f, "--html", self.html.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::AnalyzeCommand;

    #[test]
    fn arguments_come_in_any_order() {
        let words = [
            "--nodes",
            "5000",
            "my game.pgn",
            "-o",
            "out.pgn",
            "--hash",
            "64",
        ];
        let expected = AnalyzeCommand {
            file: "my game.pgn".to_owned(),
            nodes: Some(5000),
            hash: Some(64),
            pgn: Some("out.pgn".to_owned()),
            ..AnalyzeCommand::default()
        };
        assert_eq!(AnalyzeCommand::parse(&words), Ok(expected));
        for bad in [
            "",
            "a.pgn b.pgn",
            "a.pgn --depth 0",
            "a.pgn --hash",
            "a.pgn --what",
        ] {
            let words: Vec<&str> = bad.split_whitespace().collect();
            assert!(AnalyzeCommand::parse(&words).is_err(), "{bad}");
        }
    }
}
