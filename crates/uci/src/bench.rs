//! The arguments of `bench`.

use std::fmt;

use crate::arguments::{ArgumentError, CommandError};

/// What `bench` searches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BenchCommand {
    /// The name of the game; nothing for the one that is played.
    pub variant: Option<String>,
    /// The depth, above 0; nothing for the default.
    pub depth: Option<u32>,
}

impl BenchCommand {
    const USAGE: &'static str = "bench [VARIANT] [DEPTH]";

    pub(crate) fn parse(words: &[&str]) -> Result<Self, CommandError> {
        let (variant, words) = match *words {
            [name, ref rest @ ..] if name.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                (Some(name.to_owned()), rest)
            }
            _ => (None, words),
        };
        let depth = match *words {
            [] => Ok(None),
            [text] => match text.parse() {
                Ok(depth) if depth > 0 => Ok(Some(depth)),
                _ => Err(ArgumentError::value(
                    "bench depth",
                    "a number above 0",
                    text,
                )),
            },
            _ => Err(ArgumentError::TooMany),
        };
        let depth = depth.map_err(|error| error.with_usage(Self::USAGE))?;
        Ok(Self { variant, depth })
    }
}

impl fmt::Display for BenchCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bench")?;
        self.variant
            .iter()
            .try_for_each(|name| write!(f, " {name}"))?;
        self.depth
            .iter()
            .try_for_each(|depth| write!(f, " {depth}"))
    }
}

#[cfg(test)]
mod tests {
    use super::BenchCommand;

    #[test]
    fn bench_takes_a_variant_and_a_depth() {
        for (words, variant, depth) in [
            (&[][..], None, None),
            (&["5"], None, Some(5)),
            (&["xiangqi"], Some("xiangqi"), None),
            (&["xiangqi", "8"], Some("xiangqi"), Some(8)),
        ] {
            let variant = variant.map(str::to_owned);
            let command = BenchCommand { variant, depth };
            assert_eq!(BenchCommand::parse(words), Ok(command));
        }
        for bad in [
            &["abc", "0"][..],
            &["abc", "def"],
            &["0"],
            &["-1"],
            &["1.5"],
            &["99999999999"],
            &["5", "5"],
        ] {
            assert!(BenchCommand::parse(bad).is_err(), "{bad:?}");
        }
    }
}
