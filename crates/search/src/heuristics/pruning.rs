//! Pruning of single moves: late move pruning (LMP), futility pruning of quiets and of captures,
//! history pruning and SEE pruning. Near the horizon a move that comes late, cannot raise alpha, has
//! failed before or loses material is not worth a search. Quiets come in the order of their
//! history, so the ones after a futile one are skipped, too. Never at the root, for the first move,
//! while all scores are losses, in a search for a mate, or where the game's rules make zugzwang
//! likely, so that some move is always searched.

use game::{Evaluator, Game, Position};

use super::Skip;
use super::late_move_reduction::lmr_depth;
use crate::node::{Candidate, Progress};
use crate::node::{Node, NodeType};
use crate::params::{
    capture_futility, futility_pruning, history_pruning, late_move_pruning, see_pruning,
};
use crate::searcher::Searcher;
use crate::switches::{
    CAPTURE_FUTILITY, FUTILITY_PRUNING, FUTILITY_STOP, HISTORY_PRUNING, LATE_MOVE_PRUNING,
    SEE_PRUNING,
};

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// Late move pruning (LMP): whether so many moves were searched that the remaining quiets are
    /// skipped. Asked before the next move is picked, so that often no quiets are generated.
    pub(crate) fn late_move_pruning<NT: NodeType>(
        &self,
        node: &Node<G>,
        progress: &Progress<G>,
    ) -> bool {
        let next = progress.move_count + 1;
        let too_late = LATE_MOVE_PRUNING.is_on()
            && !NT::ROOT
            && !progress.best_score.is_loss()
            && !self.seeks_mate()
            && next > 1
            && is_late(node, next)
            && self.position.move_pruning_is_safe();
        if too_late {
            LATE_MOVE_PRUNING.count();
        }
        too_late
    }

    /// Futility pruning, history pruning and SEE pruning.
    pub(crate) fn prune_move<NT: NodeType>(
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
            ..
        } = candidate;
        if NT::ROOT
            || progress.best_score.is_loss()
            || progress.move_count == 1
            || self.seeks_mate()
            || !self.position.move_pruning_is_safe()
        {
            return Skip::Keep;
        }
        if !is_quiet {
            return self.prune_capture(node, progress.move_count, candidate);
        }
        // Late moves are pruned by the depth that LMR would leave them.
        let lmr_depth = lmr_depth(node, progress.move_count);
        if FUTILITY_PRUNING.is_on()
            && !node.in_check
            && !gives_check
            && !node.alpha.is_win()
            && lmr_depth <= futility_pruning::max_depth::<G>()
        {
            let futility_score = node.static_eval
                + (futility_pruning::base_margin::<G>()
                    + futility_pruning::depth_margin::<G>() * lmr_depth
                    + history / futility_pruning::history_divisor::<G>());
            if futility_score <= node.alpha {
                FUTILITY_PRUNING.count();
                if !progress.best_score.is_decisive() && !futility_score.is_win() {
                    progress.best_score = progress.best_score.max(futility_score);
                }
                if FUTILITY_STOP.is_on() {
                    FUTILITY_STOP.count();
                    return Skip::Quiets;
                }
                return Skip::Move;
            }
        }
        if HISTORY_PRUNING.is_on()
            && node.depth <= history_pruning::max_depth::<G>()
            && history < -history_pruning::depth_history::<G>() * node.depth
        {
            HISTORY_PRUNING.count();
            return Skip::Move;
        }
        let loss = see_pruning::quiet_margin::<G>() * lmr_depth * lmr_depth;
        // Nothing is lost on a square that is not attacked, but for rare discovered attacks.
        if !node.in_check && !is_safe && self.loses_more_than(mv, loss) {
            return Skip::Move;
        }
        Skip::Keep
    }

    /// Capture futility pruning and SEE pruning of a capture.
    fn prune_capture(&self, node: &Node<G>, count: usize, candidate: Candidate<G::Move>) -> Skip {
        let Candidate {
            mv,
            gives_check,
            history,
            ..
        } = candidate;
        let lmr_depth = lmr_depth(node, count);
        if CAPTURE_FUTILITY.is_on()
            && !node.in_check
            && !gives_check
            && !node.alpha.is_win()
            && lmr_depth <= capture_futility::max_depth::<G>()
        {
            let futility_score = node.static_eval
                + (capture_futility::base_margin::<G>()
                    + capture_futility::depth_margin::<G>() * lmr_depth
                    + self.position.immediate_gain(mv)
                    + history / capture_futility::history_divisor::<G>());
            if futility_score <= node.alpha {
                CAPTURE_FUTILITY.count();
                return Skip::Move;
            }
        }
        let allowance = history / see_pruning::history_divisor::<G>();
        let loss = (see_pruning::capture_margin::<G>() * node.depth + allowance).max(0);
        if self.loses_more_than(mv, loss) {
            Skip::Move
        } else {
            Skip::Keep
        }
    }

    fn loses_more_than(&self, mv: G::Move, loss: i32) -> bool {
        let loses = SEE_PRUNING.is_on() && !self.see_ge(mv, -loss);
        if loses {
            SEE_PRUNING.count();
        }
        loses
    }
}

/// Whether the move count is beyond the LMP limit.
fn is_late<G: Game>(node: &Node<G>, count: usize) -> bool {
    let percent = late_move_pruning::base_percent::<G>()
        + late_move_pruning::depth_percent::<G>() * node.depth * node.depth;
    let enough = percent / if node.improving { 100 } else { 200 };
    count as i32 > enough
}

#[cfg(test)]
mod tests {
    use chess::{Chess, Move};
    use game::Score;

