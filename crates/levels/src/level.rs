//! The strength of an opponent.

use std::fmt;
use std::str::FromStr;

use crate::opponents::OPPONENTS;

/// A level by its Elo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u16);

impl Level {
    /// The weakest.
    pub const MIN: Self = Self(600);
    /// The strongest.
    pub const MAX: Self = Self(2400);

    /// The level of an Elo, within the range of levels.
    #[must_use]
    pub const fn new(elo: u16) -> Self {
        if elo < Self::MIN.0 {
            Self::MIN
        } else if elo > Self::MAX.0 {
            Self::MAX
        } else {
            Self(elo)
        }
    }

    /// The Elo.
    #[must_use]
    pub const fn elo(self) -> u16 {
        self.0
    }

    /// The plies of a game that it knows from books: 4 at the weakest level to 16 at the strongest.
    #[must_use]
    pub const fn opening_plies(self) -> u32 {
        4 + 12 * (self.0 - Self::MIN.0) as u32 / (Self::MAX.0 - Self::MIN.0) as u32
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An Elo in the range of levels, or the name of an opponent.
impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = OPPONENTS
            .iter()
            .find(|opponent| opponent.name.eq_ignore_ascii_case(text));
        let elo = text.parse().ok().map(Self);
        named
            .map(|opponent| opponent.level)
            .or(elo.filter(|elo| (Self::MIN..=Self::MAX).contains(elo)))
            .ok_or_else(|| {
                let (min, max) = (Self::MIN, Self::MAX);
                format!("a level is an Elo from {min} to {max} or an opponent's name: {text:?}")
            })
    }
}

#[cfg(test)]
mod tests {
    use super::Level;

    #[test]
    fn levels_have_numbers_and_names() {
        assert_eq!("1400".parse(), Ok(Level::new(1400)));
        assert_eq!("pip".parse(), Ok(Level::MIN));
        for bad in ["500", "2401", "", "nobody"] {
            assert!(bad.parse::<Level>().is_err(), "{bad}");
        }
        assert_eq!(Level::new(3000), Level::MAX);
    }
}
