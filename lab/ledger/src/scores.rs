//! The results of all pairings, gathered from games and from recorded matches.

mod pairs;
mod repeats;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};
use std::io::{self, BufRead};
use std::path::Path;

use game::GameResult;
use pgn::{Game, Notation, PgnError, Reader};
use stats::{Counts, Outcome, Played, Tournament};
use support::printable_line;

use crate::{MatchRecord, Pairing};
use pairs::{PairFinder, Seen, Unit};
use repeats::Repeats;

pub use repeats::Repeat;

/// Why games cannot be counted.
#[derive(Debug, thiserror::Error)]
pub enum ScoresError {
    /// The stream ended too early.
    #[error("reading stopped")]
    Io(#[source] io::Error),
    /// A game is there twice.
    #[error(transparent)]
    Repeat(#[from] Repeat),
}

/// The results of all who met.
#[derive(Clone, Debug, Default)]
pub struct Scores {
    pairings: Vec<Pairing>,
    /// Two names, in the order of the pairing, to its index.
    index: HashMap<(String, String), usize>,
    repeats: Repeats,
}

/// What was found in a file of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Pairs of games.
    pub pairs: u64,
    /// Games that belong to no pair.
    pub singles: u64,
    /// Games without a result.
    pub unfinished: u64,
    /// Games that do not name two different players.
    pub nameless: u64,
    /// Games that could not be read, by [`Reason::kind`](pgn::Reason::kind).
    pub broken: BTreeMap<&'static str, u64>,
    /// What is wrong with the first of the broken games.
    pub problems: Vec<String>,
}

impl Found {
    /// Adds what was found in another file.
    pub fn add(&mut self, other: Self) {
        self.pairs += other.pairs;
        self.singles += other.singles;
        self.unfinished += other.unfinished;
        self.nameless += other.nameless;
        for (reason, count) in other.broken {
            *self.broken.entry(reason).or_default() += count;
        }
        self.problems.extend(other.problems);
    }

    /// All games of the file.
    pub fn games(&self) -> u64 {
        2 * self.pairs + self.singles + self.unfinished + self.nameless + self.broken_games()
    }

    /// The number of games that could not be read.
    pub fn broken_games(&self) -> u64 {
        self.broken.values().sum()
    }

    /// How many games were skipped, and why: a line for each reason.
    pub fn skipped(&self) -> Vec<String> {
        let broken = self.broken.iter();
        let broken: Vec<String> = broken
            .map(|(why, count)| format!("{count} {why}"))
            .collect();
        let reasons = [
            (
                self.broken_games(),
                format!("broken ({})", broken.join(", ")),
            ),
            (self.unfinished, "without a result".to_owned()),
            (self.nameless, "without the names of two players".to_owned()),
        ];
        let reasons = reasons.into_iter().filter(|(count, _)| *count > 0);
        reasons
            .map(|(count, why)| format!("{count} {why}"))
            .collect()
    }
}

impl Scores {
    /// No results yet. Games that are there twice are an error unless they are allowed.
    pub fn new(allow_repeats: bool) -> Self {
        Self {
            repeats: Repeats::new(allow_repeats),
            ..Self::default()
        }
    }

    /// Adds the games of a file, which is open as a stream. Those that cannot be counted are skipped and
    /// found in what is returned. `progress` is told the number of games so far.
    ///
    /// # Errors
    /// If reading stops, or a game is there twice.
    pub fn add_file<R: Notation>(
        &mut self,
        path: &Path,
        stream: impl BufRead,
        progress: impl Fn(u64),
    ) -> Result<Found, ScoresError> {
        self.repeats.begin(path);
        self.add_pgn::<R>(stream, progress)
    }

    fn add_pgn<R: Notation>(
        &mut self,
        stream: impl BufRead,
        progress: impl Fn(u64),
    ) -> Result<Found, ScoresError> {
        const TOLD: usize = 5;
        let mut found = Found::default();
        let mut finder = PairFinder::default();
        for (number, game) in (1..).zip(Reader::<R, _>::new(stream)) {
            progress(number);
            match game {
                Ok(game) => match seen(&game) {
                    Ok(one) => {
                        self.repeats.check(number, &game)?;
                        if let Some(unit) = finder.add(one) {
                            self.count(&unit, &mut found);
                        }
                    }
                    Err(Uncounted::Unfinished) => found.unfinished += 1,
                    Err(Uncounted::Nameless) => found.nameless += 1,
                },
                Err(PgnError::Broken(problem)) => {
                    *found.broken.entry(problem.reason.kind()).or_default() += 1;
                    if found.problems.len() < TOLD {
                        found.problems.push(problem.to_string());
                    }
                }
                Err(PgnError::Io(error)) => return Err(ScoresError::Io(error)),
            }
        }
        for unit in finder.finish() {
            self.count(&unit, &mut found);
        }
        Ok(found)
    }

