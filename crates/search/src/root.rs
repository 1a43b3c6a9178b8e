//! The root: iterative deepening with aspiration windows over the root moves, and Lazy SMP depth
//! skipping.

mod root_moves;
mod unfinished;

use std::time::Duration;

use game::{Evaluator, Game, MAX_PLY, Position, Score};

use crate::aspiration::AspirationWindow;
use crate::node::{Node, Root};
use crate::report::{Bound, Info};
use crate::searcher::Searcher;
use crate::switches::{DEPTH_SKIPPING, SOFT_LIMIT_VOTE};
use crate::time::IterationStats;
use root_moves::Iteration;
pub(crate) use root_moves::{RootMoves, RootResult};

/// Fail highs and fail lows of the aspiration window are reported from this time on.
const REPORT_FAILS_AFTER: Duration = Duration::from_secs(3);
/// The current root move is reported from this time on.
const REPORT_MOVES_AFTER: Duration = Duration::from_secs(1);

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// Iterative deepening until a limit is reached.
    pub(crate) fn iterate(&mut self) {
        let max_depth = self.limits.depth.map_or(MAX_PLY as i32 - 1, |depth| {
            depth.min(MAX_PLY as u32 - 1) as i32
        });
        let multi_pv = self.multi_pv();
        let mut stats = IterationStats::new(self.previous_score);
        let mut last_best = None;
        for depth in 1..=max_depth {
            if self.root.moves.is_empty() || depth > 1 && self.shared.is_stopped() {
                break;
            }
            if self.skips(depth, max_depth) {
                continue;
            }
            self.root.depth = depth;
            self.root.fail_lows = 0;
            for root in &mut self.root.moves {
                root.previous_score = root.score.max(-Score::INFINITE);
            }
            for pv_index in 0..multi_pv {
                self.root.pv_index = pv_index;
                self.sel_depth = 0;
                self.aspiration_search(depth);
                if self.stopped {
                    break;
                }
                self.root.sort_finished();
            }
            self.root.pv_index = 0;
            if self.stopped {
                break;
            }
            self.root.sort(0);
            self.root.completed_depth = depth;
            self.report_pvs();
            let best = &self.root.moves[0];
            self.root.iterations.push(Iteration {
                nodes: self.nodes,
                score: best.score,
            });
            stats.update::<G>(best.score, last_best == Some(best.mv));
            stats.node_fraction = best.nodes as f64 / self.nodes.max(1) as f64;
            stats.fail_lows = self.root.fail_lows;
            last_best = Some(best.mv);
            if self.is_done(stats) {
                break;
            }
        }
        self.previous_score = stats.score.filter(|score| !score.is_decisive());
        self.stop_at_depth(max_depth);
    }

    /// A depth limit is reached when any thread reaches it.
    fn stop_at_depth(&self, max_depth: i32) {
        let is_reached = self.limits.depth.is_some() && self.root.completed_depth == max_depth;
        let is_awaited = !self.limits.infinite && !self.shared.is_pondering();
        if self.id > 0 && is_reached && is_awaited && self.multi_pv() == 1 {
            self.shared.stop();
        }
    }

    /// Lazy SMP: every second thread skips every second depth, to get ahead of the others and fill
    /// the TT for them.
    fn skips(&self, depth: i32, max_depth: i32) -> bool {
        DEPTH_SKIPPING.is_on() && self.id % 2 == 1 && (max_depth - depth) % 2 == 1
    }

    /// Whether this thread ends its search after this iteration: the main thread if a mate is found or
    /// the soft limit reached. A helper searches on until the stop, which may come by its vote.
    fn is_done(&self, stats: IterationStats) -> bool {
        if self.id > 0 {
            if SOFT_LIMIT_VOTE.is_on() && self.is_soft_limit_reached(stats) && self.shared.may_end()
            {
                self.shared.stop();
            }
            return false;
        }
        let best = &self.root.moves[0];
        let mate_found = self.limits.mate.is_some_and(|moves| {
            best.score.is_win()
                && best
                    .score
                    .plies_to_mate()
                    .is_some_and(|plies| plies <= 2 * moves as usize)
        });
        let enough = mate_found
            || self
                .limits
                .soft_nodes
                .is_some_and(|limit| self.nodes >= limit)
            || self.is_soft_limit_reached(stats);
        enough && self.shared.may_end()
    }

    /// Whether the soft limit is reached: by this thread, or by enough of all threads.
    fn is_soft_limit_reached(&self, stats: IterationStats) -> bool {
        let is_past = self.time.is_past_soft_limit::<G>(stats);
        if !SOFT_LIMIT_VOTE.is_on() {
            return is_past;
        }
        SOFT_LIMIT_VOTE.count();
        self.shared.vote_on_soft_limit(self.id, is_past)
    }

    /// `MultiPV`, at most the number of root moves.
    fn multi_pv(&self) -> usize {
        self.limits.multi_pv.clamp(1, self.root.moves.len().max(1))
    }

    /// The next root move in the order of the previous iteration.
    pub(crate) fn next_root_move(&mut self) -> Option<G::Move> {
        let mv = self
            .root
            .open_moves()
            .get(self.root.next - self.root.pv_index)?
            .mv;
        self.report_root_move(mv);
        Some(mv)
    }

    /// Counts a root move, which the main thread reports in long searches.
    pub(crate) fn report_root_move(&mut self, mv: G::Move) {
        self.root.next += 1;
        if self.report.listens() && self.time.elapsed() >= REPORT_MOVES_AFTER {
            let (depth, number) = (self.root.depth as u32, self.root.next);
            self.report.current_move(depth, mv, number);
        }
    }

    /// One iteration of one PV with aspiration windows. Each fail high reduces the depth by a ply.
    fn aspiration_search(&mut self, depth: i32) {
        let pv_index = self.root.pv_index;
        let average = self.root.moves[pv_index].average_score;
        let mut window = average.map_or(AspirationWindow::FULL, |score| {
            AspirationWindow::around::<G>(score, depth)
        });
        let mut fails_high = 0;
        let mut failed_high = None;
        loop {
            self.root.begin_search();
            let reduced = (depth - fails_high).max(1);
            let score = self.search::<Root>(window.alpha, window.beta, reduced, false);
            if self.stopped {
                self.end_unfinished(failed_high);
                return;
            }
            self.root.sort(pv_index);
            if score <= window.alpha {
                window.fail_low::<G>(score);
                fails_high = 0;
                self.root.fail_lows += u32::from(pv_index == 0);
            } else if score >= window.beta {
                window.fail_high::<G>(score);
                failed_high = Some((self.root.moves[pv_index].mv, score, Bound::Lower));
                fails_high += i32::from(!score.is_decisive());
            } else {
                break;
            }
            if self.time.elapsed() > REPORT_FAILS_AFTER && self.limits.multi_pv <= 1 {
                self.report_pv(0);
            }
        }
        let best = &mut self.root.moves[pv_index];
        best.average_score = Some(match best.average_score {
            Some(average) => Score::from_raw(i32::midpoint(average.raw(), best.score.raw())),
            None => best.score,
        });
    }

    /// Updates a root move with its score, PV and node count.
    pub(crate) fn update_root(&mut self, node: &Node<G>, result: RootResult<G::Move>) {
        let RootResult {
            mv,
            score,
            is_first,
            nodes,
        } = result;
        let sel_depth = self.sel_depth;
        let below = self.frames.at(1).pv.clone();
        let Some(root) = self.root.moves.iter_mut().find(|root| root.mv == mv) else {
            return;
        };
        root.nodes += nodes;
        if is_first || score > node.alpha {
            root.score = score;
            root.sel_depth = sel_depth;
            root.bound = if score >= node.beta {
                Bound::Lower
            } else if score <= node.alpha {
                Bound::Upper
            } else {
                Bound::Exact
            };
            if score > node.alpha || root.pv.len() <= 1 {
                root.pv.clear();
                root.pv.push(mv);
                root.pv.extend_from_slice(&below);
            }
        } else {
            root.score = -Score::INFINITE;
        }
    }

    pub(crate) fn report_pvs(&mut self) {
        if !self.report.listens() {
            return;
        }
        for pv_index in 0..self.multi_pv() {
            self.report_pv(pv_index);
        }
    }

    fn report_pv(&mut self, pv_index: usize) {
        self.extend_pv(pv_index);
        let root = &self.root.moves[pv_index];
        self.report.info(&Info {
            depth: self.root.depth as u32,
            sel_depth: root.sel_depth,
            multi_pv: pv_index + 1,
            score: root.shown_score(),
            bound: root.bound,
            nodes: self.shared.total_nodes(),
            tb_hits: self.shared.tb_hits(),
            hashfull: self.shared.tt.hashfull(),
            elapsed: self.time.elapsed(),
            pv: &root.pv,
        });
    }

    /// Sets up a new search of a position.
    pub(crate) fn prepare(&mut self, position: &G::Position) {
        self.set_position(position);
        self.generated.clear();
        self.position
            .generate(game::Stage::All, &mut self.generated);
        self.root
            .reset(&self.generated, self.limits.moves.as_deref());
        self.rank_root_moves();
    }

    /// Sets up a position without root moves.
    pub(crate) fn set_position(&mut self, position: &G::Position) {
        self.position = position.clone();
        self.evaluator.reset(position);
        self.frames.clear();
        self.moves.clear();
        self.ply = 0;
        self.nodes = 0;
        self.sel_depth = 0;
        self.null_move_ply = 0;
        self.stopped = false;
    }
}
