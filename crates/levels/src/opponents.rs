//! Opponents with a name, one for each step of 200 Elo.

use crate::Level;

/// A named opponent.
#[derive(Clone, Copy, Debug)]
pub struct Opponent {
    pub name: &'static str,
    pub level: Level,
    /// Who that is, in a sentence.
    pub about: &'static str,
}

const fn opponent(name: &'static str, elo: u16, about: &'static str) -> Opponent {
    Opponent {
        name,
        level: Level::new(elo),
        about,
    }
}

/// The opponents, the weakest first.
pub const OPPONENTS: [Opponent; 10] = [
    opponent(
        "Pip",
        600,
        "Knows how the pieces move and takes what it sees, but seldom sees your reply.",
    ),
    opponent(
        "Wren",
        800,
        "Guards the strongest piece most of the time and forgets the others.",
    ),
    opponent(
        "Clover",
        1000,
        "Finds every mate in one and wins when far ahead.",
    ),
    opponent(
        "Barnaby",
        1200,
        "Rarely leaves a piece hanging in plain sight; long moves surprise him.",
    ),
    opponent(
        "Hazel",
        1400,
        "A steady club beginner who counts exchanges and misses quiet moves.",
    ),
    opponent(
        "Otis",
        1600,
        "Plays sound openings and calculates two moves ahead.",
    ),
    opponent("Sable", 1800, "A club player who punishes loose pieces."),
    opponent(
        "Corvin",
        2000,
        "Patient, and hard to surprise with simple tactics.",
    ),
    opponent("Isolde", 2200, "Errs in judgment more than in calculation."),
    opponent(
        "Aurelia",
        2400,
        "Sees nearly everything within a few moves.",
    ),
];

#[cfg(test)]
mod tests {
    use super::{Level, OPPONENTS};

    #[test]
    fn opponents_ascend_through_the_whole_range() {
        assert!(OPPONENTS.is_sorted_by(|a, b| a.level < b.level));
        assert_eq!(OPPONENTS[0].level, Level::MIN);
        assert_eq!(OPPONENTS[9].level, Level::MAX);
    }
}
