//! The search of one node: a table of contents of what it tries, in order.

use game::{Evaluator, Game, MAX_PLY, PackedMove, Position, Score, Verdict};

use crate::heuristics::{Extension, Skip};
use crate::node::{Kind, Node, Principal, ZeroWindow};
use crate::picker::Picker;
use crate::report::Bound;
use crate::root::RootResult;
use crate::searcher::Searcher;
use crate::tt::Record;

/// What the moves searched so far have brought.
pub(crate) struct Progress<G: Game> {
    pub(crate) best: Score,
    pub(crate) best_move: Option<G::Move>,
    /// Moves searched or skipped.
    pub(crate) count: usize,
    pub(crate) bound: Bound,
    /// Moves that did not become best.
    pub(crate) quiets: Tried<G::Move>,
    pub(crate) noisies: Tried<G::Move>,
}

/// A move about to be searched, and what is known about it.
#[derive(Clone, Copy)]
pub(crate) struct Candidate<M> {
    pub(crate) mv: M,
    pub(crate) is_quiet: bool,
    pub(crate) gives_check: bool,
    /// What is remembered of it, in history units.
    pub(crate) history: i32,
}

const TRIED_CAPACITY: usize = 32;

/// The first moves that were searched, in their order. Later ones hardly matter.
#[derive(Clone, Copy)]
pub(crate) struct Tried<M> {
    moves: [M; TRIED_CAPACITY],
    len: usize,
}

impl<M: PackedMove> Tried<M> {
    fn new() -> Self {
        Self {
            moves: [M::FILLER; TRIED_CAPACITY],
            len: 0,
        }
    }

    fn push(&mut self, mv: M) {
        if let Some(slot) = self.moves.get_mut(self.len) {
            *slot = mv;
            self.len += 1;
        }
    }

