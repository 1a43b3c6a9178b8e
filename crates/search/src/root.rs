//! The root: iterative deepening over the list of first moves.

use std::cmp::Reverse;
use std::time::Duration;

use game::{Evaluator, Game, MAX_PLY, Position, Score};

use crate::clock::Confidence;
use crate::node::{Node, Root};
use crate::report::{Bound, Info};
use crate::searcher::Searcher;
use crate::window::Window;

/// From here on a score outside its window is worth telling.
const LONG_SEARCH: Duration = Duration::from_secs(3);
/// From here on somebody may like to know which move is being searched.
const NOTICEABLE: Duration = Duration::from_secs(1);

/// A first move and what is known about it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove<M> {
    pub(crate) mv: M,
    /// From this iteration; minus infinity if it did not become best.
    pub(crate) score: Score,
    /// From the last completed iteration.
    pub(crate) previous: Score,
    /// The running average of its scores.
    pub(crate) average: Option<Score>,
    pub(crate) bound: Bound,
    /// Nodes spent on it in the whole search.
    pub(crate) nodes: u64,
    pub(crate) selective_depth: usize,
    pub(crate) line: Vec<M>,
}

/// What searching a first move brought.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootResult<M> {
    pub(crate) mv: M,
    pub(crate) score: Score,
    /// Whether it was searched first, with an open window.
    pub(crate) is_first: bool,
    pub(crate) nodes: u64,
}

/// The first moves.
pub(crate) struct RootMoves<G: Game> {
    pub(crate) moves: Vec<RootMove<G::Move>>,
    /// Which of the best lines is being searched; those before it are done.
    pub(crate) line: usize,
    pub(crate) depth: i32,
    pub(crate) completed_depth: i32,
    next: usize,
}

impl<G: Game> RootMoves<G> {
    pub(crate) fn new() -> Self {
        Self {
            moves: Vec::new(),
            line: 0,
            depth: 0,
            completed_depth: 0,
            next: 0,
        }
    }

    /// Starts over with the legal moves, or those of them that are wanted.
    pub(crate) fn reset(&mut self, legal: &[G::Move], wanted: Option<&[G::Move]>) {
        let is_wanted = |mv: &G::Move| wanted.is_none_or(|wanted| wanted.contains(mv));
        // Small searches would spend more time on asking for room than on some of their moves.
        let mut room = std::mem::take(&mut self.moves)
            .into_iter()
            .map(|root| root.line);
        self.moves = legal
            .iter()
            .copied()
            .filter(is_wanted)
            .map(|mv| RootMove::new(mv, room.next().unwrap_or_default()))
            .collect();
        self.line = 0;
        self.depth = 0;
        self.completed_depth = 0;
    }

    pub(crate) fn best_of_line(&self) -> Option<G::Move> {
        self.moves.get(self.line).map(|root| root.mv)
    }

    fn next_move(&mut self) -> Option<G::Move> {
        let mv = self.moves.get(self.next)?.mv;
        self.next += 1;
        Some(mv)
    }

    fn begin_search(&mut self) {
        self.next = self.line;
        for root in &mut self.moves[self.line..] {
            root.score = -Score::INFINITE;
        }
    }

    /// Puts the moves from the present line on in order. The sort is stable, so that moves that did
    /// not become best keep theirs.
    fn sort(&mut self, from: usize) {
        self.moves[from..].sort_by_key(|root| Reverse((root.score, root.previous)));
    }

    /// Puts the lines up to the present one in order: a later line can turn out better. Done after
    /// each, so that the order holds when the iteration is not finished.
    fn sort_finished(&mut self) {
        self.moves[..=self.line].sort_by_key(|root| Reverse(root.score));
    }
}

