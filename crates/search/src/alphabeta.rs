//! The alpha-beta search of one node (principal variation search): a numbered table of contents.
//! Each step lives in its own file in `node/`, `heuristics/` or `history/`.

use game::{Evaluator, Game, Position, Score};

use crate::heuristics::{Extension, PLY, Skip};
use crate::movepick::MovePicker;
use crate::node::{Candidate, Node, NodeType, NonPv, Progress, Pv};
use crate::params::alpha_reduction;
use crate::report::Bound;
use crate::root::RootResult;
use crate::searcher::Searcher;
use crate::switches::ALPHA_REDUCTION;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// Searches the current position to a depth within the window `alpha..beta`, fail-soft.
    pub(crate) fn search<NT: NodeType>(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: i32,
        cut_node: bool,
    ) -> Score {
        // Step 1. Quiescence search at the horizon. A side in check is searched one ply further.
        let in_check = self.position.in_check();
        if depth <= 0 && !in_check {
            return self.qsearch::<NT>(alpha, beta);
        }
        self.frames.at_mut(self.ply).pv.clear();

        // Step 2. Stop at a limit, score draws by rule, and apply mate distance pruning.
        if self.count_node() {
            return Score::DRAW;
        }
        match self.rule_window::<NT>(alpha, beta) {
            Ok(window) => {
                let node = self.enter_node::<NT>(window.alpha, window.beta, depth.max(1), cut_node);
                window.bounded(self.search_node::<NT>(node))
            }
            Err(score) => score,
        }
    }

    /// Searches a node that is no draw by rule.
    fn search_node<NT: NodeType>(&mut self, mut node: Node<G>) -> Score {
        // Step 3. TT cutoff. Return the TT score if its depth and bound suffice.
        if let Some(score) = self.tt_cutoff::<NT>(&node) {
            return score;
        }

        // Step 3b. Tablebase probe. Return the score of the tables, or bound that of a PV node.
        if let Some(score) = self.probe_tablebase::<NT>(&mut node) {
            return score;
        }

        // Step 4. Static eval, correction history, TT-adjusted eval, improving and eval history.
        self.evaluate_node(&mut node);
        self.store_static_eval(&node);
        self.update_eval_history(&node);

        // Step 5. Hindsight. Adjust the depth if the static eval contradicts the prior reduction.
        self.hindsight::<NT>(&mut node);

        // Step 6. Razoring. If eval is far below alpha, return the qsearch score.
        if let Some(score) = self.razoring::<NT>(&node) {
            return score;
        }

        // Step 7. Reverse futility pruning (RFP). If eval is far above beta, fail high.
        if let Some(score) = self.reverse_futility::<NT>(&node) {
            return score;
        }

        // Step 8. Null move pruning (NMP). If a pass still fails high, fail high.
        if let Some(score) = self.null_move::<NT>(&node) {
            return score;
        }
        self.improving_above_beta(&mut node);

        // Step 9. Internal iterative reduction (IIR). Without a TT move, reduce the depth.
        self.internal_iterative_reduction::<NT>(&mut node);

        // Step 10. ProbCut. If a good capture beats a raised beta at reduced depth, fail high.
        // Small ProbCut: the same by the TT score alone.
        if let Some(score) = self.probcut::<NT>(&node) {
            return score;
        }
        if let Some(score) = self.small_probcut::<NT>(&node) {
            return score;
        }

        // Step 11. The move loop (steps 12 to 18).
        let mut progress = Progress::new();
        if let Some(score) = self.search_moves::<NT>(&mut node, &mut progress) {
            return score;
        }

        // Step 19. Mate and stalemate, history and correction history updates, TT store.
        self.exit_node::<NT>(&mut node, &mut progress)
    }

    /// The move loop. Returns a score only where step 19 must not follow: the search was stopped,
    /// or multicut ended the node.
    fn search_moves<NT: NodeType>(
        &mut self,
        node: &mut Node<G>,
        progress: &mut Progress<G>,
    ) -> Option<Score> {
        let mut picker = MovePicker::new(self.moves.len(), node.tt_move);
        loop {
            // Step 12. Late move pruning (LMP). Skip the remaining quiets after enough moves.
            if picker.wants_quiets() && self.late_move_pruning::<NT>(node, progress) {
                picker.skip_quiets();
            }
            let Some(mv) = self.next_move::<NT>(node, &mut picker) else {
                break;
            };
            if Some(mv) == node.excluded {
                continue;
            }
            progress.move_count += 1;
            let mut candidate = self.candidate(node, &picker, mv, progress.move_count);

            // Step 13. Futility pruning, history pruning and SEE pruning.
            match self.prune_move::<NT>(node, progress, candidate) {
                Skip::Keep => {}
                Skip::Move => continue,
                Skip::Quiets => {
                    picker.skip_quiets();
                    continue;
                }
            }

            // Step 14. Singular extension, negative extension or multicut.
            candidate.extension = match self.singular_extension::<NT>(node, mv) {
                Extension::Plies(plies) => plies,
                Extension::Multicut(score) => {
                    self.close_picker(&picker);
                    return Some(score);
                }
            };

            // Steps 15 to 17. Make, search and unmake the move.
            let nodes_before = self.nodes;
            let score = self.search_move::<NT>(node, progress, &mut picker, candidate);
            if self.stopped {
                self.close_picker(&picker);
                return Some(Score::DRAW);
            }
            if NT::ROOT {
                let nodes = self.nodes - nodes_before;
                let is_first = progress.move_count == 1;
                self.update_root(
                    node,
                    RootResult {
                        mv,
                        score,
                        is_first,
                        nodes,
                    },
                );
            }

            // Step 18. Update best score, best move, PV and alpha; stop on a fail high.
            if self.update_best::<NT>(node, progress, mv, score) {
                break;
            }
            if Some(mv) != progress.best_move {
                progress.push_searched(mv, candidate.is_quiet);
            }
        }
        self.close_picker(&picker);
        None
    }

    /// Principal variation search of one move: late moves with a reduced depth and a zero window,
    /// then at full depth if that fails high, then with the open window if it may be the PV.
    fn search_move<NT: NodeType>(
        &mut self,
        node: &Node<G>,
        progress: &Progress<G>,
        picker: &mut MovePicker<G>,
        candidate: Candidate<G::Move>,
    ) -> Score {
        let Candidate { mv, extension, .. } = candidate;
        self.prefetch(mv);
        let mut new_depth = node.depth - 1 + extension;
        let is_first = progress.move_count == 1;
        let doubles = self.frames.back(self.ply, 1).double_extensions + i32::from(extension >= 2);
        self.frames.at_mut(self.ply).double_extensions = doubles;

        // Step 15. Late move reductions (LMR).
        let reduction = if is_first {
            0
        } else {
            self.late_move_reduction::<NT>(node, progress.move_count, candidate)
        };
        let quiet = candidate.is_quiet.then(|| {
            let threats = picker.compute_threats(&self.position);
            self.butterfly_index(Some(threats), mv)
        });
        self.make(mv);
        let frame = self.frames.at_mut(node.ply);
        (frame.move_count, frame.quiet) = (progress.move_count, quiet);
        let alpha = node.alpha;
        let zero = alpha + 1;
        let mut score = -Score::INFINITE;
        if node.depth >= 2 && !is_first {
            let reduced = (new_depth - reduction / PLY).clamp(1, new_depth + 1);
            self.frames.at_mut(node.ply).reduction = (new_depth - reduced) * PLY;
            score = -self.search::<NonPv>(-zero, -alpha, reduced, true);
            self.frames.at_mut(node.ply).reduction = 0;
            // Step 16. Full-depth re-search after a reduced fail high (do deeper/shallower).
            if score > alpha && reduced < new_depth {
                new_depth += self.do_deeper_shallower(progress.best_score, score);
                if reduced < new_depth {
                    score = -self.search::<NonPv>(-zero, -alpha, new_depth, !node.cut_node);
                }
                self.reduced_move_bonus(node);
            }
        } else if !NT::PV || !is_first {
            score = -self.search::<NonPv>(-zero, -alpha, new_depth, !node.cut_node);
        }
        // Step 17. PV search with the open window.
        if NT::PV && (is_first || score > alpha) {
            score = -self.search::<Pv>(-node.beta, -alpha, new_depth, false);
        }
        self.unmake(mv);
        score
    }

    /// Looks up what pruning and LMR need to know about a move. The first move is exempt from both,
    /// and often the only one searched, so its look-ups are skipped.
    #[inline(always)]
    pub(crate) fn candidate(
        &self,
        node: &Node<G>,
        picker: &MovePicker<G>,
        mv: G::Move,
        count: usize,
    ) -> Candidate<G::Move> {
        let is_quiet = !self.position.is_noisy(mv);
        let is_first = count == 1;
        Candidate {
            mv,
            is_quiet,
            gives_check: !is_first && self.gives_check(picker, mv),
            is_safe: is_quiet && picker.is_safe(mv),
            history: if is_first {
                0
            } else {
                self.move_history(node, picker.threats(), mv, is_quiet)
            },
            extension: 0,
        }
    }

    /// Updates the best score, best move, PV and alpha. Returns whether the move failed high.
    pub(crate) fn update_best<NT: NodeType>(
        &mut self,
        node: &mut Node<G>,
        progress: &mut Progress<G>,
        mv: G::Move,
        score: Score,
    ) -> bool {
        if score > progress.best_score {
            progress.best_score = score;
            if score > node.alpha {
                progress.best_move = Some(mv);
                if NT::PV {
                    self.frames.update_pv(node.ply, mv);
                }
                if score >= node.beta {
                    progress.bound = Bound::Lower;
                    self.frames.at_mut(node.ply).cutoffs += 1;
                    return true;
                }
                progress.bound = Bound::Exact;
                node.alpha = score;
                // Alpha was raised: the other moves are less likely to be best. Reduce them.
                let depths = alpha_reduction::min_depth::<G>()..=alpha_reduction::max_depth::<G>();
                if ALPHA_REDUCTION.is_on() && depths.contains(&node.depth) && !score.is_decisive() {
                    ALPHA_REDUCTION.count();
                    node.depth -= 1;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use game::Score;

    use crate::node::{NonPv, Progress, Pv};
    use crate::report::Bound;
    use crate::testing::{QUEEN_UP, mv, node_of, searcher};

    #[test]
    fn raising_alpha_updates_the_pv_and_reduces_the_depth() {
        let mut searcher = searcher(QUEEN_UP);
        let mut node = node_of::<Pv>(&mut searcher, (0, 500), 8);
        let mut progress = Progress::new();
        let best = mv(&searcher, "d1d3");
        let score = Score::from_raw(120);
        assert!(!searcher.update_best::<Pv>(&mut node, &mut progress, best, score));
        assert_eq!((node.alpha, node.depth), (score, 7));
        assert_eq!(progress.bound, Bound::Exact);
        assert_eq!(searcher.frames.at(0).pv, [best]);
        let mate = Score::from_raw(Score::mate_in(5).raw());
        node.beta = Score::INFINITE;
        assert!(!searcher.update_best::<Pv>(&mut node, &mut progress, best, mate));
        assert_eq!(node.depth, 7, "a mate leaves the depth alone");
    }

    #[test]
    fn a_fail_high_ends_the_node_and_a_fail_low_leaves_no_best_move() {
        let mut searcher = searcher(QUEEN_UP);
        let mut node = node_of::<NonPv>(&mut searcher, (0, 1), 8);
        let mut progress = Progress::new();
        let mv = mv(&searcher, "d1d3");
        let low = Score::from_raw(-30);
        assert!(!searcher.update_best::<NonPv>(&mut node, &mut progress, mv, low));
        assert_eq!((progress.best_score, progress.best_move), (low, None));
        let high = Score::from_raw(30);
        assert!(searcher.update_best::<NonPv>(&mut node, &mut progress, mv, high));
        assert_eq!(progress.bound, Bound::Lower);
    }
}
