//! A move and how promising it is, in one number: the best move is the largest number.

use game::PackedMove;

/// How many moves are compared at once. Behind every list as many places hold nothing, so that it
/// can be read in whole groups.
pub(crate) const GROUP: usize = 8;

const PLACE_BITS: u32 = 24;
const PLACES: i64 = (1 << PLACE_BITS) - 1;

/// From the highest bits: score 24, places left behind it 24, move 16. So the first of equals is
/// the best, and the best tells where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ranked(i64);

impl Ranked {
    /// Less than every move.
    pub(crate) const NOTHING: Self = Self(i64::MIN);

    /// A move at a place on the stack of moves.
    #[inline(always)]
    pub(crate) fn new<M: PackedMove>(mv: M, score: i32, place: usize) -> Self {
        let behind = PLACES - place as i64;
        Self((i64::from(score) << PLACE_BITS | behind) << 16 | i64::from(mv.code()))
    }

    #[inline(always)]
    pub(crate) fn mv<M: PackedMove>(self) -> M {
        M::from_code(self.0 as u16).expect("made of a move")
    }

    #[inline(always)]
    pub(crate) fn score(self) -> i32 {
        (self.0 >> (PLACE_BITS + 16)) as i32
    }

    #[inline(always)]
    fn place(self) -> usize {
        (PLACES - (self.0 >> 16 & PLACES)) as usize
    }

    /// The same move at another's place.
    #[inline(always)]
    fn in_place_of(self, other: Self) -> Self {
        Self(self.0 & !(PLACES << 16) | other.0 & PLACES << 16)
    }
}

/// The best of the moves from place `next` to `end`. It goes to the front, and the one from there
/// takes its place. One scan a pick is enough: few moves are picked.
#[inline(always)]
pub(crate) fn take_best(stack: &mut [Ranked], next: usize, end: usize) -> Ranked {
    let mut best = [Ranked::NOTHING; GROUP];
    let mut start = next;
    while start < end {
        for (best, &ranked) in best.iter_mut().zip(&stack[start..start + GROUP]) {
            *best = (*best).max(ranked);
        }
        start += GROUP;
    }
    let best = best.into_iter().fold(Ranked::NOTHING, Ranked::max);
    stack[best.place()] = stack[next].in_place_of(best);
    stack[next] = best;
    best
}

#[cfg(test)]
mod tests {
    use chess::{Move, MoveKind, Square};

    use super::{GROUP, Ranked, take_best};

    #[test]
    fn the_best_comes_first_and_the_first_of_equals() {
        // Over two groups, so that some are read together and some apart.
        let scores = [3, -7, 9, 3, -70_000, 9, 0, 2, 70_000, 3, -7];
        let moves = Square::ALL.map(|to| Move::new(Square::A1, to, MoveKind::Normal));
        let mut stack: Vec<_> = (scores.iter().zip(moves))
            .enumerate()
            .map(|(place, (&score, mv))| Ranked::new(mv, score, place))
            .collect();
        let end = stack.len();
        stack.extend([Ranked::NOTHING; GROUP]);
        let picked: Vec<(i32, Move)> = (0..end)
            .map(|next| take_best(&mut stack, next, end))
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
