//! Claim: a reduced move that is much better than the best so far deserves more than its full depth,
//! and one that is barely better needs less.

use game::{Evaluator, Game, Score};

use crate::params::deeper_shallower as params;
use crate::searcher::Searcher;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn deeper_shallower(&self, best: Score, score: Score) -> i32 {
        let deeper = score > best + params::deeper_margin();
        let shallower = score < best + params::shallower_margin();
        i32::from(deeper) - i32::from(shallower)
    }
}