impl<M: Copy> RootMove<M> {
    /// A move that nothing is known about. Its line takes the room of an old one.
    fn new(mv: M, mut line: Vec<M>) -> Self {
        line.clear();
        line.push(mv);
        Self {
            mv,
            score: -Score::INFINITE,
            previous: -Score::INFINITE,
            average: None,
            bound: Bound::Exact,
            nodes: 0,
            selective_depth: 0,
            line,
        }
    }
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// Searches deeper and deeper until a limit is reached.
    pub(crate) fn iterate(&mut self) {
        let max_depth = self.limits.depth.map_or(MAX_PLY as i32 - 1, |depth| {
            depth.min(MAX_PLY as u32 - 1) as i32
        });
        let lines = self.lines();
        let mut stable_iterations = 0;
        let mut last = None;
        for depth in 1..=max_depth {
            if self.root.moves.is_empty() || depth > 1 && self.shared.is_stopped() {
                break;
            }
            if self.skips(depth, max_depth) {
                continue;
            }
            self.root.depth = depth;
            for root in &mut self.root.moves {
                root.previous = root.score.max(-Score::INFINITE);
            }
            for line in 0..lines {
                self.root.line = line;
                self.selective_depth = 0;
                self.aspirate(depth);
                if self.stopped {
                    break;
                }
                self.root.sort_finished();
            }
            self.root.line = 0;
            if self.stopped {
                break;
            }
            self.root.sort(0);
            self.root.completed_depth = depth;
            self.report_lines();
            let best = &self.root.moves[0];
            let fall = last.map_or(0, |(_, score): (_, Score)| score.raw() - best.score.raw());
            let is_same = last.is_some_and(|(mv, _)| mv == best.mv);
            stable_iterations = if is_same { stable_iterations + 1 } else { 0 };
            last = Some((best.mv, best.score));
            if self.id == 0 && self.is_done(stable_iterations, fall) {
                break;
            }
        }
        self.tell_depth_reached(max_depth);
    }

    /// A depth that was asked for is reached when any thread reaches it.
    fn tell_depth_reached(&self, max_depth: i32) {
        let is_reached = self.limits.depth.is_some() && self.root.completed_depth == max_depth;
        let is_awaited = !self.limits.infinite && !self.shared.is_pondering();
        if self.id > 0 && is_reached && is_awaited && self.lines() == 1 {
            self.shared.stop();
        }
    }

    /// Every second thread searches every second depth: it gets ahead of the others, and leaves
    /// results in the table that are worth more to them than their own once more.
    fn skips(&self, depth: i32, max_depth: i32) -> bool {
        self.id % 2 == 1 && (max_depth - depth) % 2 == 1
    }

    /// Whether the main thread has seen enough after an iteration.
    fn is_done(&self, stable_iterations: u32, fall: i32) -> bool {
        let best = &self.root.moves[0];
        let mate_found = self.limits.mate.is_some_and(|moves| {
            best.score.is_win()
                && best
                    .score
                    .plies_to_mate()
                    .is_some_and(|plies| plies <= 2 * moves as usize)
        });
        let effort = best.nodes as f64 / self.nodes.max(1) as f64;
        let confidence = Confidence {
            stable_iterations,
            effort,
            fall,
        };
        let enough = mate_found
            || self
                .limits
                .soft_nodes
                .is_some_and(|limit| self.nodes >= limit)
            || self.clock.is_enough(confidence);
        enough && self.shared.may_end()
    }

    /// How many lines there are to find.
    fn lines(&self) -> usize {
        self.limits.lines.clamp(1, self.root.moves.len().max(1))
    }

    /// The next first move, which the main thread tells when the search takes long.
    pub(crate) fn next_root_move(&mut self) -> Option<G::Move> {
        let mv = self.root.next_move()?;
        if self.report.listens() && self.clock.elapsed() >= NOTICEABLE {
            let (depth, number) = (self.root.depth as u32, self.root.next);
            self.report.current_move(depth, mv, number);
        }
        Some(mv)
    }

    /// One iteration of one line, in windows around the score expected.
    fn aspirate(&mut self, depth: i32) {
        let line = self.root.line;
        let average = self.root.moves[line].average;
        let mut window = average.map_or(Window::FULL, |score| Window::around(score, depth));
        let mut fails_high = 0;
        loop {
            self.root.begin_search();
            let reduced = (depth - fails_high).max(1);
            let score = self.search::<Root>(window.alpha, window.beta, reduced, false);
            if self.stopped {
                // Nothing of an unfinished iteration counts, but a new best move was proven best.
                self.restore_unfinished();
                return;
            }
            self.root.sort(line);
            if score <= window.alpha {
                window.fail_low(score);
                fails_high = 0;
            } else if score >= window.beta {
                window.fail_high(score);
                fails_high += i32::from(!score.is_decisive());
            } else {
                break;
            }
            if self.clock.elapsed() > LONG_SEARCH && self.limits.lines <= 1 {
                self.report_line(0);
            }
        }
        let best = &mut self.root.moves[line];
        best.average = Some(match best.average {
            Some(average) => Score::from_raw(i32::midpoint(average.raw(), best.score.raw())),
            None => best.score,
        });
    }

