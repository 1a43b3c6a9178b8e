//! Candidate positions of games, deduplicated.

use std::io;
use std::sync::{Mutex, PoisonError};

use game::{Codes, GameResult, Position, Rules};
use records::{Game, Record};

use super::Settings;
use super::key_set::KeySet;

/// Candidates between two clears of the TT and histories: a clear costs as much as a dozen of them.
const BATCH: usize = 1000;

/// What a key takes in a hash set that may have just doubled.
const BYTES_OF_A_KEY: usize = 20;

/// A game and its candidates that are not duplicates.
pub(super) struct GameCandidates<R: Rules> {
    pub(super) game: Game<R>,
    /// The candidates: a ply of the game, and a move from there to the child, if any.
    wanted: Vec<(u32, Option<R::Move>)>,
    /// Duplicates that were dropped.
    pub(super) duplicates: u64,
}

impl<R: Rules> GameCandidates<R> {
    /// Visits each candidate without its history, so that the result does not depend on the moves
    /// before it.
    pub(super) fn visit(&self, mut visit: impl FnMut(&R::Position)) {
        let mut position = self.game.start.position();
        let mut wanted = self.wanted.iter().peekable();
        for ply in 0.. {
            let here = |&&(at, _): &&(u32, Option<R::Move>)| at == ply;
            if wanted.peek().is_some_and(here) {
                let mut alone = without_history::<R>(&position);
                while let Some(&(_, mv)) = wanted.next_if(|&&(at, _)| at == ply) {
                    match mv {
                        None => visit(&alone),
                        Some(mv) => {
                            alone.make(mv, &mut ());
                            visit(&alone);
                            alone.unmake(mv);
                        }
                    }
                }
            }
            match self.game.plies.get(ply as usize) {
                Some(played) if wanted.peek().is_some() => R::play(&mut position, played.mv),
                _ => break,
            }
        }
    }
}

/// With a fresh clock and nothing before it.
fn without_history<R: Rules>(position: &R::Position) -> R::Position {
    let fen = R::fen(position);
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    let fen = format!("{} 0 {}", fields.join(" "), R::move_number(position));
    R::parse_fen(&fen).unwrap_or_else(|_| position.clone())
}

/// An iterator over batches of games with their candidates.
pub(super) struct Candidates<'a, I> {
    games: I,
    expand: bool,
    critical_plies: u32,
    /// Keys of all positions so far, if duplicates are dropped.
    seen: Option<KeySet>,
    /// Why no more games come, if the keys could not be kept.
    error: &'a Mutex<Option<io::Error>>,
}

impl<'a, I> Candidates<'a, I> {
    pub(super) fn new(games: I, settings: &Settings, error: &'a Mutex<Option<io::Error>>) -> Self {
        let keys = settings.memory / 2 / BYTES_OF_A_KEY;
        Self {
            games,
            expand: settings.expand,
            critical_plies: settings.critical_plies,
            seen: settings.deduplicate.then(|| KeySet::new(keys)),
            error,
        }
    }

    fn is_new<R: Codes>(&mut self, position: &R::Position) -> io::Result<bool> {
        match &mut self.seen {
            Some(seen) => seen.insert(key_of::<R>(position)),
            None => Ok(true),
        }
    }

    fn select<R: Codes>(&mut self, game: Game<R>) -> io::Result<GameCandidates<R>> {
        let mut position = game.start.position();
        let mut candidates = GameCandidates {
            game,
            wanted: Vec::new(),
            duplicates: 0,
        };
        let mut choose = |is_new: bool, at: u32, mv: Option<R::Move>| match is_new {
            true => candidates.wanted.push((at, mv)),
            false => candidates.duplicates += 1,
        };
        let mut moves = candidates.game.plies.iter().map(|ply| ply.mv);
        for at in 0.. {
            if self.expand {
                let is_early = R::game_ply(&position) < self.critical_plies;
                for &mv in &R::legal_moves(&position) {
                    if is_early && !is_critical::<R>(&position, mv) {
                        continue;
                    }
                    position.make(mv, &mut ());
                    choose(self.is_new::<R>(&position)?, at, Some(mv));
                    position.unmake(mv);
                }
            } else {
                choose(self.is_new::<R>(&position)?, at, None);
            }
            match moves.next() {
                Some(mv) => R::play(&mut position, mv),
                None => break,
            }
        }
        Ok(candidates)
    }
}

