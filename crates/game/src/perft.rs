//! Perft: counts the leaf nodes of the legal move tree.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use crate::{Game, Position, Rules};

/// The number of leaf nodes at `depth` plies. Bulk counting: the moves of the last ply are counted,
/// not made.
#[must_use]
pub fn perft<G: Game, P: Position<G>>(position: &mut P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves() as u64,
        // Apart, to save a call at each of the most frequent nodes.
        2 => position.perft_2(),
        _ => position.sum_after_moves(|position| perft(position, depth - 1)),
    }
}

/// [`perft`] without bulk counting: slower, and it makes and unmakes a move at every leaf.
#[must_use]
pub fn perft_without_bulk<G: Game, P: Position<G>>(position: &mut P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => position.sum_after_moves(|position| perft_without_bulk(position, depth - 1)),
    }
}

/// The number of leaf nodes at `depth` plies, and by [`Rules::MOVE_KINDS`] how many of the last
/// moves are of that kind.
#[must_use]
pub fn perft_stats<R: Rules>(position: &mut R::Position, depth: u32) -> (u64, Vec<u64>) {
    let mut kinds = vec![0; R::MOVE_KINDS.len()];
    let nodes = stats::<R>(position, depth, &mut kinds);
    (nodes, kinds)
}

fn stats<R: Rules>(position: &mut R::Position, depth: u32, kinds: &mut [u64]) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    for &mv in &R::legal_moves(position) {
        if depth == 1 {
            for (count, is) in kinds.iter_mut().zip(R::move_kinds(position, mv)) {
                *count += u64::from(is);
            }
        }
        position.make(mv, &mut ());
        nodes += stats::<R>(position, depth - 1, kinds);
        position.unmake(mv);
    }
    nodes
}

/// Perft on several threads, and perft divide.
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
    pub fn count<R: Rules>(self, position: &R::Position, depth: u32) -> u64 {
        if depth == 0 || self.threads <= 1 {
            return self.count_here::<R>(&mut position.clone(), depth);
        }
        let divided = self.divide::<R>(position, depth);
        divided.iter().map(|(_, nodes)| nodes).sum()
    }

    /// The leaf nodes below each root move. `depth` counts that move; at depth 0 there is nothing to
    /// divide.
    #[must_use]
    pub fn divide<R: Rules>(self, position: &R::Position, depth: u32) -> Vec<(R::Move, u64)> {
        let roots = match depth {
            0 => Vec::new(),
            _ => R::legal_moves(position).to_vec(),
        };
        let totals: Vec<AtomicU64> = roots.iter().map(|_| AtomicU64::new(0)).collect();
        let work = work::<R>(position, &roots, depth);
        let next = AtomicUsize::new(0);
        let count = |mut board: R::Position| {
            while let Some((root, line)) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                let nodes = self.count_after::<R>(&mut board, line, depth);
                totals[*root].fetch_add(nodes, Ordering::Relaxed);
            }
        };
        thread::scope(|scope| {
            // This thread counts, too, so that it needs no other.
            for _ in 1..self.threads.min(work.len()) {
                let (count, board) = (&count, position.clone());
                let counting = move || count(board);
                if thread::Builder::new()
                    .spawn_scoped(scope, counting)
                    .is_err()
                {
                    break;
                }
            }
            count(position.clone());
        });
        let totals = totals.into_iter().map(AtomicU64::into_inner);
        roots.into_iter().zip(totals).collect()
    }

    /// The leaf nodes below a line of moves, which `depth` counts.
    fn count_after<R: Rules>(self, board: &mut R::Position, line: &[R::Move], depth: u32) -> u64 {
        match line {
            [] => self.count_here::<R>(board, depth),
            &[mv, ref rest @ ..] => {
                board.make(mv, &mut ());
                let nodes = self.count_after::<R>(board, rest, depth - 1);
                board.unmake(mv);
                nodes
            }
        }
    }

    fn count_here<R: Rules>(self, board: &mut R::Position, depth: u32) -> u64 {
        if self.bulk {
            perft(board, depth)
        } else {
            perft_without_bulk(board, depth)
        }
    }
}

/// The pieces of work: the index of a root move, and the moves to make first. Two moves make pieces
/// small enough to keep all threads busy to the end.
fn work<R: Rules>(
    position: &R::Position,
    roots: &[R::Move],
    depth: u32,
) -> Vec<(usize, Vec<R::Move>)> {
    let mut board = position.clone();
    let mut work = Vec::new();
    for (index, &root) in roots.iter().enumerate() {
        if depth == 1 {
            work.push((index, vec![root]));
            continue;
        }
        board.make(root, &mut ());
        let replies = R::legal_moves(&board);
        work.extend(replies.iter().map(|&reply| (index, vec![root, reply])));
        board.unmake(root);
    }
    work
}
