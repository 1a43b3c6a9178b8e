//! Perft on several threads, and perft divide: the count of each root move.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use super::{perft, perft_without_bulk};
use crate::position::Position;
use crate::types::moves::Move;

/// How to count.
#[derive(Clone, Copy, Debug)]
pub struct Perft {
    /// How many threads count.
    pub threads: usize,
    /// Bulk counting: whether the moves of the last ply are counted without being made.
    pub bulk: bool,
}

impl Default for Perft {
    fn default() -> Self {
        Self {
            threads: 1,
            bulk: true,
        }
    }
}

impl Perft {
    /// The number of leaf nodes at `depth` plies.
    #[must_use]
    pub fn count(self, position: &Position, depth: u32) -> u64 {
        if depth == 0 || self.threads <= 1 {
            return self.count_here(&mut position.clone(), depth);
        }
        self.divide(position, depth)
            .iter()
            .map(|(_, nodes)| nodes)
            .sum()
    }

    /// The leaf nodes below each root move. `depth` counts that move; at depth 0 there is nothing to
    /// divide.
    #[must_use]
    pub fn divide(self, position: &Position, depth: u32) -> Vec<(Move, u64)> {
        let roots = if depth == 0 {
            Vec::new()
        } else {
            position.legal_moves().to_vec()
        };
        let totals: Vec<AtomicU64> = roots.iter().map(|_| AtomicU64::new(0)).collect();
        // Two moves make pieces small enough to keep all threads busy to the end.
        let work: Vec<(usize, Option<Move>)> = match depth {
            0 | 1 => (0..roots.len()).map(|root| (root, None)).collect(),
            _ => (0..roots.len())
                .flat_map(|root| {
                    let replies = position.after(roots[root]).legal_moves().to_vec();
                    replies.into_iter().map(move |reply| (root, Some(reply)))
                })
                .collect(),
        };
        let next = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..self.threads.clamp(1, work.len().max(1)) {
                scope.spawn(|| {
                    let mut board = position.clone();
                    while let Some(&(root, reply)) = work.get(next.fetch_add(1, Ordering::Relaxed))
                    {
                        let nodes = self.count_below(&mut board, roots[root], reply, depth);
                        totals[root].fetch_add(nodes, Ordering::Relaxed);
                    }
                });
            }
        });
        roots
            .into_iter()
            .zip(totals.into_iter().map(AtomicU64::into_inner))
            .collect()
    }

    fn count_below(self, board: &mut Position, root: Move, reply: Option<Move>, depth: u32) -> u64 {
        board.make(root, &mut ());
        let nodes = match reply {
            None => 1,
            Some(reply) => {
                board.make(reply, &mut ());
                let nodes = self.count_here(board, depth - 2);
                board.unmake(reply);
                nodes
            }
        };
        board.unmake(root);
        nodes
    }

    fn count_here(self, board: &mut Position, depth: u32) -> u64 {
        if self.bulk {
            perft(board, depth)
        } else {
            perft_without_bulk(board, depth)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Perft, Position};

    #[test]
    fn threads_and_bulk_do_not_change_the_count() {
        let position = Position::start();
        for (depth, nodes) in [(0, 1), (1, 44), (2, 1_920), (3, 79_666)] {
            for (threads, bulk) in [(1, true), (1, false), (3, true), (3, false)] {
                assert_eq!(Perft { threads, bulk }.count(&position, depth), nodes);
            }
        }
        let divided = Perft::default().divide(&position, 3);
        assert_eq!(divided.len(), 44);
        assert_eq!(divided.iter().map(|(_, nodes)| nodes).sum::<u64>(), 79_666);
    }

    #[test]
    fn a_finished_game_has_nothing_to_count() {
        let stalemate = Position::from_fen("3k5/4P4/9/9/9/9/9/9/9/4K4 b").unwrap();
        let threads = Perft {
            threads: 2,
            bulk: true,
        };
        assert_eq!(threads.count(&stalemate, 3), 0);
        assert!(Perft::default().divide(&stalemate, 3).is_empty());
    }
}