    /// Adds a recorded match.
    pub fn add_match(&mut self, games: &MatchRecord) {
        for from in &games.pairings {
            let (pairing, swapped) = self.pairing(&from.first, &from.second);
            for (cell, count) in from.results.pairs.as_flattened().iter().enumerate() {
                let (white, black) = (cell / 3, cell % 3);
                // Seen by the other player, the game with White was the one with Black.
                let [white, black] = match swapped {
                    false => [white, black],
                    true => [2 - black, 2 - white],
                };
                pairing.results.pairs[white][black] += count;
            }
            for outcome in 0..3 {
                let white = from.results.single_white[outcome];
                let black = from.results.single_black[outcome];
                if swapped {
                    pairing.results.single_black[2 - outcome] += white;
                    pairing.results.single_white[2 - outcome] += black;
                } else {
                    pairing.results.single_white[outcome] += white;
                    pairing.results.single_black[outcome] += black;
                }
            }
            pairing.results.colors_guessed |= from.results.colors_guessed;
        }
    }

    /// The results so far, in the order in which players first met.
    pub fn pairings(&self) -> &[Pairing] {
        &self.pairings
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.pairings
            .iter()
            .map(|pairing| pairing.results.trinomial().games())
            .sum()
    }

    /// The same as the statistics want it.
    pub fn tournament(&self) -> Tournament {
        let mut tournament = Tournament::new();
        for pairing in &self.pairings {
            let first = tournament.player(&pairing.first);
            let second = tournament.player(&pairing.second);
            let with_white = |outcome: Outcome| Played {
                white: first,
                black: second,
                outcome,
            };
            let with_black = |outcome: Outcome| Played {
                white: second,
                black: first,
                outcome: outcome.reversed(),
            };
            for white in Outcome::ALL {
                for black in Outcome::ALL {
                    for _ in 0..pairing.results.pairs[white as usize][black as usize] {
                        tournament.add_pair(with_white(white), with_black(black));
                    }
                }
                for _ in 0..pairing.results.single_white[white as usize] {
                    tournament.add_game(with_white(white));
                }
                for _ in 0..pairing.results.single_black[white as usize] {
                    tournament.add_game(with_black(white));
                }
            }
        }
        tournament
    }

    fn count(&mut self, unit: &Unit, found: &mut Found) {
        match unit {
            Unit::Pair(one, two) => {
                found.pairs += 1;
                let (pairing, swapped) = self.pairing(&one.white, &one.black);
                let results = &mut pairing.results;
                match swapped {
                    false => results.add_pair(one.outcome, two.outcome.reversed()),
                    true => results.add_pair(two.outcome, one.outcome.reversed()),
                }
            }
            Unit::Single(game) => {
                found.singles += 1;
                let (pairing, swapped) = self.pairing(&game.white, &game.black);
                let results = &mut pairing.results;
                match swapped {
                    false => results.add_single_white(game.outcome),
                    true => results.add_single_black(game.outcome.reversed()),
                }
            }
        }
    }

    /// The pairing of two players, and whether it has them the other way round.
    fn pairing(&mut self, one: &str, two: &str) -> (&mut Pairing, bool) {
        let key = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        if let Some(&index) = self.index.get(&key(two, one)) {
            return (&mut self.pairings[index], true);
        }
        let index = *self.index.entry(key(one, two)).or_insert_with(|| {
            self.pairings.push(Pairing::new(one, two));
            self.pairings.len() - 1
        });
        (&mut self.pairings[index], false)
    }
}

/// Why a good game says nothing about strength.
enum Uncounted {
    Unfinished,
    Nameless,
}

/// What matters of a game.
fn seen<R: Notation>(game: &Game<R>) -> Result<Seen, Uncounted> {
    let outcome = match game.result {
        GameResult::WhiteWins => Outcome::Win,
        GameResult::Draw => Outcome::Draw,
        GameResult::BlackWins => Outcome::Loss,
        GameResult::Unknown => return Err(Uncounted::Unfinished),
    };
    let name = |tag| {
        let name = game.tag(tag).map(printable_line);
        name.filter(|name| !matches!(name.as_str(), "" | "?"))
    };
    let (Some(white), Some(black)) = (name("White"), name("Black")) else {
        return Err(Uncounted::Nameless);
    };
    if white == black {
        return Err(Uncounted::Nameless);
    }
    let round = game
        .tag("Round")
        .filter(|round| !matches!(*round, "" | "?" | "-"));
    Ok(Seen {
        white,
        black,
        outcome,
        start: game.tag("FEN").map(str::to_owned),
        round: round.map(|round| round.split('.').next().unwrap_or(round).to_owned()),
    })
}
