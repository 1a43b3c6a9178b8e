//! What the end of a node teaches: moves that failed high gain history, moves tried in vain lose
//! it, and the evaluation learns how far it was off.

use game::{Evaluator, Game, Position, Threats};

use crate::node::Node;
use crate::params::history as params;
use crate::progress::Progress;
use crate::report::Bound;
use crate::searcher::Searcher;

/// Plies back whose moves a move is remembered with.
const CONTINUATIONS: [usize; 4] = [1, 2, 4, 6];

fn bonus(depth: i32) -> i32 {
    (params::bonus_depth() * depth + params::bonus_base()).min(params::bonus_max())
}

fn malus(depth: i32) -> i32 {
    (params::malus_depth() * depth + params::malus_base()).min(params::malus_max())
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// What is remembered of a move, in history units.
    pub(crate) fn move_history(&self, node: &Node<G>, mv: G::Move, is_quiet: bool) -> i32 {
        let arrival = self.arrival(mv);
        if !is_quiet {
            return self.histories.capture[(arrival, self.position.victim(mv))].get();
        }
        let (from, to) = (G::origin(mv), G::target(mv));
        // Looking up what is attacked would cost more than the two bits tell here.
        let context = (self.position.side_to_move(), false, false);
        self.histories.butterfly[(context, from, to)].get()
            + self.histories.pawn[(self.position.keys().pawn.into(), arrival)].get()
            + self.histories.continuation[(self.frames.back(node.ply, 1).arrival, arrival)].get()
            + self.histories.continuation[(self.frames.back(node.ply, 2).arrival, arrival)].get()
    }

    /// The best move gains, those tried before it lose.
    pub(crate) fn reward(&mut self, node: &Node<G>, best: G::Move, progress: &Progress<G>) {
        let (bonus, malus) = (bonus(node.depth), malus(node.depth));
        if self.position.is_tactical(best) {
            self.learn_noisy(best, bonus);
        } else {
            // A move that failed high at once at low depth says little.
            if node.depth > 3 || !progress.quiets.as_slice().is_empty() {
                self.learn_quiet(node, best, bonus);
            }
            for &mv in progress.quiets.as_slice() {
                self.learn_quiet(node, mv, -malus);
            }
        }
        for &mv in progress.noisies.as_slice() {
            self.learn_noisy(mv, -malus);
        }
    }

    /// A quiet move that the table knows to fail high gains.
    pub(crate) fn reward_quiet(&mut self, node: &Node<G>, mv: G::Move, depth: i32) {
        self.learn_quiet(node, mv, bonus(depth));
    }

    /// All moves here failed low, so the opponent's last move was a good one.
    pub(crate) fn reward_previous(&mut self, node: &Node<G>) {
        let previous = self.frames.back(node.ply, 1);
        let before = self.frames.back(node.ply, 2).arrival;
        if let Some(arrival) = previous.arrival {
            self.histories.continuation[(before, arrival)].update(bonus(node.depth) / 2);
        }
    }

    fn learn_quiet(&mut self, node: &Node<G>, mv: G::Move, change: i32) {
        let (from, to) = (G::origin(mv), G::target(mv));
        let arrival = self.arrival(mv);
        let threats = self.position.threats();
        let side = self.position.side_to_move();
        let exact = (side, threats.has(from), threats.has(to));
        self.histories.butterfly[(exact, from, to)].update(change);
        if exact != (side, false, false) {
            self.histories.butterfly[((side, false, false), from, to)].update(change / 2);
        }
        self.histories.pawn[(self.position.keys().pawn.into(), arrival)].update(change);
        for plies in CONTINUATIONS {
            let earlier = self.frames.back(node.ply, plies).arrival;
            if earlier.is_some() {
                self.histories.continuation[(earlier, arrival)].update(change);
            }
        }
    }

    fn learn_noisy(&mut self, mv: G::Move, change: i32) {
        let key = (self.arrival(mv), self.position.victim(mv));
        self.histories.capture[key].update(change);
    }

    /// The evaluation learns, unless a capture explains the difference or the bound says nothing
    /// about it.
    pub(crate) fn learn_correction(&mut self, node: &Node<G>, progress: &Progress<G>) {
        let noisy = progress
            .best_move
            .is_some_and(|mv| self.position.is_tactical(mv));
        let (score, evaluation) = (progress.best, node.evaluation);
        let says_nothing = match progress.bound {
            Bound::Lower => score <= evaluation,
            Bound::Upper => score >= evaluation,
            Bound::Exact => false,
        };
        if node.in_check || noisy || says_nothing || score.is_decisive() {
            return;
        }
        let structure = self.structure();
        let error = score.raw() - evaluation.raw();
        self.histories
            .corrections
            .learn(&structure, error, node.depth);
    }
}
