//! Candidate positions of games, deduplicated.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use game::{Dense, Position, Rules};
use records::Game;

use super::Settings;

/// Candidates between two clears of the TT and histories: a clear costs as much as a dozen of them.
const BATCH: usize = 1000;

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

fn without_history<R: Rules>(position: &R::Position) -> R::Position {
    let fen = R::fen(position);
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    let fen = format!("{} 0 {}", fields.join(" "), R::move_number(position));
    R::parse_fen(&fen).unwrap_or_else(|_| position.clone())
}

/// An iterator over batches of games with their candidates.
pub(super) struct Candidates<I> {
    games: I,
    expand: bool,
    /// Keys of all positions so far, if duplicates are dropped.
    seen: Option<HashSet<u64, BuildHasherDefault<KeyHasher>>>,
}

impl<I> Candidates<I> {
    pub(super) fn new(games: I, settings: &Settings) -> Self {
        Self {
            games,
            expand: settings.expand,
            seen: settings.deduplicate.then(HashSet::default),
        }
    }

    fn is_new<R: Rules>(&mut self, position: &R::Position) -> bool {
        let seen = self.seen.as_mut();
        seen.is_none_or(|seen| seen.insert(key_of::<R>(position)))
    }

    fn select<R: Rules>(&mut self, game: Game<R>) -> GameCandidates<R> {
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
                for &mv in &R::legal_moves(&position) {
                    position.make(mv, &mut ());
                    choose(self.is_new::<R>(&position), at, Some(mv));
                    position.unmake(mv);
                }
            } else {
                choose(self.is_new::<R>(&position), at, None);
            }
            match moves.next() {
                Some(mv) => R::play(&mut position, mv),
                None => break,
            }
        }
        candidates
    }
}

impl<R: Rules, I: Iterator<Item = Game<R>>> Iterator for Candidates<I> {
    /// Games that are classified without a clear in between.
    type Item = Vec<GameCandidates<R>>;

    fn next(&mut self) -> Option<Vec<GameCandidates<R>>> {
        let (mut batch, mut positions) = (Vec::new(), 0);
        while positions < BATCH && batch.len() < BATCH {
            let Some(game) = self.games.next() else {
                break;
            };
            let candidates = self.select(game);
            positions += candidates.wanted.len();
            batch.push(candidates);
        }
        (!batch.is_empty()).then_some(batch)
    }
}

/// A hash key of what a record keeps: the pieces and the side to move.
fn key_of<R: Rules>(position: &R::Position) -> u64 {
    const BLACK: u64 = 0x9E37_79B9_7F4A_7C15;
    let keys = position.keys();
    let side = BLACK * position.side_to_move().index() as u64;
    keys.pawn ^ keys.non_pawn[0] ^ keys.non_pawn[1] ^ side
}

/// An identity hash: Zobrist keys are random already.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

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
        for candidates in Candidates::new(games.into_iter(), settings).flatten() {
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
        // The knights go out and home: then the first moves come again.
        let (found, duplicates) = fens(vec![game(&["g1f3", "g8f6", "f3g1", "f6g8"])], &settings);
        assert_eq!(found.iter().collect::<HashSet<_>>().len(), found.len());
        assert_eq!(duplicates, 20);
    }
}
