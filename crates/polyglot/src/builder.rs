//! Makes a book of games, by their results.

use std::collections::HashMap;

use chess::{Color, Move, Position};
use game::GameResult;

use crate::book::Book;
use crate::entry::{Entry, encode};
use crate::key::key;

/// Collects the first moves of games.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    /// By position and move.
    counts: HashMap<(u64, u16), Count>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Count {
    games: u32,
    /// Of the mover: two for a win, one for a draw.
    half_points: u32,
}

impl Builder {
    /// Adds the first plies of a game. One without a result says nothing about its moves.
    pub fn add(
        &mut self,
        start: &Position,
        moves: impl IntoIterator<Item = Move>,
        result: GameResult,
        plies: usize,
    ) {
        if result == GameResult::Unknown {
            return;
        }
        let mut position = start.clone();
        for mv in moves.into_iter().take(plies) {
            let count = self.counts.entry((key(&position), encode(mv))).or_default();
            count.games += 1;
            count.half_points += match result.winner().map(Color::from_index) {
                None => 1,
                Some(winner) if winner == position.side_to_move() => 2,
                Some(_) => 0,
            };
            position.play(mv);
        }
    }

    /// The book: moves that were played in at least `min_games` games, weighted by the points they
    /// made. The weights of a position are scaled down where they do not fit; a move that scored
    /// nothing is left out.
    pub fn finish(self, min_games: u32) -> Book {
        let is_kept = |count: &Count| count.games >= min_games && count.half_points > 0;
        let mut most: HashMap<u64, u32> = HashMap::new();
        for ((key, _), count) in self.counts.iter().filter(|(_, count)| is_kept(count)) {
            let most = most.entry(*key).or_default();
            *most = count.half_points.max(*most);
        }
        let weight = |key: u64, half_points: u32| {
            let most = most.get(&key).copied().unwrap_or(0);
            let limit = u32::from(u16::MAX);
            let scaled = match most > limit {
                true => u64::from(half_points) * u64::from(limit) / u64::from(most),
                false => u64::from(half_points),
            };
            u16::try_from(scaled.max(1)).unwrap_or(u16::MAX)
        };
        let kept = self.counts.iter().filter(|(_, count)| is_kept(count));
        let entries = kept.map(|(&(key, mv), count)| Entry {
            key,
            mv,
            weight: weight(key, count.half_points),
            learn: 0,
        });
        Book::from_entries(entries.collect())
    }
}
