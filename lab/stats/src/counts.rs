//! Counts of results from the new engine's view: trinomial (games) and pentanomial (game pairs).
//!
//! A pair is two games from one opening with the colors reversed. Counting pairs is better than
//! counting games, because the two games of a pair are not independent: a lopsided opening gives
//! a win and a loss, which says nothing about the players.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

use crate::Distribution;

/// The result of one game, from the view of the player named beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The game was lost.
    Loss,
    /// The game was drawn.
    Draw,
    /// The game was won.
    Win,
}

impl Outcome {
    /// All outcomes, worst first.
    pub const ALL: [Self; 3] = [Self::Loss, Self::Draw, Self::Win];

    /// The number of half points: 0, 1 or 2.
    pub const fn half_points(self) -> usize {
        self as usize
    }

    /// The same game from the opponent's side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self::ALL[2 - self as usize]
    }
}

/// Counts of equally spaced scores: `N` is three for games and five for pairs.
pub trait Counts<const N: usize> {
    /// The count of each score, worst first.
    fn bins(&self) -> [u64; N];

    /// The number of observations: games or pairs.
    fn total(&self) -> u64 {
        self.bins().iter().sum()
    }

    /// The number of games.
    fn games(&self) -> u64 {
        self.total() * Distribution::<N>::GAMES as u64
    }

    /// The points of the new engine, one for a win and a half for a draw.
    fn points(&self) -> f64 {
        let half_points: u64 = (0..)
            .zip(self.bins())
            .map(|(score, count)| score * count)
            .sum();
        half_points as f64 / 2.0
    }

    /// The share of each score; `None` without observations.
    fn distribution(&self) -> Option<Distribution<N>> {
        Distribution::from_weights(self.bins().map(|count| count as f64))
    }

    /// The share of the middle score: drawn games, or pairs that nobody won.
    fn draw_ratio(&self) -> f64 {
        self.distribution().map_or(0.0, |shares| shares.0[N / 2])
    }
}

/// Won, drawn and lost games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trinomial {
    /// Games won by the new engine.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost by the new engine.
    pub losses: u64,
}

impl Trinomial {
    /// Counts one more game.
    pub fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win => self.wins += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Loss => self.losses += 1,
        }
    }

    /// The same games from the opponent's side.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
        }
    }
}

impl Counts<3> for Trinomial {
    fn bins(&self) -> [u64; 3] {
        [self.losses, self.draws, self.wins]
    }
}

impl From<[u64; 3]> for Trinomial {
    /// From losses, draws, wins: worst first, as [`Counts::bins`] gives them.
    fn from([losses, draws, wins]: [u64; 3]) -> Self {
        Self {
            wins,
            draws,
            losses,
        }
    }
}

impl fmt::Display for Trinomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Wins: {}, Losses: {}, Draws: {}",
            self.wins, self.losses, self.draws
        )
    }
}

/// Game pairs by the points of the new engine: LL, LD, WL and DD together, WD, WW.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts one more pair.
    pub fn add(&mut self, first: Outcome, second: Outcome) {
        self.0[first.half_points() + second.half_points()] += 1;
    }

    /// From the six distinguishable kinds of pair: LL, LD, WL, DD, WD, WW.
    pub const fn from_kinds([ll, ld, wl, dd, wd, ww]: [u64; 6]) -> Self {
        Self([ll, ld, wl + dd, wd, ww])
    }

    /// The same pairs from the opponent's side.
    #[must_use]
    pub fn swapped(mut self) -> Self {
        self.0.reverse();
        self
    }

    /// Pairs won divided by pairs lost; 1 when neither side has won a pair, infinite when only
    /// the new engine has.
    pub fn pairs_ratio(&self) -> f64 {
        let [ll, ld, _, wd, ww] = self.0;
        match (wd + ww, ll + ld) {
            (0, 0) => 1.0,
            (won, lost) => won as f64 / lost as f64,
        }
    }
}

impl Counts<5> for Pentanomial {
    fn bins(&self) -> [u64; 5] {
        self.0
    }
}

impl From<[u64; 5]> for Pentanomial {
    fn from(bins: [u64; 5]) -> Self {
        Self(bins)
    }
}

impl fmt::Display for Pentanomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [ll, ld, middle, wd, ww] = self.0;
        write!(f, "[{ll}, {ld}, {middle}, {wd}, {ww}]")
    }
}

/// Addition bin by bin, the same for both kinds of counts.
macro_rules! merge {
    ($counts:ty) => {
        impl Add for $counts {
            type Output = Self;

            fn add(self, other: Self) -> Self {
                let mut bins = self.bins();
                bins.iter_mut()
                    .zip(other.bins())
                    .for_each(|(bin, more)| *bin += more);
                Self::from(bins)
            }
        }

        impl AddAssign for $counts {
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }

        impl Sum for $counts {
            fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
                counts.fold(Self::default(), Add::add)
            }
        }
    };
}

merge!(Trinomial);
merge!(Pentanomial);

#[cfg(test)]
mod tests {
    use super::{Counts, Outcome, Pentanomial, Trinomial};

    #[test]
    fn a_pair_falls_in_the_bin_of_its_points() {
        let mut pairs = Pentanomial::default();
        for first in Outcome::ALL {
            for second in Outcome::ALL {
                pairs.add(first, second);
            }
        }
        assert_eq!(pairs, Pentanomial([1, 2, 3, 2, 1]));
        assert_eq!((pairs.total(), pairs.games(), pairs.points()), (9, 18, 9.0));
        assert_eq!(pairs.to_string(), "[1, 2, 3, 2, 1]");
    }

    #[test]
    fn games_are_counted_and_scored() {
        let mut games = Trinomial::default();
        for outcome in [Outcome::Win, Outcome::Win, Outcome::Draw, Outcome::Loss] {
            games.add(outcome);
        }
        assert_eq!(
            games,
            Trinomial {
                wins: 2,
                draws: 1,
                losses: 1
            }
        );
        assert_eq!((games.points(), games.draw_ratio()), (2.5, 0.25));
        assert_eq!(Trinomial::from(games.bins()), games);
        assert_eq!(games.to_string(), "Wins: 2, Losses: 1, Draws: 1");
    }

    #[test]
    fn the_opponent_sees_the_opposite() {
        assert_eq!(Outcome::Win.reversed(), Outcome::Loss);
        assert_eq!(Outcome::Draw.reversed(), Outcome::Draw);
        assert_eq!(
            Pentanomial([1, 2, 3, 4, 5]).swapped(),
            Pentanomial([5, 4, 3, 2, 1])
        );
    }

    #[test]
    fn the_pairs_ratio_is_never_undefined() {
        assert_eq!(
            Pentanomial::from_kinds([34, 54, 31, 32, 64, 75]).pairs_ratio(),
            139.0 / 88.0
        );
        assert_eq!(Pentanomial::default().pairs_ratio(), 1.0);
        assert_eq!(Pentanomial([0, 0, 9, 0, 1]).pairs_ratio(), f64::INFINITY);
    }
}
