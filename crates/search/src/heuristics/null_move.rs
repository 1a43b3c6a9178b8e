//! Null move pruning (NMP). If a pass at reduced depth still fails high, some move will too. Wrong
//! in zugzwang, hence not without pieces, and verified at high depth by a search without null
//! moves. Not near the horizon, where it saves little and errs most, and only in cut nodes.

use game::{Evaluator, Game, Position, Score};

use super::PLY;
use crate::node::{Node, NodeType, NonPv};
use crate::params::null_move as params;
use crate::report::Bound;
use crate::searcher::Searcher;
use crate::switches::NULL_MOVE;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    pub(crate) fn null_move<NT: NodeType>(&mut self, node: &Node<G>) -> Option<Score> {
        let margin = (params::base_margin::<G>() - params::depth_margin::<G>() * node.depth).max(0);
        if !NULL_MOVE.is_on()
            || self.seeks_mate()
            || NT::PV
            || !node.cut_node
            || node.depth < params::min_depth::<G>()
            || node.in_check
            || node.excluded.is_some()
            || node.ply < self.null_move_ply
            || self.frames.back(node.ply, 1).mv.is_none()
            || node.beta.is_decisive()
            || node.eval < node.beta
            || node.static_eval < node.beta + margin
            || !self.position.null_move_is_safe()
            || self.tt_wins_a_piece(node)
        {
            return None;
        }
        let excess = (node.eval.raw() - node.beta.raw()) / params::eval_divisor::<G>();
        let reduction = params::base_reduction::<G>() + params::depth_reduction::<G>() * node.depth;
        let depth = node.depth - reduction / PLY - excess.min(params::max_eval_plies::<G>());
        self.make_null();
        let score = -self.search::<NonPv>(-node.beta, -(node.beta - 1), depth, false);
        self.unmake_null();
        if self.stopped || score < node.beta {
            return None;
        }
        // A win found after a pass is not proven.
        let score = if score.is_win() { node.beta } else { score };
        if self.null_move_ply > 0 || node.depth < params::verification_depth::<G>() {
            NULL_MOVE.count();
            return Some(score);
        }
        // Verification search, with null moves disabled in the plies just below.
        self.null_move_ply = node.ply + (3 * depth.max(0) as usize) / 4 + 1;
        let verified = self.search::<NonPv>(node.beta - 1, node.beta, depth.max(1), false);
        self.null_move_ply = 0;
        (verified >= node.beta && !self.stopped).then(|| {
            NULL_MOVE.count();
            score
        })
    }

    /// Whether the TT move wins a piece and failed high: it will do so again, sooner than a null move.
    fn tt_wins_a_piece(&self, node: &Node<G>) -> bool {
        let is_lower = (node.tt_hit).is_some_and(|hit| hit.bound == Some(Bound::Lower));
        let gain = |mv| self.position.immediate_gain(mv);
        is_lower
            && node.tt_capture
            && (node.tt_move).is_some_and(|mv| gain(mv) >= params::capture_gain::<G>())
    }
}

#[cfg(test)]
mod tests {
    use crate::node::NonPv;
    use crate::report::Bound;
    use crate::testing::{ChessSearcher, QUEEN_DOWN, mv, node, searcher, store_tt};

    const PAWNS_DOWN: &str = "4k3/pppppp2/8/8/8/8/PP6/4K3 w - - 0 1";

    /// The side that is ahead is to move, after a move of the other.
    fn ahead(fen: &str) -> ChessSearcher {
        let mut searcher = searcher(fen);
        node(&mut searcher, 0, 7);
        searcher.make(mv(&searcher, "a2a3"));
        searcher
    }

    #[test]
    fn a_null_move_fails_high_when_far_ahead() {
        let mut searcher = ahead(QUEEN_DOWN);
        let node = node(&mut searcher, 0, 6);
        let score = searcher.null_move::<NonPv>(&node);
        assert!(score.is_some_and(|score| score >= node.beta));
        assert_eq!(searcher.ply, 1, "the null move is unmade");
    }

    #[test]
    fn not_without_pieces_twice_below_beta_in_all_nodes_or_near_the_horizon() {
        let mut pawns = ahead(PAWNS_DOWN);
        let zugzwang = node(&mut pawns, 0, 6);
        assert_eq!(pawns.null_move::<NonPv>(&zugzwang), None);
        let mut up = ahead(QUEEN_DOWN);
        let below = node(&mut up, 3000, 6);
        assert_eq!(up.null_move::<NonPv>(&below), None);
        let mut all_node = node(&mut up, 0, 6);
        all_node.cut_node = false;
        assert_eq!(up.null_move::<NonPv>(&all_node), None);
        let shallow = node(&mut up, 0, 2);
        assert_eq!(up.null_move::<NonPv>(&shallow), None);
        up.make_null();
        let after_null = node(&mut up, -3000, 6);
        assert_eq!(up.null_move::<NonPv>(&after_null), None);
    }

    #[test]
    fn not_if_the_tt_move_wins_a_piece() {
        const KNIGHT: &str = "r2qk3/pp6/8/3N4/8/8/PP6/R3K3 w - - 0 1";
        const PAWN: &str = "r2qk3/pp6/8/3P4/8/8/PP6/R3K3 w - - 0 1";
        for (fen, best, bound, prunes) in [
            (KNIGHT, "d8d5", Bound::Lower, false),
            (KNIGHT, "d8d5", Bound::Exact, true),
            (KNIGHT, "d8d6", Bound::Lower, true),
            (PAWN, "d8d5", Bound::Lower, true),
        ] {
            let mut searcher = ahead(fen);
            store_tt(&searcher, best, (900, bound), 2);
            let node = node(&mut searcher, 0, 6);
            let score = searcher.null_move::<NonPv>(&node);
            assert_eq!(score.is_some(), prunes, "{fen} {best} {bound:?}");
        }
    }
}
