//! The arguments of `tb`.

use std::fmt;

use crate::arguments::{ArgumentError, CommandError, write_option};

/// A position to look up in the tablebases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TbCommand {
    /// The position; `None` for the current one.
    pub fen: Option<String>,
    /// The path of the tables; `None` for that of the option `SyzygyPath`.
    pub path: Option<String>,
}

impl TbCommand {
    const USAGE: &'static str = "tb [FEN] [--syzygy PATH]";

    /// Parses `[FEN] [--syzygy PATH]`. The path reaches to the end and may have spaces in it.
    pub(crate) fn parse(words: &[&str]) -> Result<Self, CommandError> {
        let split = words.iter().position(|word| word.starts_with("--"));
        let (fen, options) = words.split_at(split.unwrap_or(words.len()));
        let path = match *options {
            [] => Ok(None),
            ["--syzygy"] => Err(ArgumentError::missing("--syzygy", "a path")),
            ["--syzygy", ref path @ ..] => Ok(Some(path.join(" "))),
            [other, ..] => Err(ArgumentError::unknown("tb", other)),
        };
        let path = path.map_err(|error| error.with_usage(Self::USAGE))?;
        let fen = (!fen.is_empty()).then(|| fen.join(" "));
        Ok(Self { fen, path })
    }
}

impl fmt::Display for TbCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("tb")?;
        self.fen.iter().try_for_each(|fen| write!(f, " {fen}"))?;
        write_option(f, "--syzygy", self.path.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::{CommandError, TbCommand};

    fn parse(text: &str) -> Result<TbCommand, CommandError> {
        TbCommand::parse(&text.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn fen_and_path_are_optional() {
        let none = parse("").unwrap();
        assert_eq!((none.fen, none.path), (None, None));
        let both = parse("8/8/8/2k5/8/8/8/QK6 w - - 0 1 --syzygy my tables").unwrap();
        assert_eq!(both.fen.as_deref(), Some("8/8/8/2k5/8/8/8/QK6 w - - 0 1"));
        assert_eq!(both.path.as_deref(), Some("my tables"));
        assert!(parse("--syzygy").is_err());
        assert!(parse("8/8/8/2k5/8/8/8/QK6 w --fen").is_err());
    }
}
