//! Makes a book of games: by their results, or by the scores of their searches.

use std::collections::HashMap;
use std::marker::PhantomData;

use ::chess::Chess;
use game::{Codes, Dense, GameResult, Position};

use crate::book::Book;
use crate::entry::Entry;

/// The weight of the best move of a book by scores.
const BEST_WEIGHT: f64 = 1000.0;

/// A position and a move, by key and code.
type Edge = (u64, u16);

/// Collects the first moves of games: a graph, in which transpositions meet.
#[derive(Clone, Debug)]
pub struct Builder<R = Chess> {
    moves: HashMap<Edge, Played>,
    /// Plies of each game.
    plies: usize,
    game: PhantomData<R>,
}

/// What is known of a move.
#[derive(Clone, Copy, Debug, Default)]
struct Played {
    games: u32,
    /// Of the mover: two for a win, one for a draw.
    half_points: u32,
    /// Searches that chose it, and the sum of the mover's win chances that they saw.
    searches: u32,
    chances: f64,
    /// The key of the position after it.
    next: u64,
}

impl<R: Codes> Builder<R> {
    /// A builder that takes so many plies of each game.
    pub fn new(plies: usize) -> Self {
        Self {
            moves: HashMap::new(),
            plies,
            game: PhantomData,
        }
    }

    /// Adds a game: its moves, each with the mover's win chance (0 to 1) by its search, if there was
    /// one.
    pub fn add(
        &mut self,
        start: &R::Position,
        moves: impl IntoIterator<Item = (R::Move, Option<f64>)>,
        result: GameResult,
    ) {
        let mut position = start.clone();
        let mut key = R::book_key(&position);
        for (mv, chance) in moves.into_iter().take(self.plies) {
            let mover = position.side_to_move().index();
            R::play(&mut position, mv);
            let next = R::book_key(&position);
            let played = self.moves.entry((key, R::book_code(mv))).or_default();
            played.games += 1;
            played.half_points += match (result, result.winner()) {
                (GameResult::Draw, _) => 1,
                (_, Some(winner)) if winner == mover => 2,
                _ => 0,
            };
            played.searches += u32::from(chance.is_some());
            played.chances += chance.unwrap_or(0.0);
            played.next = next;
            key = next;
        }
    }

    /// Leaves out moves of fewer games.
    #[must_use]
    pub fn with_min_games(mut self, min_games: u32) -> Self {
        self.moves.retain(|_, played| played.games >= min_games);
        self
    }

    /// The book by results: a move weighs the half points that it made. The weights of a position are
    /// scaled down where they do not fit; a move that scored nothing is left out.
    pub fn by_results(&self) -> Book<R> {
        let points = self
            .moves
            .iter()
            .map(|(&edge, played)| (edge, played.half_points));
        let points: Vec<(Edge, u32)> = points.filter(|&(_, points)| points > 0).collect();
        let most = best_of(&points);
        book(points.iter().map(|&((key, mv), points)| {
            let excess = (f64::from(most[&key]) / f64::from(u16::MAX)).max(1.0);
            ((key, mv), f64::from(points) / excess)
        }))
    }

    /// The book by search scores, backed up through the graph by negamax: a move is worth what the
    /// best reply leaves, or where no reply is known the mean of the searches that chose it. The best
    /// move of a position weighs 1000, one that loses `max_loss` (0 to 1) of win chance nothing, those
    /// between in proportion. Moves without a value are left out.
    pub fn by_scores(&self, max_loss: f64) -> Book<R> {
        let mut values: Vec<(Edge, f64)> = Vec::new();
        let mut best = HashMap::new();
        // Each round sees one ply further, as iterative deepening does; cycles end with the last one.
        for _ in 0..=self.plies {
            let value = |played: &Played| {
                let reply = best.get(&played.next).map(|best: &f64| 1.0 - best);
                let mean = || played.chances / f64::from(played.searches);
                reply.or((played.searches > 0).then(mean))
            };
            let valued = |(&edge, played)| Some((edge, value(played)?));
            values = self.moves.iter().filter_map(valued).collect();
            best = best_of(&values);
        }
        book(values.iter().filter_map(|&((key, mv), value)| {
            // The best moves stay where no loss is allowed.
            let kept = 1.0 - (best[&key] - value) / max_loss.max(f64::MIN_POSITIVE);
            (kept > 0.0).then_some(((key, mv), BEST_WEIGHT * kept))
        }))
    }
}

/// The greatest value of each position.
fn best_of<T: Copy + PartialOrd>(values: &[(Edge, T)]) -> HashMap<u64, T> {
    let mut best = HashMap::new();
    for &((key, _), value) in values {
        let best = best.entry(key).or_insert(value);
        if value > *best {
            *best = value;
        }
    }
    best
}

/// A book of moves with these weights, which fit into 16 bits.
fn book<R: Codes>(weights: impl Iterator<Item = (Edge, f64)>) -> Book<R> {
    let entries = weights.map(|((key, mv), weight)| Entry {
        key,
        mv,
        weight: weight.round().max(1.0) as u16,
        learn: 0,
    });
    Book::from_entries(entries.collect())
}
