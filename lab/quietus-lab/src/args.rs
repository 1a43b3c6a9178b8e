//! Arguments that several commands have.

use std::num::NonZero;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use games::GameId;

/// The most threads of a command, and the most games at once. More only exhaust the machine.
pub const MAX_THREADS: i64 = 1024;

/// Of all commands that work on several threads.
#[derive(Debug, clap::Args)]
pub struct ThreadArgs {
    /// Number of threads [default: one per core]
    #[arg(long, short = 'j', value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    threads: Option<u16>,
}

impl ThreadArgs {
    /// As many threads as wanted, or as there are cores.
    pub fn count(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
        self.threads.map_or_else(cores, usize::from)
    }
}

/// Reads the name of a game. Help lists the names.
pub fn game() -> impl TypedValueParser<Value = GameId> {
    let names = PossibleValuesParser::new(GameId::NAMES.iter().copied());
    names.map(|name| name.parse().expect("one of the names"))
}

/// A number from 0 to 1.
pub fn fraction(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if (0.0..=1.0).contains(&number) => Ok(number),
        _ => Err("expected a number from 0 to 1".to_owned()),
    }
}

/// A number from 0 to 100.
pub fn percent(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if (0.0..=100.0).contains(&number) => Ok(number),
        _ => Err("expected a number from 0 to 100".to_owned()),
    }
}

/// A number above zero, and not absurd.
pub fn positive(text: &str) -> Result<f64, String> {
    const GREATEST: f64 = 1e6;
    match text.parse() {
        Ok(number) if number > 0.0 && number <= GREATEST => Ok(number),
        _ => Err("expected a number above 0, at most 1000000".to_owned()),
    }
}

/// `8`, or `8-9`.
pub fn range(text: &str) -> Result<(usize, usize), String> {
    const MOST: usize = 200;
    let (low, high) = text.split_once('-').unwrap_or((text, text));
    match (low.parse(), high.parse()) {
        (Ok(low), Ok(high)) if low <= high && high <= MOST => Ok((low, high)),
        _ => Err(format!(
            "expected a number up to {MOST}, or a range such as 8-9"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::{fraction, percent, positive, range};

    #[test]
    fn numbers_are_checked() {
        assert!(
            ["0", "nan", "1e9", "x"]
                .map(positive)
                .iter()
                .all(Result::is_err)
        );
        assert_eq!(positive("2.5"), Ok(2.5));
        assert_eq!([fraction("0.5"), percent("50")], [Ok(0.5), Ok(50.0)]);
        assert!(fraction("1.1").is_err() && percent("-1").is_err());
    }

    #[test]
    fn ranges_are_read() {
        assert_eq!(range("8"), Ok((8, 8)));
        assert_eq!(range("1-4"), Ok((1, 4)));
        for bad in ["", "4-1", "x", "1-900", "1-2-3"] {
            assert!(range(bad).is_err(), "{bad}");
        }
    }
}
