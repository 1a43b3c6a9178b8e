//! Which games of a file belong together.
//!
//! Two games are a pair if the same players meet from the same start with colors reversed,
//! and either in the same round (`3.1` and `3.2` are both of round 3), wherever they stand in the
//! file, or directly after each other from a start that is not the usual one. The second rule
//! helps with programs that give every game a round of its own.

use std::collections::HashMap;

use stats::Outcome;

/// What matters of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    pub white: String,
    pub black: String,
    /// What White got.
    pub outcome: Outcome,
    /// The start, unless it is the usual one.
    pub start: Option<String>,
    /// The round without the number of the game.
    pub round: Option<String>,
}

/// What stands or falls together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unit {
    Pair(Seen, Seen),
    Single(Seen),
}

/// Games that wait for their second halves.
#[derive(Debug, Default)]
pub struct PairFinder {
    /// By the order in which they came, so that the rest comes out in that order.
    waiting: HashMap<usize, Seen>,
    /// By White, Black, start and round: the one that came last.
    by_round: HashMap<(String, String, Option<String>, String), usize>,
    /// By the two names in alphabetical order: their last game, if it waits.
    last: HashMap<(String, String), usize>,
    games: usize,
}

impl PairFinder {
    /// Takes a game, and gives the pair that it completes.
    pub fn add(&mut self, game: Seen) -> Option<Unit> {
        let names = match game.white < game.black {
            true => (game.white.clone(), game.black.clone()),
            false => (game.black.clone(), game.white.clone()),
        };
        let key = |white: &str, black: &str| {
            let round = game.round.clone()?;
            Some((
                white.to_owned(),
                black.to_owned(),
                game.start.clone(),
                round,
            ))
        };
        let last = self.last.remove(&names);
        let of_round = key(&game.black, &game.white).and_then(|key| self.by_round.remove(&key));
        let partner = of_round
            .filter(|number| self.waiting.contains_key(number))
            .or_else(|| last.filter(|number| self.follows(*number, &game)));
        if let Some(first) = partner.and_then(|number| self.waiting.remove(&number)) {
            return Some(Unit::Pair(first, game));
        }
        if let Some(key) = key(&game.white, &game.black) {
            self.by_round.insert(key, self.games);
        }
        self.last.insert(names, self.games);
        self.waiting.insert(self.games, game);
        self.games += 1;
        None
    }

    /// Whether a game is the second half of the one before it.
    fn follows(&self, number: usize, game: &Seen) -> bool {
        let Some(first) = self.waiting.get(&number) else {
            return false;
        };
        first.white == game.black && first.start.is_some() && first.start == game.start
    }

    /// The games whose second halves never came.
    pub fn finish(self) -> impl Iterator<Item = Unit> {
        let mut rest: Vec<_> = self.waiting.into_iter().collect();
        rest.sort_unstable_by_key(|(number, _)| *number);
        rest.into_iter().map(|(_, game)| Unit::Single(game))
    }
}
