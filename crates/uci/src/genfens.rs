//! The arguments of `genfens`, as OpenBench sends them.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::arguments::{ArgumentError, CommandError, number, write_option};

/// Positions to start games from; the engine chooses what is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GenfensCommand {
    /// How many positions.
    pub count: u64,
    /// The seed of the random moves.
    pub seed: u64,
    /// A file of positions to start from.
    pub book: Option<String>,
    /// How many random moves.
    pub plies: Option<RangeInclusive<usize>>,
    /// The share of shuffled starts (Chess960), in percent.
    pub shuffled: u8,
    /// The largest score of a position, in centipawns.
    pub cut: Option<i32>,
}

impl GenfensCommand {
    const USAGE: &'static str =
        "genfens N [seed S] [book FILE|None] [plies A-B] [chess960 PERCENT] [cut CP]";

    const MAX_PLIES: usize = 200;
    const MAX_CUT: i32 = 30_000;

    /// Parses the arguments of `genfens`: the count, then names with values in any order.
    pub(crate) fn parse(words: &[&str]) -> Result<Self, CommandError> {
        Self::parse_words(words).map_err(|error| error.with_usage(Self::USAGE))
    }

    fn parse_words(words: &[&str]) -> Result<Self, ArgumentError> {
        let [count, pairs @ ..] = words else {
            return Err(ArgumentError::missing("genfens", "a count of positions"));
        };
        let mut command = Self {
            count: any_number("count", count)?,
            ..Self::default()
        };
        for pair in pairs.chunks(2) {
            let &[name, value] = pair else {
                let argument = format!("genfens {}", pair[0]);
                return Err(ArgumentError::missing(&argument, "a value"));
            };
            command.set(name, value)?;
        }
        Ok(command)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), ArgumentError> {
        let argument = format!("genfens {name}");
        match name {
            "seed" => self.seed = any_number(name, value)?,
            "book" => self.book = (!value.eq_ignore_ascii_case("none")).then(|| value.to_owned()),
            "plies" => {
                let (low, high) = value.split_once('-').unwrap_or((value, value));
                let plies = any_number(name, low)?..=any_number(name, high)?;
                if plies.is_empty() || *plies.end() > Self::MAX_PLIES {
                    return Err(ArgumentError::value(&argument, "like 8-9", value));
                }
                self.plies = Some(plies);
            }
            "chess960" => self.shuffled = number(&argument, value, 0..=100)?,
            "cut" => self.cut = Some(number(&argument, value, 0..=Self::MAX_CUT)?),
            _ => return Err(ArgumentError::unknown("genfens", name)),
        }
        Ok(())
    }
}

fn any_number<T: FromStr>(name: &str, text: &str) -> Result<T, ArgumentError> {
    let number = text.parse();
    number.map_err(|_| ArgumentError::value(&format!("genfens {name}"), "a number", text))
}

impl fmt::Display for GenfensCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "genfens {} seed {}", self.count, self.seed)?;
        write_option(f, "book", self.book.as_ref())?;
        let plies = self.plies.as_ref();
        let plies = plies.map(|plies| format!("{}-{}", plies.start(), plies.end()));
        write_option(f, "plies", plies)?;
        write_option(f, "chess960", Some(self.shuffled))?;
        write_option(f, "cut", self.cut)
    }
}

#[cfg(test)]
mod tests {
    use super::{CommandError, GenfensCommand};

    fn parse(line: &str) -> Result<GenfensCommand, CommandError> {
        GenfensCommand::parse(&line.split(' ').collect::<Vec<_>>())
    }

    #[test]
    fn what_openbench_sends_and_more() {
        let plain = GenfensCommand {
            count: 64,
            seed: 17_000_000_000,
            ..GenfensCommand::default()
        };
        assert_eq!(parse("64 seed 17000000000 book None"), Ok(plain.clone()));
        let more = GenfensCommand {
            book: Some("Books/x.epd".to_owned()),
            plies: Some(1..=4),
            shuffled: 10,
            cut: Some(400),
            ..plain
        };
        let line = "64 seed 17000000000 book Books/x.epd plies 1-4 chess960 10 cut 400";
        assert_eq!(parse(line), Ok(more));
        assert_eq!(parse("1 plies 6").unwrap().plies, Some(6..=6));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, word) in [
            ("", "count"),
            ("many", "count"),
            ("5 seed", "seed"),
            ("5 seed x", "seed"),
            ("5 plies 9-8", "plies"),
            ("5 plies 9000", "plies"),
            ("5 chess960 101", "chess960"),
            ("5 cut 40000", "cut"),
            ("5 magic 1", "magic"),
        ] {
            let problem = parse(line).unwrap_err().to_string();
            assert!(problem.contains(word), "{line}: {problem}");
        }
        assert!(GenfensCommand::parse(&[]).is_err());
    }
}
