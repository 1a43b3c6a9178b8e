//! What a level does wrong, counted by the engine's own search.

use std::collections::{BTreeMap, HashSet};
use std::convert::Infallible;

use chess::{Chess, Move, Position};
use evaluation::Evaluation;
use game::Score;
use levels::{Level, win_chance};
use search::{Limits, SingleThreadSearch, TranspositionTable};

use crate::matches::first_moves;
use crate::{Entrant, GameRecord, Worker};

/// Nodes of a search that judges a position.
const NODES: u64 = 3_000;
/// A blunder gives away so much of the win chance (Lichess counts 0.3 on a scale from -1 to 1).
const BLUNDER: f64 = 0.15;
/// A piece hangs if it can be captured with this gain, in centipawns.
const PIECE: i32 = 200;

/// The errors of one entrant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
}

/// How an entrant plays.
#[derive(Clone, Copy, Debug, Default)]
pub struct Habits {
    /// Its errors.
    pub errors: ErrorCounts,
    /// Of a level, how many of a hundred games against itself begin differently.
    pub distinct: Option<usize>,
}

/// The habits of all who played in these games, on some threads.
#[must_use]
pub fn habits<'a>(
    games: impl Iterator<Item = &'a GameRecord> + Send,
    threads: usize,
) -> BTreeMap<Entrant, Habits> {
    let mut all: BTreeMap<Entrant, Habits> = BTreeMap::new();
    let Ok(()) = datagen::parallel_in_order(
        (0..threads).map(|_| Judge::new()).collect(),
        games,
        |judge, game| (game.players, judge.count(game)),
        |(players, errors)| {
            for (player, errors) in players.into_iter().zip(errors) {
                all.entry(player).or_default().errors += errors;
            }
            Ok::<(), Infallible>(())
        },
    );
    for (level, distinct) in distinct_games(all.keys().copied(), threads) {
        all.entry(Entrant::Level(level)).or_default().distinct = Some(distinct);
    }
    all
}

/// How many different beginnings the games of each level against itself have.
fn distinct_games(
    entrants: impl Iterator<Item = Entrant> + Send,
    threads: usize,
) -> BTreeMap<Level, usize> {
    let games = entrants
        .filter_map(|entrant| match entrant {
            Entrant::Level(level) => Some(level),
            Entrant::Material | Entrant::Anchor(_) => None,
        })
        .flat_map(|level| (0..OWN_GAMES).map(move |seed| (level, seed)));
    let mut distinct: BTreeMap<Level, HashSet<Vec<Move>>> = BTreeMap::new();
    let Ok(()) = datagen::parallel_in_order(
        (0..threads).map(|_| Worker::new(&[])).collect(),
        games,
        |worker, (level, seed)| (level, first_moves(level, seed, worker)),
        |(level, moves)| {
            distinct.entry(level).or_default().insert(moves);
            Ok::<(), Infallible>(())
        },
    );
    distinct
        .into_iter()
        .map(|(level, games)| (level, games.len()))
        .collect()
}

/// Games of a level against itself, to see how many of them differ.
const OWN_GAMES: u64 = 100;

/// The engine's own search, which judges moves.
struct Judge(SingleThreadSearch<Chess, Evaluation<Chess>>);

impl Judge {
    /// A judge with the embedded network.
    fn new() -> Self {
        let table = TranspositionTable::new(4).expect("4 MiB are there");
        Self(SingleThreadSearch::new(
            &Position::start(),
            table,
            Evaluation::embedded(),
        ))
    }

    /// The errors of White and Black in a game.
    fn count(&mut self, game: &GameRecord) -> [ErrorCounts; 2] {
        self.0.clear();
        let mut counts = [(); 2].map(|()| ErrorCounts {
            games: 1,
            ..ErrorCounts::default()
        });
        let mut position = game.opening.position();
        let mut before = self.score(&position);
        for &mv in &game.moves {
            let next = position.after(mv);
            let after = self.score(&next);
            counts[position.side_to_move().index()].add(&position, mv, before, -after);
            (position, before) = (next, after);
        }
        counts
    }

    /// The score of a position for its side to move.
    fn score(&mut self, position: &Position) -> Score {
        let limits = Limits {
            soft_nodes: Some(NODES),
            nodes: Some(4 * NODES),
            ..Limits::default()
        };
        self.0.search(position, limits).score
    }
}

impl std::ops::AddAssign for ErrorCounts {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.moves += other.moves;
        self.centipawns += other.centipawns;
        self.blunders += other.blunders;
        self.hung_pieces += other.hung_pieces;
        self.mates += other.mates;
        self.missed_mates += other.missed_mates;
    }
}

impl ErrorCounts {
    /// Counts a move, given the scores of the position before and after it for the mover.
    fn add(&mut self, position: &Position, mv: Move, before: Score, after: Score) {
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
