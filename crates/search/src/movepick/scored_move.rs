//! A move with its ordering score packed into one integer, so that the best move is the maximum.

use game::PackedMove;

/// Moves compared at once. Every list is padded by as many empty slots, to be read in whole groups.
pub(crate) const GROUP: usize = 8;

const INDEX_BITS: u32 = 24;
const MAX_INDEX: i64 = (1 << INDEX_BITS) - 1;

/// From the highest bits: score 24, slots behind it 24, move 16. The first of equal scores is thus
/// the maximum, and it encodes its own index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ScoredMove(i64);

impl ScoredMove {
    /// An empty slot: less than every move.
    pub(crate) const EMPTY: Self = Self(i64::MIN);

    /// A move at an index of the move stack.
    #[inline(always)]
    pub(crate) fn new<M: PackedMove>(mv: M, score: i32, index: usize) -> Self {
        let behind = MAX_INDEX - index as i64;
        Self((i64::from(score) << INDEX_BITS | behind) << 16 | i64::from(mv.code()))
    }

    #[inline(always)]
    pub(crate) fn mv<M: PackedMove>(self) -> M {
        M::from_code(self.0 as u16).expect("made of a move")
    }

    #[inline(always)]
    pub(crate) fn score(self) -> i32 {
        (self.0 >> (INDEX_BITS + 16)) as i32
    }

    #[inline(always)]
    fn index(self) -> usize {
        (MAX_INDEX - (self.0 >> 16 & MAX_INDEX)) as usize
    }

    /// The same move at the index of another.
    #[inline(always)]
    fn at_index_of(self, other: Self) -> Self {
        Self(self.0 & !(MAX_INDEX << 16) | other.0 & MAX_INDEX << 16)
    }
}

/// One step of a selection sort: swaps the best move of `next..end` to the front and returns it.
/// Cheaper than a full sort, because few moves are picked.
#[inline(always)]
pub(crate) fn select_best(stack: &mut [ScoredMove], next: usize, end: usize) -> ScoredMove {
    let mut best = [ScoredMove::EMPTY; GROUP];
    let mut start = next;
    while start < end {
        for (best, &ranked) in best.iter_mut().zip(&stack[start..start + GROUP]) {
            *best = (*best).max(ranked);
        }
        start += GROUP;
    }
    let best = best.into_iter().fold(ScoredMove::EMPTY, ScoredMove::max);
    stack[best.index()] = stack[next].at_index_of(best);
    stack[next] = best;
    best
}

#[cfg(test)]
mod tests {
    use chess::{Move, MoveKind, Square};

    use super::{GROUP, ScoredMove, select_best};

    #[test]
    fn selects_the_best_and_the_first_of_equals() {
        // Over two groups, so that some are read together and some apart.
        let scores = [3, -7, 9, 3, -70_000, 9, 0, 2, 70_000, 3, -7];
        let moves = Square::ALL.map(|to| Move::new(Square::A1, to, MoveKind::Normal));
        let mut stack: Vec<_> = (scores.iter().zip(moves))
            .enumerate()
            .map(|(place, (&score, mv))| ScoredMove::new(mv, score, place))
            .collect();
        let end = stack.len();
        stack.extend([ScoredMove::EMPTY; GROUP]);
        let picked: Vec<(i32, Move)> = (0..end)
            .map(|next| select_best(&mut stack, next, end))
            .map(|best| (best.score(), best.mv()))
            .collect();
        assert!(picked.is_sorted_by_key(|&(score, _)| -score));
        for (score, mv) in &picked {
            let place = moves.iter().position(|other| other == mv);
            assert_eq!(place.map(|place| scores[place]), Some(*score));
        }
        assert_eq!((picked[1].1, picked[2].1), (moves[2], moves[5]));
    }
}
