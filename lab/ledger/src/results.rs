//! The results between two players, with everything that ratings need.
//!
//! Pentanomial counts do not say who had White in the game that was won; this table does.

use stats::{Counts, Outcome, Pentanomial, Performance, Trinomial};

/// Counts of pairs and single games from the first player's view. Outcomes are in the order of
/// [`Outcome::ALL`]: loss, draw, win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Pairs, by the outcome with White, then with Black.
    pub pairs: [[u64; 3]; 3],
    /// Single games with White.
    pub single_white: [u64; 3],
    /// Single games with Black.
    pub single_black: [u64; 3],
    /// Only totals were known, and colors were distributed evenly.
    pub colors_guessed: bool,
}

impl Results {
    /// Counts a pair: the outcome with White, and the outcome with Black.
    pub fn add_pair(&mut self, with_white: Outcome, with_black: Outcome) {
        self.pairs[with_white as usize][with_black as usize] += 1;
    }

    /// Counts a single game with White.
    pub fn add_single_white(&mut self, outcome: Outcome) {
        self.single_white[outcome as usize] += 1;
    }

    /// Counts a single game with Black.
    pub fn add_single_black(&mut self, outcome: Outcome) {
        self.single_black[outcome as usize] += 1;
    }

    /// Results from pentanomial counts, and the number of drawn games, which separates WL from DD
    /// pairs. `None` if no pairs give that many draws.
    pub fn from_totals(pairs: Pentanomial, drawn_games: u64) -> Option<Self> {
        use Outcome::{Draw, Loss, Win};
        let [ll, ld, middle, wd, ww] = pairs.0;
        let in_middle = drawn_games.checked_sub(ld + wd)?;
        let dd = in_middle / 2;
        if in_middle % 2 != 0 || dd > middle {
            return None;
        }
        let mut results = Self {
            colors_guessed: true,
            ..Self::default()
        };
        let wl = middle - dd;
        for (one, other, count) in [
            (Loss, Loss, ll),
            (Loss, Draw, ld.div_ceil(2)),
            (Draw, Loss, ld / 2),
            (Draw, Draw, dd),
            (Win, Loss, wl.div_ceil(2)),
            (Loss, Win, wl / 2),
            (Win, Draw, wd / 2),
            (Draw, Win, wd.div_ceil(2)),
            (Win, Win, ww),
        ] {
            results.pairs[one as usize][other as usize] += count;
        }
        Some(results)
    }

    /// The pairs by points (pentanomial).
    pub fn pentanomial(&self) -> Pentanomial {
        let mut counts = Pentanomial::default();
        for (white, row) in self.pairs.iter().enumerate() {
            for (black, count) in row.iter().enumerate() {
                counts.0[white + black] += count;
            }
        }
        counts
    }

    /// All games (trinomial), in pairs and single.
    pub fn trinomial(&self) -> Trinomial {
        let mut bins = [0; 3];
        for (white, row) in self.pairs.iter().enumerate() {
            for (black, count) in row.iter().enumerate() {
                bins[white] += count;
                bins[black] += count;
            }
        }
        let singles = self.single_white.iter().zip(&self.single_black);
        for (bin, (white, black)) in bins.iter_mut().zip(singles) {
            *bin += white + black;
        }
        Trinomial::from(bins)
    }

    /// The first player's Elo: from pairs if all games are in pairs, otherwise from games.
    pub fn performance(&self) -> Performance {
        let (pairs, games) = (self.pentanomial(), self.trinomial());
        match pairs.games() == games.games() {
            true => Performance::of(&pairs),
            false => Performance::of(&games),
        }
    }

    /// All counts: nine of pairs, three single with White, three single with Black.
    pub(crate) fn cells(&self) -> Vec<u64> {
        let rows = self.pairs.as_flattened().iter();
        let singles = self.single_white.iter().chain(&self.single_black);
        rows.chain(singles).copied().collect()
    }

    /// The inverse of [`Self::cells`].
    pub(crate) fn from_cells(cells: &[u64], colors_guessed: bool) -> Option<Self> {
        let [a, b, c, d, e, f, g, h, i, rest @ ..] = cells else {
            return None;
        };
        let (single_white, single_black) = rest.split_at_checked(3)?;
        Some(Self {
            pairs: [[*a, *b, *c], [*d, *e, *f], [*g, *h, *i]],
            single_white: single_white.try_into().ok()?,
            single_black: single_black.try_into().ok()?,
            colors_guessed,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Results;
    use stats::{Counts, Outcome, Pentanomial, Trinomial};

    #[test]
    fn pairs_and_games_are_counted() {
        let mut results = Results::default();
        results.add_pair(Outcome::Win, Outcome::Draw);
        results.add_pair(Outcome::Loss, Outcome::Win);
        assert_eq!(results.pentanomial(), Pentanomial([0, 0, 1, 1, 0]));
        assert_eq!(results.trinomial(), Trinomial::from([1, 1, 2]));
        assert_eq!(results.performance().score, 0.625);
        results.add_single_white(Outcome::Loss);
        results.add_single_black(Outcome::Loss);
        assert_eq!(results.trinomial().games(), 6);
        assert!((results.performance().score - 2.5 / 6.0).abs() < 1e-12);
        assert_eq!(Results::from_cells(&results.cells(), false), Some(results));
        assert_eq!(Results::from_cells(&[1, 2, 3], false), None);
    }

    #[test]
    fn totals_are_distributed_evenly() {
        let pairs = Pentanomial([34, 54, 63, 64, 74]);
        let results = Results::from_totals(pairs, 54 + 64 + 2 * 20).unwrap();
        assert_eq!(results.pentanomial(), pairs);
        assert_eq!(results.trinomial().draws, 158);
        let white: u64 = results.pairs[2].iter().sum();
        let black: u64 = results.pairs.iter().map(|row| row[2]).sum();
        assert!(white.abs_diff(black) <= 1, "{results:?}");
        assert_eq!(Results::from_totals(pairs, 54 + 64 + 2 * 64), None);
        assert_eq!(Results::from_totals(pairs, 54 + 64 + 1), None);
        assert_eq!(Results::from_totals(pairs, 10), None);
    }
}
