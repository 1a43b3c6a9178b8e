//! Moves not worth searching. Each rule names its group of numbers; none applies at the root, while
//! only losses have been found, or to a move without which there would be none.

use game::{Evaluator, Game};

use super::Skip;
use super::late_move_reduction::usual_depth;
use crate::node::{Kind, Node};
use crate::params::{exchange_pruning, futility, history_pruning, late_move_pruning};
use crate::progress::{Candidate, Progress};
use crate::searcher::Searcher;
use crate::switches::{EXCHANGE_PRUNING, FUTILITY, HISTORY_PRUNING, LATE_MOVE_PRUNING};

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// Whether enough moves have been tried that no quiet one is worth trying any more. Asked before
    /// the next move is picked, so that often none need be generated.
    pub(crate) fn quiets_come_too_late<K: Kind>(
        &self,
        node: &Node<G>,
        progress: &Progress<G>,
    ) -> bool {
        let next = progress.count + 1;
        let too_late = LATE_MOVE_PRUNING.is_on()
            && !K::ROOT
            && !progress.best.is_loss()
            && !self.seeks_mate()
            && next > 1
            && is_late(node, next);
        if too_late {
            LATE_MOVE_PRUNING.count();
        }
        too_late
    }

    pub(crate) fn prune_move<K: Kind>(
        &mut self,
        node: &Node<G>,
        progress: &mut Progress<G>,
        candidate: Candidate<G::Move>,
    ) -> Skip {
        let Candidate {
            mv,
            is_quiet,
            gives_check,
            is_safe,
            history,
        } = candidate;
        if K::ROOT || progress.best.is_loss() || progress.count == 1 || self.seeks_mate() {
            return Skip::Keep;
        }
        if !is_quiet {
            return self.prune_noisy(node, mv, history);
        }
        // What a late move can still bring depends on how deep it would be searched.
        let reduced = usual_depth(node, progress.count);
        if FUTILITY.is_on()
            && !node.in_check
            && !gives_check
            && !node.alpha.is_win()
            && reduced <= futility::max_depth()
        {
            let hope = node.evaluation
                + (futility::base_margin()
                    + futility::depth_margin() * reduced
                    + history / futility::history_divisor());
            if hope <= node.alpha {
                FUTILITY.count();
                if !progress.best.is_decisive() && !hope.is_win() {
                    progress.best = progress.best.max(hope);
                }
                return Skip::Move;
            }
        }
        if HISTORY_PRUNING.is_on()
            && node.depth <= history_pruning::max_depth()
            && history < -history_pruning::depth_history() * node.depth
        {
            HISTORY_PRUNING.count();
            return Skip::Move;
        }
        let loss = exchange_pruning::quiet_margin() * reduced * reduced;
        // Where nothing attacks, nothing is lost; an attack that the move itself opens is rare.
        if !node.in_check && !is_safe && self.loses_more_than(mv, loss) {
            return Skip::Move;
        }
        Skip::Keep
    }

    fn prune_noisy(&self, node: &Node<G>, mv: G::Move, history: i32) -> Skip {
        let allowance = history / exchange_pruning::history_divisor();
        let loss = (exchange_pruning::noisy_margin() * node.depth + allowance).max(0);
        if self.loses_more_than(mv, loss) {
            Skip::Move
        } else {
            Skip::Keep
        }
    }

    fn loses_more_than(&self, mv: G::Move, loss: i32) -> bool {
        let loses = EXCHANGE_PRUNING.is_on() && !self.see_ge(mv, -loss);
        if loses {
            EXCHANGE_PRUNING.count();
        }
        loses
    }
}

/// Whether enough moves have been tried that the rest can be left out.
fn is_late<G: Game>(node: &Node<G>, count: usize) -> bool {
    let enough = late_move_pruning::base_count() + node.depth * node.depth;
    let enough = if node.improving { enough } else { enough / 2 };
    count as i32 >= enough
}

#[cfg(test)]
mod tests {
    use chess::{Chess, Move};
    use game::Score;

    use crate::heuristics::Skip;
    use crate::node::{Node, Root, ZeroWindow};
    use crate::progress::{Candidate, Progress};
    use crate::testing::{ChessSearcher, QUEEN_UP, evaluation, mv, node, searcher};