    pub(crate) fn as_slice(&self) -> &[M] {
        &self.moves[..self.len]
    }
}

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
        let (alpha, beta) = match self.rule_window::<K>(alpha, beta) {
            Ok(window) => window,
            Err(score) => return score,
        };
        let mut node = self.open_node::<K>(alpha, beta, depth.max(1), cut_node);

        // 3. The transposition table.
        if let Some(score) = self.table_cutoff::<K>(&node) {
            return score;
        }

        // 4. Static evaluation.  5. Hindsight.
        self.evaluate_node(&mut node);
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
        let mut progress = Progress {
            best: -Score::INFINITE,
            best_move: None,
            count: 0,
            bound: Bound::Upper,
            quiets: Tried::new(),
            noisies: Tried::new(),
        };
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
        let mut picker = self.open_picker::<K>(node);
        while let Some(mv) = self.next_move::<K>(node, &mut picker) {
            if Some(mv) == node.excluded {
                continue;
            }
            progress.count += 1;
            let is_quiet = !self.position.is_tactical(mv);
            let candidate = Candidate {
                mv,
                is_quiet,
                gives_check: self.position.gives_check(mv),
                history: self.move_history(node, mv, is_quiet),
            };

            // 12. Pruning of moves that promise nothing.
            match self.prune_move::<K>(node, progress, candidate) {
                Skip::Keep => {}
                Skip::Move => continue,
                Skip::Quiets => {
                    picker.skip_quiets();
                    continue;
                }
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
                let tried = if is_quiet {
                    &mut progress.quiets
                } else {
                    &mut progress.noisies
                };
                tried.push(mv);
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
        let mut new_depth = node.depth - 1 + extension;
        let is_first = progress.count == 1;
        let reduction = self.late_move_reduction::<K>(node, progress.count, candidate);
        let doubles = self.frames.back(self.ply, 1).double_extensions + i32::from(extension >= 2);
        self.frames.at_mut(self.ply).double_extensions = doubles;
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

    /// Takes note of a move's score; whether it fails high.
    fn note_score<K: Kind>(
        &mut self,
        node: &mut Node<G>,
        progress: &mut Progress<G>,
        mv: G::Move,
        score: Score,
    ) -> bool {
        if score > progress.best {
            progress.best = score;
            if score > node.alpha {
                progress.best_move = Some(mv);
                if K::PV {
                    self.frames.extend_line(node.ply, mv);
                }
                if score >= node.beta {
                    progress.bound = Bound::Lower;
                    self.frames.at_mut(node.ply).cutoffs += 1;
                    return true;
                }
                progress.bound = Bound::Exact;
                node.alpha = score;
                // The others are now less likely to be best.
                if node.depth > 2 && node.depth < 12 && !score.is_decisive() {
                    node.depth -= 1;
                }
            }
        }
        false
    }

    /// 15. Mate and stalemate; what is learnt; the table.
    fn close_node<K: Kind>(&mut self, node: &Node<G>, progress: &mut Progress<G>) -> Score {
        if progress.count == 0 {
            return match (node.excluded, node.in_check) {
                (Some(_), _) => node.alpha,
                (None, true) => Score::mated_in(node.ply),
                (None, false) => self.draw_value(),
            };
        }
        let fails_high = progress.bound == Bound::Lower;
        if fails_high && !progress.best.is_decisive() && !node.beta.is_decisive() {
            // What lies above beta was not searched well: trust it less the shallower the node.
            let depth = node.depth;
            let blended = (progress.best.raw() * depth + node.beta.raw()) / (depth + 1);
            progress.best = Score::from_raw(blended);
        }
        if let Some(best_move) = progress.best_move {
            self.reward(node, best_move, progress);
        } else {
            self.reward_previous(node);
        }
        if node.excluded.is_none() {
            self.learn_correction(node, progress);
            if !K::ROOT || self.root.line == 0 {
                let record = Record {
                    mv: progress.best_move,
                    score: progress.best,
                    bound: Some(progress.bound),
                    evaluation: node.raw_evaluation,
                    depth: node.depth,
                    is_principal: node.principal,
                };
                self.shared.table.store(node.key, node.ply, record);
            }
        }
        progress.best
    }

    /// The window that the rules leave, or the score that they give.
    fn rule_window<K: Kind>(&mut self, alpha: Score, beta: Score) -> Result<(Score, Score), Score> {
        if K::ROOT {
            return Ok((alpha, beta));
        }
        let (mut alpha, mut beta) = (alpha, beta);
        match self.position.verdict(self.ply) {
            Verdict::Open => {}
            Verdict::Final(score) if score == Score::DRAW => return Err(self.draw_score()),
            Verdict::Final(score) => return Err(score),
            Verdict::AtLeast(score) => alpha = alpha.max(self.ruled(score)),
            Verdict::AtMost(score) => beta = beta.min(self.ruled(score)),
        }
        if self.ply >= MAX_PLY - 1 {
            let evaluation = self.evaluator.evaluate(&self.position);
            return Err(if self.position.in_check() {
                Score::DRAW
            } else {
                evaluation
            });
        }
        // A mate found nearer to the root cannot be improved on below.
        alpha = alpha.max(Score::mated_in(self.ply));
        beta = beta.min(Score::mate_in(self.ply + 1));
        if alpha >= beta {
            Err(alpha)
        } else {
            Ok((alpha, beta))
        }
    }

    /// What is known about the present position before anything is searched.
    pub(crate) fn open_node<K: Kind>(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: i32,
        cut_node: bool,
    ) -> Node<G> {
        let ply = self.ply;
        let excluded = self.frames.at(ply).excluded;
        let key = self.table_key();
        let hit = self
            .shared
            .table
            .probe(key, ply, self.position.rule_clock());
        let table_move = if K::ROOT {
            self.root.best_of_line()
        } else {
            hit.and_then(|hit| hit.mv)
                .filter(|&mv| self.position.is_pseudo_legal(mv) && self.position.is_legal(mv))
        };
        self.frames.at_mut(ply + 2).cutoffs = 0;
        Node {
            ply,
            depth,
            alpha,
            beta,
            cut_node,
            in_check: self.position.in_check(),
            excluded,
            key,
            table_move,
            table_move_is_noisy: table_move.is_some_and(|mv| self.position.is_tactical(mv)),
            principal: K::PV || hit.is_some_and(|hit| hit.was_principal),
            hit,
            raw_evaluation: None,
            uncertainty: 0,
            evaluation: Score::DRAW,
            estimate: Score::DRAW,
            improving: false,
        }
    }

    fn open_picker<K: Kind>(&mut self, node: &Node<G>) -> Picker<G> {
        Picker::new(
            self.moves.len(),
            if K::ROOT { None } else { node.table_move },
        )
    }
}
