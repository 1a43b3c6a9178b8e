//! The arguments of `speedtest`.

use std::fmt;

use crate::arguments::{ArgumentError, CommandError, number};

/// A speed measurement; the engine chooses what is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpeedtestCommand {
    /// Search threads.
    pub threads: Option<usize>,
    /// Size of the transposition table, in MiB.
    pub hash: Option<usize>,
    /// The duration in seconds.
    pub seconds: Option<usize>,
}

impl SpeedtestCommand {
    const MAX_THREADS: usize = 1024;
    /// 32 TiB.
    const MAX_HASH: usize = 1 << 25;
    /// A day.
    const MAX_SECONDS: usize = 86_400;

    const USAGE: &'static str = "speedtest [THREADS] [HASH] [SECONDS]";

    /// Parses the arguments of `speedtest`: up to three numbers.
    pub(crate) fn parse(words: &[&str]) -> Result<Self, CommandError> {
        Self::parse_words(words).map_err(|error| error.with_usage(Self::USAGE))
    }

    fn parse_words(words: &[&str]) -> Result<Self, ArgumentError> {
        if words.len() > 3 {
            return Err(ArgumentError::TooMany);
        }
        let argument = |index: usize, name: &str, max: usize| {
            let text = words.get(index);
            text.map(|text| number(&format!("speedtest {name}"), text, 1..=max))
                .transpose()
        };
        Ok(Self {
            threads: argument(0, "threads", Self::MAX_THREADS)?,
            hash: argument(1, "hash", Self::MAX_HASH)?,
            seconds: argument(2, "seconds", Self::MAX_SECONDS)?,
        })
    }
}

impl fmt::Display for SpeedtestCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("speedtest")?;
        let numbers = [self.threads, self.hash, self.seconds];
        // Each stands where the ones before it are given.
        let given = numbers.iter().map_while(|number| *number);
        given
            .into_iter()
            .try_for_each(|number| write!(f, " {number}"))
    }
}

#[cfg(test)]
mod tests {
    use super::SpeedtestCommand;

    #[test]
    fn numbers_in_their_order() {
        assert_eq!(
            SpeedtestCommand::parse(&[]),
            Ok(SpeedtestCommand::default())
        );
        let all = SpeedtestCommand {
            threads: Some(2),
            hash: Some(64),
            seconds: Some(5),
        };
        assert_eq!(SpeedtestCommand::parse(&["2", "64", "5"]), Ok(all));
        for bad in [
            &["0"][..],
            &["x"],
            &["1", "0"],
            &["1", "1", "-5"],
            &["1"; 4],
        ] {
            assert!(SpeedtestCommand::parse(bad).is_err(), "{bad:?}");
        }
    }
}