    /// A protected pawn can be taken by the queen, and a knight by a pawn.
    const CAPTURES: &str = "4k3/8/2p5/3p1n2/3QP3/8/8/4K3 w - - 0 1";

    fn tried(count: usize, best: i32) -> Progress<Chess> {
        let mut progress = Progress::new();
        progress.count = count;
        progress.best = Score::from_raw(best);
        progress
    }

    fn quiet(mv: Move) -> Candidate<Move> {
        Candidate {
            mv,
            is_quiet: true,
            gives_check: false,
            is_safe: false,
            history: 0,
        }
    }

    fn skip(searcher: &mut ChessSearcher, node: &Node<Chess>, candidate: Candidate<Move>) -> Skip {
        searcher.prune_move::<ZeroWindow>(node, &mut tried(2, 0), candidate)
    }

    #[test]
    fn late_quiet_moves_are_left_out_but_not_while_losing_or_at_the_root() {
        let mut searcher = searcher(QUEEN_UP);
        let node = node(&mut searcher, 0, 3);
        let too_late = |progress| searcher.quiets_come_too_late::<ZeroWindow>(&node, &progress);
        assert!(too_late(tried(40, 0)));
        assert!(!too_late(tried(1, 0)));
        assert!(!too_late(tried(40, Score::mated_in(4).raw())));
        assert!(!searcher.quiets_come_too_late::<Root>(&node, &tried(40, 0)));
    }

    #[test]
    fn futile_moves_are_left_out_but_not_checks() {
        let mut searcher = searcher(QUEEN_UP);
        let node = node(&mut searcher, 2500, 3);
        let futile = quiet(mv(&searcher, "a2a3"));
        assert_eq!(skip(&mut searcher, &node, futile), Skip::Move);
        let check = Candidate {
            gives_check: true,
            ..quiet(mv(&searcher, "d1e2"))
        };
        assert_eq!(skip(&mut searcher, &node, check), Skip::Keep);
        let near = crate::testing::node(&mut searcher, 900, 3);
        assert_eq!(skip(&mut searcher, &near, futile), Skip::Keep);
    }

    #[test]
    fn what_is_futile_depends_on_the_number_of_the_move_but_faster_mates_are_sought() {
        let mut searcher = searcher(QUEEN_UP);
        let value = evaluation(&mut searcher);
        let node = crate::testing::node(&mut searcher, value + 300, 6);
        let quiet = quiet(mv(&searcher, "a2a3"));
        let mut skip_as = |node: &Node<Chess>, number| {
            searcher.prune_move::<ZeroWindow>(node, &mut tried(number, 0), quiet)
        };
        assert_eq!(skip_as(&node, 2), Skip::Keep);
        assert_eq!(skip_as(&node, 20), Skip::Move);
        let mut won = node.clone();
        (won.alpha, won.beta) = (Score::mate_in(9), Score::mate_in(8));
        assert_eq!(skip_as(&won, 20), Skip::Keep);
    }

    #[test]
    fn badly_remembered_moves_are_left_out_near_the_horizon() {
        let mut searcher = searcher(QUEEN_UP);
        let bad = Candidate {
            history: -20_000,
            ..quiet(mv(&searcher, "a2a3"))
        };
        let shallow = node(&mut searcher, 0, 3);
        assert_eq!(skip(&mut searcher, &shallow, bad), Skip::Move);
        let deep = node(&mut searcher, 0, 12);
        assert_eq!(skip(&mut searcher, &deep, bad), Skip::Keep);
    }

    #[test]
    fn moves_that_lose_material_are_left_out() {
        let mut searcher = searcher(CAPTURES);
        let node = node(&mut searcher, 0, 2);
        let noisy = |text| Candidate {
            is_quiet: false,
            ..quiet(mv(&searcher, text))
        };
        let (queen_for_pawn, pawn_for_knight) = (noisy("d4d5"), noisy("e4f5"));
        assert_eq!(skip(&mut searcher, &node, queen_for_pawn), Skip::Move);
        assert_eq!(skip(&mut searcher, &node, pawn_for_knight), Skip::Keep);
        let hangs_the_queen = quiet(mv(&searcher, "d4e3"));
        assert_eq!(skip(&mut searcher, &node, hangs_the_queen), Skip::Move);
    }
}
