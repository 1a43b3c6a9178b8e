//! The arguments of `genfens`, as OpenBench sends them.

use std::ops::RangeInclusive;

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
    /// The share of Chess960 starts, in percent.
    pub chess960: u8,
    /// The largest score of a position, in centipawns.
    pub cut: Option<i32>,
}

impl GenfensCommand {
    const MAX_PLIES: usize = 200;
    const MAX_CUT: i32 = 30_000;

    /// Parses the arguments of `genfens`: the count, then names with values in any order.
    pub(crate) fn parse(words: &[&str]) -> Result<Self, String> {
        let [count, pairs @ ..] = words else {
            return Err("genfens needs a count of positions".to_owned());
        };
        let mut command = Self {
            count: number("count", count)?,
            ..Self::default()
        };
        for pair in pairs.chunks(2) {
            let &[name, value] = pair else {
                return Err(format!("genfens {} needs a value", pair[0]));
            };
            command.set(name, value)?;
        }
        Ok(command)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let too_large = || Err(format!("genfens {name} is too large: {value:?}"));
        match name {
            "seed" => self.seed = number(name, value)?,
            "book" => self.book = (!value.eq_ignore_ascii_case("none")).then(|| value.to_owned()),
            "plies" => {
                let (low, high) = value.split_once('-').unwrap_or((value, value));
                let plies = number(name, low)?..=number(name, high)?;
                if plies.is_empty() || *plies.end() > Self::MAX_PLIES {
                    return Err(format!("genfens plies must be like 8-9: {value:?}"));
                }
                self.plies = Some(plies);
            }
            "chess960" => {
                self.chess960 = number(name, value)?;
                if self.chess960 > 100 {
                    return too_large();
                }
            }
            "cut" => {
                let cut: u16 = number(name, value)?;
                self.cut = Some(i32::from(cut));
                if i32::from(cut) > Self::MAX_CUT {
                    return too_large();
                }
            }
            _ => return Err(format!("unknown argument of genfens: {name:?}")),
        }
        Ok(())
    }
}

fn number<T: std::str::FromStr>(name: &str, text: &str) -> Result<T, String> {
    let bad = |_| format!("genfens {name} must be a number: {text:?}");
    text.parse().map_err(bad)
}

#[cfg(test)]
mod tests {
    use super::GenfensCommand;

    fn parse(line: &str) -> Result<GenfensCommand, String> {
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
            chess960: 10,
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
            let problem = parse(line).unwrap_err();
            assert!(problem.contains(word), "{line}: {problem}");
        }
        assert!(GenfensCommand::parse(&[]).is_err());
    }
}
