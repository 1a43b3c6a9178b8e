//! The search of one node: a table of contents of what it tries, in order.

use game::{Evaluator, Game, Position, Score};

use crate::heuristics::{Extension, Skip};
use crate::node::{Kind, Node, Principal, ZeroWindow};
use crate::picker::Picker;
use crate::progress::{Candidate, Progress};
use crate::root::RootResult;
use crate::searcher::Searcher;

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// The score of the present position within a window, searched to a depth.
    pub(crate) fn search<K: Kind>(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: i32,
        cut_node: bool,
    ) -> Score {
        // 1. The horizon: only captures are searched on, but never out of a check.
        let in_check = self.position.in_check();
        if depth <= 0 && !in_check {
            return self.quiesce::<K>(alpha, beta);
        }
        self.frames.at_mut(self.ply).line.clear();

        // 2. Limits, the rules of the game, and mates that are too far to matter.
        if self.enter_node() {
            return Score::DRAW;
        }
        match self.rule_window::<K>(alpha, beta) {
            Ok(window) => {
                let node = self.open_node::<K>(window.alpha, window.beta, depth.max(1), cut_node);
                window.bounded(self.search_node::<K>(node))
            }
            Err(score) => score,
        }
    }

    /// The score of a node that the rules leave open.
    fn search_node<K: Kind>(&mut self, mut node: Node<G>) -> Score {
        // 3. The transposition table.
        if let Some(score) = self.table_cutoff::<K>(&node) {
            return score;
        }

        // 4. Static evaluation.  5. Hindsight.
        self.evaluate_node(&mut node);
        self.store_evaluation(&node);
        self.hindsight::<K>(&mut node);

        // 6. Razoring.  7. Reverse futility.  8. Null move.
        if let Some(score) = self.razoring::<K>(&node) {
            return score;
        }
        if let Some(score) = self.reverse_futility::<K>(&node) {
            return score;
        }
        if let Some(score) = self.null_move::<K>(&node) {
            return score;
        }

        // 9. Internal iterative reduction.  10. ProbCut.
        self.internal_reduction::<K>(&mut node);
        if let Some(score) = self.probcut::<K>(&node) {
            return score;
        }

        // 11. The moves.
        let mut progress = Progress::new();
        if let Some(score) = self.search_moves::<K>(&mut node, &mut progress) {
            return score;
        }
        self.close_node::<K>(&node, &mut progress)
    }

    /// Searches the moves one by one until one fails high. A score is returned only when the node
    /// needs no closing: the search was stopped, or several moves fail high.
    fn search_moves<K: Kind>(
        &mut self,
        node: &mut Node<G>,
        progress: &mut Progress<G>,
    ) -> Option<Score> {
        let table_move = node.table_move.filter(|_| !K::ROOT);
        let mut picker = Picker::new(self.moves.len(), table_move);
        loop {
            // 12. Pruning of moves that promise nothing: late ones, and others below.
            if picker.wants_quiets() && self.quiets_come_too_late::<K>(node, progress) {
                picker.skip_quiets();
            }
            let Some(mv) = self.next_move::<K>(node, &mut picker) else {
                break;
            };
            if Some(mv) == node.excluded {
                continue;
            }
            progress.count += 1;
            let candidate = self.candidate(node, &picker, mv, progress.count);

            if self.prune_move::<K>(node, progress, candidate) == Skip::Move {
                continue;
            }

            // 13. Singular extension.
            let extension = match self.singular::<K>(node, mv) {
                Extension::Plies(plies) => plies,
                Extension::Multicut(score) => {
                    self.close_picker(&picker);
                    return Some(score);
                }
            };

            // 14. The move itself, reduced at first if it comes late.
            let nodes_before = self.nodes;
            let score = self.search_move::<K>(node, progress, candidate, extension);
            if self.stopped {
                self.close_picker(&picker);
                return Some(Score::DRAW);
            }
            if K::ROOT {
                let nodes = self.nodes - nodes_before;
                let is_first = progress.count == 1;
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
            if self.note_score::<K>(node, progress, mv, score) {
                break;
            }
            if Some(mv) != progress.best_move {
                progress.push_tried(mv, candidate.is_quiet);
            }
        }
        self.close_picker(&picker);
        None
    }

    /// Searches one move: late ones reduced and with a zero window, again without reduction if they
    /// surprise, and with the open window if they may be best.
    fn search_move<K: Kind>(
        &mut self,
        node: &Node<G>,
        progress: &Progress<G>,
        candidate: Candidate<G::Move>,
        extension: i32,
    ) -> Score {
        let mv = candidate.mv;
        self.prefetch(mv);
        let mut new_depth = node.depth - 1 + extension;
        let is_first = progress.count == 1;
        let doubles = self.frames.back(self.ply, 1).double_extensions + i32::from(extension >= 2);
        self.frames.at_mut(self.ply).double_extensions = doubles;
        let reduction = if is_first {
            0
        } else {
            self.late_move_reduction::<K>(node, progress.count, candidate)
        };
        self.make(mv);
        let alpha = node.alpha;
        let zero = alpha + 1;
        let mut score = -Score::INFINITE;
        if node.depth >= 2 && !is_first {
            let reduced = (new_depth - reduction / 1024).clamp(1, new_depth + 1);
            self.frames.at_mut(node.ply).reduction = (new_depth - reduced) * 1024;
            score = -self.search::<ZeroWindow>(-zero, -alpha, reduced, true);
            self.frames.at_mut(node.ply).reduction = 0;
            if score > alpha && reduced < new_depth {
                new_depth += self.deeper_shallower(progress.best, score);
                if reduced < new_depth {
                    score = -self.search::<ZeroWindow>(-zero, -alpha, new_depth, !node.cut_node);
                }
            }
        } else if !K::PV || !is_first {
            score = -self.search::<ZeroWindow>(-zero, -alpha, new_depth, !node.cut_node);
        }
        if K::PV && (is_first || score > alpha) {
            score = -self.search::<Principal>(-node.beta, -alpha, new_depth, false);
        }
        self.unmake(mv);
        score
    }
}