    use crate::heuristics::Skip;
    use crate::node::{Candidate, Progress};
    use crate::node::{Node, NonPv, Root};
    use crate::params::late_move_pruning;
    use crate::testing::{ChessSearcher, QUEEN_UP, mv, node, searcher, static_eval};

    /// A protected pawn can be taken by the queen, and a knight by a pawn.
    const CAPTURES: &str = "4k3/8/2p5/3p1n2/3QP3/8/8/4K3 w - - 0 1";

    fn searched(count: usize, best: i32) -> Progress<Chess> {
        let mut progress = Progress::new();
        progress.move_count = count;
        progress.best_score = Score::from_raw(best);
        progress
    }

    fn quiet(mv: Move) -> Candidate<Move> {
        Candidate {
            mv,
            is_quiet: true,
            gives_check: false,
            is_safe: false,
            history: 0,
            extension: 0,
        }
    }

    fn skip(searcher: &mut ChessSearcher, node: &Node<Chess>, candidate: Candidate<Move>) -> Skip {
        searcher.prune_move::<NonPv>(node, &mut searched(2, 0), candidate)
    }

    #[test]
    fn late_quiets_are_pruned_but_not_in_losses_or_at_the_root() {
        let mut searcher = searcher(QUEEN_UP);
        let node = node(&mut searcher, 0, 3);
        let too_late = |progress| searcher.late_move_pruning::<NonPv>(&node, &progress);
        assert!(too_late(searched(40, 0)));
        assert!(!too_late(searched(1, 0)));
        assert!(!too_late(searched(40, Score::mated_in(4).raw())));
        assert!(!searcher.late_move_pruning::<Root>(&node, &searched(40, 0)));
    }

    #[test]
    fn late_move_pruning_begins_after_the_limit_and_half_of_it_when_not_improving() {
        let mut searcher = searcher(QUEEN_UP);
        let mut node = node(&mut searcher, 0, 3);
        let percent = late_move_pruning::base_percent::<Chess>()
            + late_move_pruning::depth_percent::<Chess>() * 9;
        for (improving, divisor) in [(true, 100), (false, 200)] {
            node.improving = improving;
            let limit = (percent / divisor) as usize;
            let too_late = |count| searcher.late_move_pruning::<NonPv>(&node, &searched(count, 0));
            assert!(!too_late(limit - 1) && too_late(limit), "{improving}");
        }
    }

    #[test]
    fn a_futile_quiet_ends_the_quiets_but_not_a_check() {
        let mut searcher = searcher(QUEEN_UP);
        let node = node(&mut searcher, 2500, 3);
        let futile = quiet(mv(&searcher, "a2a3"));
        assert_eq!(skip(&mut searcher, &node, futile), Skip::Quiets);
        let check = Candidate {
            gives_check: true,
            ..quiet(mv(&searcher, "d1e2"))
        };
        assert_eq!(skip(&mut searcher, &node, check), Skip::Keep);
        let near = crate::testing::node(&mut searcher, 900, 3);
        assert_eq!(skip(&mut searcher, &near, futile), Skip::Keep);
    }

    #[test]
    fn futility_pruning_depends_on_the_move_count_and_spares_mates() {
        let mut searcher = searcher(QUEEN_UP);
        let value = static_eval(&mut searcher);
        let node = crate::testing::node(&mut searcher, value + 250, 6);
        let quiet = quiet(mv(&searcher, "a2a3"));
        let mut skip_as = |node: &Node<Chess>, number| {
            searcher.prune_move::<NonPv>(node, &mut searched(number, 0), quiet)
        };
        assert_eq!(skip_as(&node, 2), Skip::Keep);
        assert_eq!(skip_as(&node, 20), Skip::Quiets);
        let mut won = node.clone();
        (won.alpha, won.beta) = (Score::mate_in(9), Score::mate_in(8));
        assert_eq!(skip_as(&won, 20), Skip::Keep);
    }

    #[test]
    fn moves_with_bad_history_are_pruned_near_the_horizon() {
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
    fn futile_captures_are_pruned_but_not_checks_large_gains_or_good_history() {
        let mut searcher = searcher(CAPTURES);
        let value = static_eval(&mut searcher);
        let capture = Candidate {
            is_quiet: false,
            ..quiet(mv(&searcher, "e4f5"))
        };
        let too_high = node(&mut searcher, value + 700, 3);
        assert_eq!(skip(&mut searcher, &too_high, capture), Skip::Move);
        let check = Candidate {
            gives_check: true,
            ..capture
        };
        assert_eq!(skip(&mut searcher, &too_high, check), Skip::Keep);
        let proven = Candidate {
            history: 12_000,
            ..capture
        };
        assert_eq!(skip(&mut searcher, &too_high, proven), Skip::Keep);
        // The gain of a pawn would be too little here, that of a knight is not.
        let near = node(&mut searcher, value + 350, 3);
        assert_eq!(skip(&mut searcher, &near, capture), Skip::Keep);
        let deep = node(&mut searcher, value + 700, 14);
        assert_eq!(skip(&mut searcher, &deep, capture), Skip::Keep);
    }

    #[test]
    fn moves_with_losing_see_are_pruned() {
        let mut searcher = searcher(CAPTURES);
        let node = node(&mut searcher, 0, 2);
        let capture = |text| Candidate {
            is_quiet: false,
            ..quiet(mv(&searcher, text))
        };
        let (queen_for_pawn, pawn_for_knight) = (capture("d4d5"), capture("e4f5"));
        assert_eq!(skip(&mut searcher, &node, queen_for_pawn), Skip::Move);
        assert_eq!(skip(&mut searcher, &node, pawn_for_knight), Skip::Keep);
        let hangs_the_queen = quiet(mv(&searcher, "d4e3"));
        assert_eq!(skip(&mut searcher, &node, hangs_the_queen), Skip::Move);
    }
}