/// Whether a move forces something: a capture, a promotion or a check.
fn is_critical<R: Rules>(position: &R::Position, mv: R::Move) -> bool {
    position.is_noisy(mv) || position.gives_check(mv)
}

impl<R: Codes, I: Iterator<Item = Game<R>>> Iterator for Candidates<'_, I> {
    /// Games that are classified without a clear in between.
    type Item = Vec<GameCandidates<R>>;

    fn next(&mut self) -> Option<Vec<GameCandidates<R>>> {
        let (mut batch, mut positions) = (Vec::new(), 0);
        while positions < BATCH && batch.len() < BATCH {
            let Some(game) = self.games.next() else {
                break;
            };
            let candidates = match self.select(game) {
                Ok(candidates) => candidates,
                Err(error) => {
                    *self.error.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    return None;
                }
            };
            positions += candidates.wanted.len();
            batch.push(candidates);
        }
        (!batch.is_empty()).then_some(batch)
    }
}

/// A hash key of what a record keeps: the board as the side to move sees it. So a position and the same
/// with colors swapped have one key.
fn key_of<R: Codes>(position: &R::Position) -> u64 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let record = [Record::new::<R>(position, 0, GameResult::Unknown)];
    let (words, _) = Record::as_bytes(&record).as_chunks::<8>();
    let mix = |key: u64, word: &[u8; 8]| {
        let mixed = (key ^ u64::from_le_bytes(*word)).wrapping_mul(FACTOR);
        mixed ^ mixed >> 32
    };
    words.iter().fold(FACTOR, mix)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::Mutex;

    use records::Ply;

    use chess::Position;

    use super::{Candidates, Game, Settings};

    fn game(moves: &[&str]) -> Game {
        let mut position = Position::start();
        let mut game = <Game>::default();
        for text in moves {
            let mv = position.parse_uci(text).unwrap();
            position.play(mv);
            game.plies.push(Ply::unscored(mv));
        }
        game
    }

    fn fens(games: Vec<Game>, settings: &Settings) -> (Vec<String>, u64) {
        let (mut fens, mut duplicates) = (Vec::new(), 0);
        let error = Mutex::default();
        for candidates in Candidates::new(games.into_iter(), settings, &error).flatten() {
            candidates.visit(|position| fens.push(position.epd_fields()));
            duplicates += candidates.duplicates;
        }
        (fens, duplicates)
    }

    #[test]
    fn positions_of_games_come_once() {
        let games = || vec![game(&["e2e4", "e7e5"]), game(&["e2e4", "c7c5"])];
        let (once, duplicates) = fens(games(), &Settings::default());
        assert_eq!((once.len(), duplicates), (4, 2));
        let small = Settings {
            memory: 0,
            ..Settings::default()
        };
        assert_eq!(fens(games(), &small), (once, 2), "on the disk");
        let all = Settings {
            deduplicate: false,
            ..Settings::default()
        };
        assert_eq!(fens(games(), &all).0.len(), 6);
    }

    #[test]
    fn expansion_tries_every_legal_move_from_every_position() {
        let settings = Settings {
            expand: true,
            ..Settings::default()
        };
        let (found, duplicates) = fens(vec![game(&["e2e4"])], &settings);
        assert_eq!((found.len(), duplicates), (40, 0));
        assert_eq!(found.iter().collect::<HashSet<_>>().len(), 40);
        let published = Settings {
            critical_plies: 2,
            ..settings
        };
        // After 1. e4 d5 White can take, or check on b5; before that nobody can do either.
        let (found, _) = fens(vec![game(&["e2e4", "d7d5"])], &published);
        assert!(
            found.len() > 25,
            "from the second ply on all moves: {}",
            found.len()
        );
        let longer = Settings {
            critical_plies: 3,
            ..settings
        };
        assert_eq!(fens(vec![game(&["e2e4", "d7d5"])], &longer).0.len(), 2);
        // Color-swapped: after 1. e4 e5 2. e4 was e5 a move before.
        let swapped = game(&["e2e3", "e7e5", "e3e4"]);
        let plain = Settings::default();
        assert_eq!(fens(vec![game(&["e2e4", "e7e5"]), swapped], &plain).1, 2);
        // The knights go out and home: then the first moves come again.
        let (found, duplicates) = fens(vec![game(&["g1f3", "g8f6", "f3g1", "f6g8"])], &settings);
        assert_eq!(found.iter().collect::<HashSet<_>>().len(), found.len());
        assert_eq!(duplicates, 20);
    }
}
