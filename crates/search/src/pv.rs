//! A PV of one move, as fail highs and TT cutoffs leave it, is continued from the TT, so that there is
//! a ponder move.

use game::{Evaluator, Game, Position, Verdict};

use crate::searcher::{Searcher, tt_key};
use crate::tt::Hit;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// Appends the TT move to a PV of one move, if it is legal and the game is not over.
    pub(crate) fn extend_pv(&mut self, pv_index: usize) {
        let Some(root) = self.root.moves.get_mut(pv_index) else {
            return;
        };
        if root.pv.len() != 1 {
            return;
        }
        let mut position = self.position.clone();
        position.make(root.mv, &mut ());
        if matches!(position.verdict(1), Verdict::Final(_)) {
            return;
        }
        // Only the move is wanted, so the clock does not matter.
        let hit = self.shared.tt.probe(tt_key::<G>(&position), 1, 0);
        let reply = hit.and_then(|hit: Hit<G::Move>| hit.mv);
        let is_legal = |&mv: &G::Move| position.is_pseudo_legal(mv) && position.is_legal(mv);
        root.pv.extend(reply.filter(is_legal));
    }
}
