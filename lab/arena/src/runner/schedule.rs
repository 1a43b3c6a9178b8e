//! The order of the pairs of a match.

use std::collections::HashSet;

/// A pair to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    /// From zero. The number determines the players and the opening.
    pub(super) number: u64,
    /// From zero; all pairs of a round share an opening.
    pub(super) round: u64,
    /// The players; the first has White in the first game.
    pub(super) players: (usize, usize),
}

impl Pair {
    /// The players of a game: White, Black.
    pub(super) const fn colors(&self, game: usize) -> [usize; 2] {
        let (first, second) = self.players;
        if game == 0 {
            [first, second]
        } else {
            [second, first]
        }
    }
}

/// The pairs of a match in order, without those already played.
pub(super) struct Schedule {
    pairings: Vec<(usize, usize)>,
    total: u64,
    next: u64,
    done: HashSet<u64>,
}

impl Schedule {
    pub(super) fn new(pairings: Vec<(usize, usize)>, rounds: u64, done: HashSet<u64>) -> Self {
        Self {
            total: rounds * pairings.len() as u64,
            pairings,
            next: 0,
            done,
        }
    }
}

impl Iterator for Schedule {
    type Item = Pair;

    fn next(&mut self) -> Option<Pair> {
        while self.next < self.total && self.done.remove(&self.next) {
            self.next += 1;
        }
        let number = self.next;
        if number >= self.total {
            return None;
        }
        self.next += 1;
        let pairings = self.pairings.len() as u64;
        let pairing = usize::try_from(number % pairings).ok()?;
        Some(Pair {
            number,
            round: number / pairings,
            players: self.pairings[pairing],
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::Schedule;

    #[test]
    fn finished_pairs_are_skipped() {
        let pairings = vec![(0, 1), (0, 2), (1, 2)];
        let all: Vec<_> = Schedule::new(pairings.clone(), 2, HashSet::new()).collect();
        assert_eq!(all.len(), 6);
        assert_eq!((all[4].round, all[4].players), (1, (0, 2)));
        assert_eq!((all[4].colors(0), all[4].colors(1)), ([0, 2], [2, 0]));
        let rest: Vec<_> = Schedule::new(pairings, 2, HashSet::from([0, 3, 5])).collect();
        assert_eq!(rest, [all[1], all[2], all[4]]);
    }
}
