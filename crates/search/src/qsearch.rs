//! Quiescence search (qsearch): captures and promotions until the position is quiet. The side to
//! move may stand pat on its eval, except in check, where evasions are searched.

use game::{Evaluator, Game, Position, Score};

use crate::movepick::MovePicker;
use crate::node::{Node, NodeType};
use crate::params::qsearch as params;
use crate::report::Bound;
use crate::searcher::Searcher;
use crate::switches::{QSEARCH_FUTILITY, RECAPTURES, STAND_PAT, TT_CUTOFF};
use crate::tt::Hit;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// The quiescence score of the current position.
    pub(crate) fn qsearch<NT: NodeType>(&mut self, alpha: Score, beta: Score) -> Score {
        self.frames.at_mut(self.ply).pv.clear();
        if self.count_node() {
            return Score::DRAW;
        }
        match self.rule_window::<NT>(alpha, beta) {
            Ok(window) => {
                let node = self.enter_node::<NT>(window.alpha, window.beta, 0, false);
                window.bounded(self.qsearch_node::<NT>(node))
            }
            Err(score) => score,
        }
    }

    /// Searches a node that is no draw by rule.
    fn qsearch_node<NT: NodeType>(&mut self, mut node: Node<G>) -> Score {
        let beta = node.beta;
        let cuts_off = |hit: &Hit<G::Move>| !NT::PV && hit.cuts_off(node.alpha, beta);
        if let Some(hit) = node.tt_hit.filter(cuts_off)
            && TT_CUTOFF.is_on()
        {
            return hit.score;
        }
        self.evaluate_node(&mut node);
        let mut best = if node.in_check || !STAND_PAT.is_on() {
            Score::mated_in(node.ply)
        } else if NT::PV && node.eval.is_decisive() {
            // The TT knows a mate, but the PV must contain its moves.
            node.static_eval
        } else {
            node.eval
        };
        if best >= beta {
            STAND_PAT.count();
            return self.stand_pat(&node, best);
        }
        node.alpha = node.alpha.max(best);
        let best_move = self.qsearch_moves::<NT>(&mut node, &mut best);
        if self.stopped {
            return Score::DRAW;
        }
        if best >= beta && !best.is_decisive() {
            best = Score::from_raw(i32::midpoint(best.raw(), beta.raw()));
        }
        let bound = if best >= beta {
            Bound::Lower
        } else {
            Bound::Upper
        };
        self.store_tt(&node, best_move, (best, Some(bound)), 0);
        best
    }

    fn qsearch_moves<NT: NodeType>(
        &mut self,
        node: &mut Node<G>,
        best: &mut Score,
    ) -> Option<G::Move> {
        let mut best_move = None;
        let mut picker = if node.in_check {
            MovePicker::new(self.moves.len(), node.tt_move)
        } else {
            let tt_capture = node.tt_move.filter(|_| node.tt_capture);
            MovePicker::captures(self.moves.len(), tt_capture, -params::see_margin::<G>())
        };
        let mut count = 0;
        while let Some(mv) = self.next_move::<crate::node::NonPv>(node, &mut picker) {
            count += 1;
            if !best.is_loss() {
                if !node.in_check
                    && QSEARCH_FUTILITY.is_on()
                    && let Some(futility_score) = self.qsearch_futility(node, mv, count)
                    && !self.position.gives_check(mv)
                {
                    QSEARCH_FUTILITY.count();
                    *best = (*best).max(futility_score);
                    continue;
                }
                // An evasion that does not lose is known: skip the quiet ones.
                if node.in_check {
                    picker.skip_quiets();
                    if !self.position.is_noisy(mv) {
                        continue;
                    }
                }
            }
            self.prefetch(mv);
            self.make(mv);
            let score = -self.qsearch::<NT>(-node.beta, -node.alpha);
            self.unmake(mv);
            if self.stopped {
                break;
            }
            if score > *best {
                *best = score;
                if score > node.alpha {
                    best_move = Some(mv);
                    if NT::PV {
                        self.frames.update_pv(node.ply, mv);
                    }
                    if score >= node.beta {
                        break;
                    }
                    node.alpha = score;
                }
            }
        }
        self.close_picker(&picker);
        // The cheap test comes first: with a capture there is no stalemate.
        if G::STALEMATE_LOSES && count == 0 && !node.in_check && !self.position.has_legal_move() {
            *best = self.position.score_without_moves(node.ply);
        }
        best_move
    }

    /// Futility pruning in qsearch: the score that a capture can reach at most, if that does not
    /// raise alpha.
    fn qsearch_futility(&self, node: &Node<G>, mv: G::Move, count: i32) -> Option<Score> {
        if count > params::max_moves::<G>() && !self.is_recapture(node, mv) {
            return Some(-Score::INFINITE);
        }
        let futility_base = node.static_eval + params::futility_margin::<G>();
        let futility_score = futility_base + self.position.immediate_gain(mv);
        if futility_score <= node.alpha {
            Some(futility_score)
        } else if futility_base <= node.alpha && !self.see_ge(mv, 1) {
            Some(futility_base)
        } else {
            None
        }
    }

    /// Whether a capture takes the piece that has just moved. It is exempt from the move count limit,
    /// which would cut the exchange short.
    fn is_recapture(&self, node: &Node<G>, mv: G::Move) -> bool {
        let previous = self.frames.back(node.ply, 1).piece_to;
        let is_recapture =
            RECAPTURES.is_on() && previous.is_some_and(|(_, square)| square == G::target(mv));
        if is_recapture {
            RECAPTURES.count();
        }
        is_recapture
    }

    fn stand_pat(&mut self, node: &Node<G>, best: Score) -> Score {
        let score = if best.is_decisive() {
            best
        } else {
            Score::from_raw(i32::midpoint(best.raw(), node.beta.raw()))
        };
        if node.tt_hit.is_none() {
            self.store_tt(node, None, (score, Some(Bound::Lower)), 0);
        }
        score
    }
}

