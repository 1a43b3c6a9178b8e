//! The results of a match by pairing, as counts: finished games are not kept.

use stats::{Outcome, Pentanomial, Trinomial};

use super::{Fault, PairRecord};

/// The results of one pairing from the first player's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Pairs, indexed by the outcome with White, then with Black: loss, draw, win.
    pub table: [[u64; 3]; 3],
}

impl Score {
    fn add(&mut self, [with_white, with_black]: [Outcome; 2]) {
        self.table[with_white.half_points()][with_black.half_points()] += 1;
    }

    /// The same results from the opponent's side.
    #[must_use]
    pub fn swapped(self) -> Self {
        let cell = |white: usize, black: usize| self.table[2 - black][2 - white];
        Self {
            table: std::array::from_fn(|white| std::array::from_fn(|black| cell(white, black))),
        }
    }

    /// The sum of both results.
    #[must_use]
    pub fn plus(mut self, other: Self) -> Self {
        let cells = self.table.as_flattened_mut().iter_mut();
        for (cell, more) in cells.zip(other.table.as_flattened()) {
            *cell += more;
        }
        self
    }

    /// Pairs of each kind: LL, LD, WL, DD, WD, WW.
    #[must_use]
    pub const fn kinds(&self) -> [u64; 6] {
        let [[ll, ld, lw], [dl, dd, dw], [wl, wd, ww]] = self.table;
        [ll, ld + dl, lw + wl, dd, dw + wd, ww]
    }

    /// The pairs by points (pentanomial).
    #[must_use]
    pub const fn pairs(&self) -> Pentanomial {
        Pentanomial::from_kinds(self.kinds())
    }

    /// Won, drawn and lost ones.
    #[must_use]
    pub const fn games(&self) -> Trinomial {
        let [ll, ld, wl, dd, wd, ww] = self.kinds();
        Trinomial {
            wins: wl + wd + 2 * ww,
            draws: ld + 2 * dd + wd,
            losses: 2 * ll + ld + wl,
        }
    }
}

/// The results of a match so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standings {
    /// The pairings and their scores.
    pairings: Vec<((usize, usize), Score)>,
    /// By player.
    totals: Vec<Totals>,
    pairs: u64,
}

/// The totals of a player over all its games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Totals {
    /// Nodes searched.
    pub nodes: u64,
    /// Seconds searched.
    pub seconds: f64,
    /// Moves made.
    pub moves: u64,
    /// Games lost by a fault, by its kind as in [`Fault::KINDS`].
    pub faults: [u64; Fault::KINDS.len()],
}

impl Standings {
    /// No results yet.
    #[must_use]
    pub fn new(players: usize, pairings: Vec<(usize, usize)>) -> Self {
        let empty = |pairing| (pairing, Score::default());
        Self {
            pairings: pairings.into_iter().map(empty).collect(),
            totals: vec![Totals::default(); players],
            pairs: 0,
        }
    }

    /// Counts a pair.
    pub fn add(&mut self, record: &PairRecord) {
        let pairing = (record.first, record.second);
        let known = self
            .pairings
            .iter_mut()
            .find(|(known, _)| *known == pairing);
        if let Some((_, score)) = known {
            score.add(record.outcomes());
        }
        self.pairs += 1;
        for (number, game) in record.games.iter().enumerate() {
            let players = record.players(number);
            for (side, player) in players.into_iter().enumerate() {
                let totals = &mut self.totals[player];
                totals.nodes += game.nodes[side];
                totals.seconds += game.seconds[side];
                totals.moves += game.plies as u64 / 2;
                let lost = game.result.winner() == Some(1 - side);
                for (count, (kind, _)) in totals.faults.iter_mut().zip(Fault::KINDS) {
                    *count += u64::from(lost && game.fault.as_deref() == Some(kind));
                }
            }
        }
    }

    /// Pairs finished.
    #[must_use]
    pub const fn pairs(&self) -> u64 {
        self.pairs
    }

    /// The results of each pairing from the first player's view.
    #[must_use]
    pub fn pairings(&self) -> &[((usize, usize), Score)] {
        &self.pairings
    }

    /// All results of one player.
    #[must_use]
    pub fn player(&self, player: usize) -> Score {
        let of_player = |((first, second), score): &((usize, usize), Score)| {
            if *first == player {
                Some(*score)
            } else if *second == player {
                Some(score.swapped())
            } else {
                None
            }
        };
        let scores = self.pairings.iter().filter_map(of_player);
        scores.fold(Score::default(), Score::plus)
    }

    /// Over all games of one player.
    #[must_use]
    pub fn totals(&self, player: usize) -> Totals {
        self.totals[player]
    }
}

#[cfg(test)]
mod tests {
    use stats::{Counts, Outcome, Pentanomial};

    use super::Score;

    #[test]
    fn pairs_are_counted_by_kind_and_by_game() {
        let mut score = Score::default();
        for first in Outcome::ALL {
            for second in Outcome::ALL {
                score.add([first, second]);
            }
        }
        assert_eq!(score.kinds(), [1, 2, 2, 1, 2, 1]);
        assert_eq!(score.pairs(), Pentanomial([1, 2, 3, 2, 1]));
        assert_eq!(score.games().bins(), [6, 6, 6]);
        assert_eq!(score.swapped().swapped(), score);
        score.add([Outcome::Win, Outcome::Draw]);
        assert_eq!(score.swapped().pairs(), score.pairs().swapped());
        assert_eq!(score.swapped().games(), score.games().swapped());
        assert_eq!(score.plus(score.swapped()).pairs().total(), 20);
    }
}
