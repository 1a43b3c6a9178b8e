//! What a level does wrong, counted by the engine's own search.

use std::collections::{BTreeMap, HashSet};

use chess::{Chess, Move, Position};
use evaluation::Evaluation;
use game::Score;
use levels::win_chance;
use search::{Limits, SingleThreadSearch, TranspositionTable};

use crate::{Entrant, GameRecord};

/// Nodes of a search that judges a position.
const NODES: u64 = 3_000;
/// A blunder gives away so much of the win chance (Lichess counts 0.3 on a scale from -1 to 1).
const BLUNDER: f64 = 0.15;
/// A piece hangs if it can be captured with this gain, in centipawns.
const PIECE: i32 = 200;

/// The errors of one entrant.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ErrorCounts {
    /// Games looked at.
    pub games: u64,
    /// Moves of the entrant in them.
    pub moves: u64,
    /// The sum of the losses in centipawns, each at most 1000.
    pub centipawns: u64,
    /// Moves that gave away much of the win chance.
    pub blunders: u64,
    /// Moves after which a piece could be captured that could not be before.
    pub hung_pieces: u64,
    /// Positions with a mate in one.
    pub mates: u64,
    /// Mates in one that were not played.
    pub missed_mates: u64,
    /// Games that differ from all others.
    pub distinct: u64,
}

/// Counts the errors of each entrant in some games.
#[must_use]
pub fn count_errors<'a>(
    games: impl IntoIterator<Item = &'a GameRecord>,
    evaluation: &Evaluation,
) -> BTreeMap<Entrant, ErrorCounts> {
    let table = TranspositionTable::new(4).expect("4 MiB are there");
    let mut judge = SingleThreadSearch::new(&Position::start(), table, evaluation.clone());
    let mut counts: BTreeMap<Entrant, ErrorCounts> = BTreeMap::new();
    let mut seen = HashSet::new();
    for game in games {
        let is_new = seen.insert((game.opening.moves.clone(), game.moves.clone()));
        for entrant in game.players {
            let counts = counts.entry(entrant).or_default();
            counts.games += 1;
            counts.distinct += u64::from(is_new);
        }
        let mut position = game.opening.position();
        let mut before = score(&mut judge, &position);
        for &mv in &game.moves {
            let entrant = game.players[position.side_to_move().index()];
            let next = position.after(mv);
            let after = score(&mut judge, &next);
            let counts = counts.entry(entrant).or_default();
            counts.add(&position, mv, (before, -after));
            (position, before) = (next, after);
        }
    }
    counts
}

impl ErrorCounts {
    /// Counts a move, given the scores of the position before and after it for the mover.
    fn add(&mut self, position: &Position, mv: Move, (before, after): (Score, Score)) {
        self.moves += 1;
        let loss = (before.raw() - after.raw()).clamp(0, 1000);
        self.centipawns += u64::from(loss.unsigned_abs());
        self.blunders += u64::from(win_chance(before) - win_chance(after) >= BLUNDER);
        let next = position.after(mv);
        let hangs = |position: &Position| {
            let moves = position.legal_moves();
            moves.iter().any(|&mv| position.see_ge(mv, PIECE))
        };
        let mut passed = position.clone();
        let could_hang = position.in_check() || {
            passed.make_null();
            hangs(&passed)
        };
        self.hung_pieces += u64::from(hangs(&next) && !could_hang);
        let mates = |mv: Move| {
            let next = position.after(mv);
            next.in_check() && !next.has_legal_move()
        };
        if position.legal_moves().iter().any(|&mv| mates(mv)) {
            self.mates += 1;
            self.missed_mates += u64::from(!mates(mv));
        }
    }
}

/// The score of a position for its side to move.
fn score(judge: &mut SingleThreadSearch<Chess, Evaluation>, position: &Position) -> Score {
    let limits = Limits {
        soft_nodes: Some(NODES),
        nodes: Some(4 * NODES),
        ..Limits::default()
    };
    judge.search(position, limits).score
}