#[cfg(test)]
mod tests {
    use game::Score;

    use crate::node::NonPv;
    use crate::testing::{ChessSearcher, QUEEN_UP, TAKES_QUEEN, mv, searcher, static_eval};

    fn qsearch(searcher: &mut ChessSearcher, alpha: i32) -> i32 {
        let (alpha, beta) = (Score::from_raw(alpha), Score::from_raw(alpha + 1));
        searcher.qsearch::<NonPv>(alpha, beta).raw()
    }

    #[test]
    fn a_quiet_position_stands_pat() {
        let mut searcher = searcher(QUEEN_UP);
        let value = static_eval(&mut searcher);
        assert_eq!(qsearch(&mut searcher, value + 50), value);
        assert!((-99..=value).contains(&qsearch(&mut searcher, -100)));
    }

    #[test]
    fn a_hanging_queen_is_captured_unless_that_is_futile() {
        let mut taken = searcher(TAKES_QUEEN);
        let value = static_eval(&mut taken);
        assert!(qsearch(&mut taken, value + 500) > value + 500);
        let mut futile = searcher(TAKES_QUEEN);
        assert!(qsearch(&mut futile, value + 3000) <= value + 3000);
        assert_eq!(futile.nodes, 1, "the capture is not searched");
    }

    #[test]
    fn late_captures_are_pruned_but_recaptures_are_not() {
        let late = |searcher: &mut ChessSearcher| {
            let node = crate::testing::node(searcher, 0, 0);
            searcher.qsearch_futility(&node, mv(searcher, "e5d4"), 9)
        };
        let mut capture = searcher("r2qk3/pp6/8/4p3/3N4/8/PP6/R2QK3 b - - 0 1");
        assert_eq!(late(&mut capture), Some(-Score::INFINITE));
        let mut recapture = searcher("r2qk3/pp6/8/4p3/8/5N2/PP6/R2QK3 w - - 0 1");
        recapture.make(mv(&recapture, "f3d4"));
        assert_eq!(late(&mut recapture), None);
    }

    #[test]
    fn evasions_are_searched_and_mate_is_found() {
        let mut mated = searcher("4k3/8/8/8/8/8/5PPP/r5K1 w - - 0 1");
        assert_eq!(qsearch(&mut mated, -500), Score::mated_in(0).raw());
        // Only a quiet move gets out.
        let mut escapes = searcher("4k3/8/8/8/8/8/5PP1/r5K1 w - - 0 1");
        assert!(qsearch(&mut escapes, -5000) > -5000);
    }
}
