//! Claim: a reduced move that is much better than the best so far deserves more than its full depth,
//! and one that is barely better needs less.

use game::{Evaluator, Game, Score};

use crate::params::deeper_shallower as params;
use crate::searcher::Searcher;
use crate::switches::DEEPER_SHALLOWER;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn deeper_shallower(&self, best: Score, score: Score) -> i32 {
        if !DEEPER_SHALLOWER.is_on() {
            return 0;
        }
        let deeper = score > best + params::deeper_margin();
        let shallower = score < best + params::shallower_margin();
        let plies = i32::from(deeper) - i32::from(shallower);
        if plies != 0 {
            DEEPER_SHALLOWER.count();
        }
        plies
    }
}

#[cfg(test)]
mod tests {
    use game::Score;

    use crate::testing::{QUEEN_UP, searcher};

    #[test]
    fn a_large_surprise_deserves_more_and_a_small_one_less() {
        let searcher = searcher(QUEEN_UP);
        let plies = |score| searcher.deeper_shallower(Score::DRAW, Score::from_raw(score));
        assert_eq!((plies(200), plies(20), plies(1)), (1, 0, -1));
    }
}
