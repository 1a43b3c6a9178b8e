//! Forced mates by trying everything: no evaluation, no pruning, no limit but the number of moves.
//!
//! Repetition and the fifty-move rule are not looked at. A shortest mate repeats nothing, and the
//! positions start with a fresh clock, so neither can change its length.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use chess::{Move, Position};
use game::{MoveList, Stage};

/// What is known of a position: mates in so many moves do not exist, in so many do.
#[derive(Clone, Copy)]
struct Known {
    refuted: u8,
    proven: u8,
}

impl Known {
    const NOTHING: Self = Self {
        refuted: 0,
        proven: u8::MAX,
    };
}

/// Keys are random already: they are their own hash.
#[derive(Default)]
struct AsIs(u64);

impl Hasher for AsIs {
    fn write(&mut self, _: &[u8]) {
        unreachable!("only keys are hashed");
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The work was more than allowed.
#[derive(Debug)]
pub struct TooMuch;

/// Finds mates of the side to move.
pub struct Solver {
    known: HashMap<u64, Known, BuildHasherDefault<AsIs>>,
    /// Positions that may still be looked at.
    budget: u64,
}

impl Solver {
    /// A solver that gives up after looking at so many positions.
    pub fn new(budget: u64) -> Self {
        Self {
            known: HashMap::default(),
            budget,
        }
    }

    /// The number of moves of the shortest forced mate, if there is one of at most `most`.
    pub fn length(&mut self, position: &Position, most: u8) -> Result<Option<u8>, TooMuch> {
        let mut position = position.clone();
        for moves in 1..=most {
            if self.mates(&mut position, moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }

    /// The first moves that force mate in at most so many moves.
    pub fn keys(&mut self, position: &Position, moves: u8) -> Result<Vec<Move>, TooMuch> {
        let mut position = position.clone();
        let mut keys = Vec::new();
        for &mv in legal(&position).iter() {
            if self.forces(&mut position, mv, moves)? {
                keys.push(mv);
            }
        }
        Ok(keys)
    }

    /// Whether the side to move can force mate in at most so many moves.
    fn mates(&mut self, position: &mut Position, moves: u8) -> Result<bool, TooMuch> {
        let key = position.keys().full;
        let known = self.known.get(&key).copied().unwrap_or(Known::NOTHING);
        if moves >= known.proven {
            return Ok(true);
        }
        if moves <= known.refuted {
            return Ok(false);
        }
        self.budget = self.budget.checked_sub(1).ok_or(TooMuch)?;
        let mut candidates = legal(position);
        if moves == 1 {
            let checks = candidates.iter().copied();
            let checks: Vec<_> = checks.filter(|&mv| position.gives_check(mv)).collect();
            candidates.clear();
            checks.into_iter().for_each(|mv| candidates.push(mv));
        }
        candidates.sort_by_key(|&mv| !position.gives_check(mv));
        let mut is_mate = false;
        for &mv in candidates.iter() {
            if self.forces(position, mv, moves)? {
                is_mate = true;
                break;
            }
        }
        let entry = self.known.entry(key).or_insert(Known::NOTHING);
        if is_mate {
            entry.proven = entry.proven.min(moves);
        } else {
            entry.refuted = entry.refuted.max(moves);
        }
        Ok(is_mate)
    }

    /// Whether a move mates, at once or in at most so many moves whatever the reply.
    fn forces(&mut self, position: &mut Position, mv: Move, moves: u8) -> Result<bool, TooMuch> {
        position.make(mv, &mut ());
        let forces = self.is_lost(position, moves - 1);
        position.unmake(mv);
        forces
    }

    /// Whether the side to move is mated, now or in at most so many moves.
    fn is_lost(&mut self, position: &mut Position, moves: u8) -> Result<bool, TooMuch> {
        let mut replies = legal(position);
        if replies.is_empty() {
            return Ok(position.in_check());
        }
        if moves == 0 {
            return Ok(false);
        }
        replies.sort_by_key(|&mv| !position.is_capture(mv));
        for &reply in replies.iter() {
            position.make(reply, &mut ());
            let still_mates = self.mates(position, moves);
            position.unmake(reply);
            if !still_mates? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn legal(position: &Position) -> MoveList<Move> {
    let mut moves = MoveList::new();
    position.generate(Stage::All, &mut moves);
    moves
}