    /// After an interrupted iteration: moves that were not proven best keep their old scores.
    fn restore_unfinished(&mut self) {
        let line = self.root.line;
        let interrupted_at_once = self.root.moves[line].score == -Score::INFINITE;
        for root in &mut self.root.moves[line..] {
            let proven = root.score > -Score::INFINITE && root.bound == Bound::Exact;
            if interrupted_at_once || !proven {
                root.score = root.previous;
                root.bound = Bound::Exact;
            }
        }
        self.root.sort(line);
    }

    /// Takes note of a first move's score and of the nodes it took.
    pub(crate) fn update_root(&mut self, node: &Node<G>, tried: RootResult<G::Move>) {
        let RootResult {
            mv,
            score,
            is_first,
            nodes,
        } = tried;
        let selective_depth = self.selective_depth;
        let below = self.frames.at(1).line.clone();
        let Some(root) = self.root.moves.iter_mut().find(|root| root.mv == mv) else {
            return;
        };
        root.nodes += nodes;
        if is_first || score > node.alpha {
            root.score = score;
            root.selective_depth = selective_depth;
            root.bound = if score >= node.beta {
                Bound::Lower
            } else if score <= node.alpha {
                Bound::Upper
            } else {
                Bound::Exact
            };
            if score > node.alpha || root.line.len() <= 1 {
                root.line.clear();
                root.line.push(mv);
                root.line.extend_from_slice(&below);
            }
        } else {
            root.score = -Score::INFINITE;
        }
    }

    /// Tells all lines together.
    pub(crate) fn report_lines(&mut self) {
        if !self.report.listens() {
            return;
        }
        for line in 0..self.lines() {
            self.report_line(line);
        }
    }

    fn report_line(&mut self, line: usize) {
        let root = &self.root.moves[line];
        let score = if root.score > -Score::INFINITE {
            root.score
        } else {
            root.previous
        };
        self.report.info(&Info {
            depth: self.root.depth as u32,
            selective_depth: root.selective_depth,
            line: line + 1,
            score,
            bound: root.bound,
            nodes: self.shared.total_nodes(),
            table_used: self.shared.table.used(),
            elapsed: self.clock.elapsed(),
            moves: &root.line,
        });
    }

    /// Sets everything up for a new search from a position.
    pub(crate) fn prepare(&mut self, position: &G::Position) {
        self.place(position);
        self.generated.clear();
        self.position
            .generate(game::Stage::All, &mut self.generated);
        self.root
            .reset(&self.generated, self.limits.moves.as_deref());
    }

    /// Sets up a position, of which no first moves are wanted.
    pub(crate) fn place(&mut self, position: &G::Position) {
        self.position = position.clone();
        self.evaluator.reset(position);
        self.frames.clear();
        self.moves.clear();
        self.ply = 0;
        self.nodes = 0;
        self.selective_depth = 0;
        self.null_move_ply = 0;
        self.stopped = false;
    }
}

#[cfg(test)]
mod tests {
    use chess::{Chess, Position};
    use game::Score;

    use super::RootMoves;

    #[test]
    fn lines_of_an_unfinished_iteration_are_in_order_and_before_the_rest() {
        let legal = Position::start().legal_moves();
        let mut root = RootMoves::<Chess>::new();
        root.reset(&legal, None);
        for (place, score) in [10, 30, 90].into_iter().enumerate() {
            root.moves[place].score = Score::from_raw(score);
        }
        // The third is not searched yet: its score is from the iteration before.
        root.line = 1;
        root.sort_finished();
        let moves: Vec<_> = root.moves[..3].iter().map(|root| root.mv).collect();
        assert_eq!(moves, [legal[1], legal[0], legal[2]]);
    }
}
