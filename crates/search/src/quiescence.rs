//! The search beyond the horizon: captures until the position is quiet.

use game::{Evaluator, Game, Position, Score};

use crate::node::{Kind, Node};
use crate::params::quiescence as params;
use crate::picker::Picker;
use crate::report::Bound;
use crate::searcher::Searcher;
use crate::switches::{QUIESCENCE_FUTILITY, STAND_PAT, TABLE_CUTOFF};
use crate::tt::Record;

/// How the side to move gets out of a check is searched whole; otherwise it may stand pat.
impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// The score of the present position when only captures and promotions are searched.
    pub(crate) fn quiesce<K: Kind>(&mut self, alpha: Score, beta: Score) -> Score {
        self.frames.at_mut(self.ply).line.clear();
        if self.enter_node() {
            return Score::DRAW;
        }
        match self.rule_window::<K>(alpha, beta) {
            Ok(window) => {
                let node = self.open_node::<K>(window.alpha, window.beta, 0, false);
                window.bounded(self.quiesce_node::<K>(node))
            }
            Err(score) => score,
        }
    }

    /// The score of a node that the rules leave open.
    fn quiesce_node<K: Kind>(&mut self, mut node: Node<G>) -> Score {
        let beta = node.beta;
        if let Some(score) = self.quiescence_cutoff::<K>(&node) {
            return score;
        }
        self.evaluate_node(&mut node);
        let mut best = if node.in_check || !STAND_PAT.is_on() {
            Score::mated_in(node.ply)
        } else if K::PV && node.estimate.is_decisive() {
            // The table knows a mate, but the line shown must have its moves.
            node.evaluation
        } else {
            node.estimate
        };
        if best >= beta {
            STAND_PAT.count();
            return self.stand_pat(&node, best);
        }
        node.alpha = node.alpha.max(best);
        let best_move = self.search_captures::<K>(&mut node, &mut best);
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
        self.store_quiescence(&node, best_move, best, bound);
        best
    }

    fn search_captures<K: Kind>(
        &mut self,
        node: &mut Node<G>,
        best: &mut Score,
    ) -> Option<G::Move> {
        let mut best_move = None;
        let mut picker = if node.in_check {
            Picker::new(self.moves.len(), node.table_move)
        } else {
            let noisy = node.table_move.filter(|_| node.table_move_is_noisy);
            Picker::noisy(self.moves.len(), noisy, -params::exchange_margin())
        };
        let mut count = 0;
        while let Some(mv) = self.next_move::<crate::node::ZeroWindow>(node, &mut picker) {
            count += 1;
            if !best.is_loss() {
                if !node.in_check
                    && QUIESCENCE_FUTILITY.is_on()
                    && let Some(hope) = self.too_little(node, mv, count)
                    && !self.position.gives_check(mv)
                {
                    QUIESCENCE_FUTILITY.count();
                    *best = (*best).max(hope);
                    continue;
                }
                // One way out of the check is known: quiet ones need not be looked at.
                if node.in_check {
                    picker.skip_quiets();
                    if !self.position.is_tactical(mv) {
                        continue;
                    }
                }
            }
            self.prefetch(mv);
            self.make(mv);
            let score = -self.quiesce::<K>(-node.beta, -node.alpha);
            self.unmake(mv);
            if self.stopped {
                break;
            }
            if score > *best {
                *best = score;
                if score > node.alpha {
                    best_move = Some(mv);
                    if K::PV {
                        self.frames.extend_line(node.ply, mv);
                    }
                    if score >= node.beta {
                        break;
                    }
                    node.alpha = score;
                }
            }
        }
        self.close_picker(&picker);
        best_move
    }

    /// The most that can be hoped for from a capture, if that is not enough to search it.
    fn too_little(&self, node: &Node<G>, mv: G::Move, count: i32) -> Option<Score> {
        if count > params::max_moves() {
            return Some(-Score::INFINITE);
        }
        let floor = node.evaluation + params::futility_margin();
        let hope = floor + self.position.immediate_gain(mv);
        if hope <= node.alpha {
            Some(hope)
        } else if floor <= node.alpha && !self.see_ge(mv, 1) {
            Some(floor)
        } else {
            None
        }
    }

    fn quiescence_cutoff<K: Kind>(&self, node: &Node<G>) -> Option<Score> {
        let hit = node.hit?;
        let is_enough = match hit.bound? {
            Bound::Exact => true,
            Bound::Lower => hit.score >= node.beta,
            Bound::Upper => hit.score <= node.alpha,
        };
        (TABLE_CUTOFF.is_on() && !K::PV && is_enough).then_some(hit.score)
    }

    fn stand_pat(&mut self, node: &Node<G>, best: Score) -> Score {
        let score = if best.is_decisive() {
            best
        } else {
            Score::from_raw(i32::midpoint(best.raw(), node.beta.raw()))
        };
        if node.hit.is_none() {
            self.store_quiescence(node, None, score, Bound::Lower);
        }
        score
    }

    fn store_quiescence(&self, node: &Node<G>, mv: Option<G::Move>, score: Score, bound: Bound) {
        let record = Record {
            mv,
            score,
            bound: Some(bound),
            evaluation: node.raw_evaluation,
            depth: 0,
            is_principal: node.principal,
        };
        self.shared.table.store(node.key, node.ply, record);
    }
}

#[cfg(test)]
mod tests {
    use game::Score;

    use crate::node::ZeroWindow;
    use crate::testing::{ChessSearcher, QUEEN_UP, TAKES_QUEEN, evaluation, searcher};

    fn quiesce(searcher: &mut ChessSearcher, alpha: i32) -> i32 {
        let (alpha, beta) = (Score::from_raw(alpha), Score::from_raw(alpha + 1));
        searcher.quiesce::<ZeroWindow>(alpha, beta).raw()
    }

    #[test]
    fn a_quiet_position_stands_on_its_evaluation() {
        let mut searcher = searcher(QUEEN_UP);
        let value = evaluation(&mut searcher);
        assert_eq!(quiesce(&mut searcher, value + 50), value);
        assert!((-99..=value).contains(&quiesce(&mut searcher, -100)));
    }

    #[test]
    fn a_hanging_queen_is_taken_but_not_if_even_that_is_too_little() {
        let mut taken = searcher(TAKES_QUEEN);
        let value = evaluation(&mut taken);
        assert!(quiesce(&mut taken, value + 500) > value + 500);
        let mut futile = searcher(TAKES_QUEEN);
        assert!(quiesce(&mut futile, value + 3000) <= value + 3000);
        assert_eq!(futile.nodes, 1, "the capture is not even tried");
    }

    #[test]
    fn out_of_check_all_moves_are_looked_at_and_mate_is_seen() {
        let mut mated = searcher("4k3/8/8/8/8/8/5PPP/r5K1 w - - 0 1");
        assert_eq!(quiesce(&mut mated, -500), Score::mated_in(0).raw());
        // Only a quiet move gets out.
        let mut escapes = searcher("4k3/8/8/8/8/8/5PP1/r5K1 w - - 0 1");
        assert!(quiesce(&mut escapes, -5000) > -5000);
    }
}
