//! `--shard K/N`: a part of a match that several machines play.

use std::ops::Range;
use std::str::FromStr;

use arena::runner::Settings;

use crate::exit::bail_usage;

/// One of several parts, as equal as can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From zero.
    number: u64,
    count: u64,
}

impl Shard {
    /// Leaves of a match only this part.
    pub fn apply(self, settings: &mut Settings) -> anyhow::Result<()> {
        let part = self.rounds(settings.rounds);
        if part.is_empty() {
            bail_usage!("--shard: {} rounds have no such part", settings.rounds);
        }
        settings.openings.skip(part.start);
        settings.rounds = part.end - part.start;
        Ok(())
    }

    /// The rounds of this part.
    fn rounds(self, all: u64) -> Range<u64> {
        let before = |number: u64| {
            let share = u128::from(all) * u128::from(number) / u128::from(self.count);
            u64::try_from(share).expect("not more than all")
        };
        before(self.number)..before(self.number + 1)
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = "expected K/N, part K of N parts, from 1/N to N/N";
        let (number, count) = text.split_once('/').ok_or(error)?;
        let number: u64 = number.parse().map_err(|_| error)?;
        let count = count.parse().map_err(|_| error)?;
        if !(1..=count).contains(&number) {
            return Err(error);
        }
        Ok(Self {
            number: number - 1,
            count,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Shard;

    #[test]
    fn parts_follow_each_other_and_are_all() {
        let part =
            |number: u64, count: u64| -> Shard { format!("{number}/{count}").parse().unwrap() };
        for (all, count) in [(1, 1), (10, 3), (3, 10), (1000, 7), (u64::MAX, u64::MAX)] {
            let mut end = 0;
            for number in (1..=count).take(20) {
                let rounds = part(number, count).rounds(all);
                assert_eq!(rounds.start, end, "{number}/{count} of {all}");
                assert!(rounds.end - rounds.start <= all.div_ceil(count));
                end = rounds.end;
            }
            assert_eq!(part(count, count).rounds(all).end, all);
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "1", "0/3", "4/3", "1/0", "a/b", "1/2/3", "-1/2"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
