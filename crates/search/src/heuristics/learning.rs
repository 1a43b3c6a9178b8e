//! What the end of a node teaches: moves that failed high gain history, moves tried in vain lose
//! it, and the evaluation learns how far it was off.

use game::{Evaluator, Game, Position, Threats};

use crate::node::Node;
use crate::params::history as params;
use crate::progress::Progress;
use crate::report::Bound;
use crate::searcher::Searcher;
use crate::switches::{CAPTURE_HISTORY, CORRECTION, QUIET_HISTORY};

/// Plies back whose moves a move is remembered with.
pub(crate) const CONTINUATIONS: [usize; 4] = [1, 2, 4, 6];

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
        let route = (false, false, from, to);
        self.histories.butterfly[(self.position.side_to_move(), route)].get()
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
            let quiets = progress.quiets.as_slice();
            // A move that failed high at once at low depth says little.
            if node.depth > 3 || !quiets.is_empty() {
                let threats = self.position.threats();
                self.learn_quiet(node, &threats, best, bonus);
                for &mv in quiets {
                    self.learn_quiet(node, &threats, mv, -malus);
                }
            }
        }
        for &mv in progress.noisies.as_slice() {
            self.learn_noisy(mv, -malus);
        }
    }

    /// A quiet move that the table knows to fail high gains.
    pub(crate) fn reward_quiet(&mut self, node: &Node<G>, mv: G::Move, depth: i32) {
        let threats = self.position.threats();
        self.learn_quiet(node, &threats, mv, bonus(depth));
    }

    /// All moves here failed low, so the opponent's last move was a good one.
    pub(crate) fn reward_previous(&mut self, node: &Node<G>) {
        let previous = self.frames.back(node.ply, 1);
        let before = self.frames.back(node.ply, 2).arrival;
        if let Some(arrival) = previous.arrival.filter(|_| QUIET_HISTORY.is_on()) {
            self.histories.continuation[(before, arrival)].update(bonus(node.depth) / 2);
        }
    }

    fn learn_quiet(&mut self, node: &Node<G>, threats: &G::Threats, mv: G::Move, change: i32) {
        if !QUIET_HISTORY.is_on() {
            return;
        }
        QUIET_HISTORY.count();
        let (from, to) = (G::origin(mv), G::target(mv));
        let arrival = self.arrival(mv);
        let side = self.position.side_to_move();
        let exact = (threats.has(from), threats.has(to), from, to);
        let plain = (false, false, from, to);
        self.histories.butterfly[(side, exact)].update(change);
        if exact != plain {
            self.histories.butterfly[(side, plain)].update(change / 2);
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
        if !CAPTURE_HISTORY.is_on() {
            return;
        }
        CAPTURE_HISTORY.count();
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
        if !CORRECTION.is_on()
            || !self.corrects
            || node.in_check
            || noisy
            || says_nothing
            || score.is_decisive()
        {
            return;
        }
        CORRECTION.count();
        let structure = self.structure();
        let error = score.raw() - evaluation.raw();
        self.histories
            .corrections
            .learn(&structure, error, node.depth);
    }
}

#[cfg(test)]
mod tests {
    use chess::Chess;
    use game::Score;

    use crate::node::ZeroWindow;
    use crate::progress::Progress;
    use crate::report::Bound;
    use crate::testing::{ChessSearcher, IN_CHECK, QUEEN_UP, TAKES_QUEEN, mv, node, searcher};

    /// A node that ended with a score and a best move.
    fn ended(searcher: &ChessSearcher, best: &str, score: i32, bound: Bound) -> Progress<Chess> {
        let mut progress = Progress::new();
        progress.best = Score::from_raw(score);
        progress.best_move = Some(mv(searcher, best));
        progress.bound = bound;
        progress
    }

    #[test]
    fn the_best_move_gains_and_those_before_it_lose() {
        let mut searcher = searcher(QUEEN_UP);
        let node = node(&mut searcher, 0, 6);
        let (best, tried, other) = (
            mv(&searcher, "d1d3"),
            mv(&searcher, "d1d2"),
            mv(&searcher, "d1d4"),
        );
        let mut progress = ended(&searcher, "d1d3", 900, Bound::Lower);
        progress.push_tried(tried, true);
        searcher.reward(&node, best, &progress);
        let history = |mv| searcher.move_history(&node, mv, true);
        assert!(history(best) > 0 && history(tried) < 0);
        assert_eq!(history(other), 0);
    }

    #[test]
    fn captures_learn_apart() {
        let mut searcher = searcher(TAKES_QUEEN);
        let node = node(&mut searcher, 0, 6);
        let capture = mv(&searcher, "d1d5");
        let mut progress = ended(&searcher, "d1d5", 400, Bound::Lower);
        progress.push_tried(mv(&searcher, "d1d2"), true);
        searcher.reward(&node, capture, &progress);
        assert!(searcher.move_history(&node, capture, false) > 0);
        let quiet = searcher.move_history(&node, mv(&searcher, "d1d2"), true);
        assert_eq!(
            quiet, 0,
            "a quiet move is not to blame that a capture was better"
        );
    }

    /// By how much the evaluation changes after a node ended so.
    fn corrected(fen: &str, best: &str, above: i32, bound: Bound) -> i32 {
        let mut searcher = searcher(fen);
        let before = node(&mut searcher, 0, 8);
        let score = before.evaluation.raw() + above;
        let progress = ended(&searcher, best, score, bound);
        searcher.learn_correction(&before, &progress);
        node(&mut searcher, 0, 8).evaluation.raw() - before.evaluation.raw()
    }

    #[test]
    fn the_evaluation_learns_from_what_the_search_found() {
        assert!(corrected(QUEEN_UP, "d1d3", 200, Bound::Exact) > 0);
        assert!(corrected(QUEEN_UP, "d1d3", -200, Bound::Exact) < 0);
        assert_eq!(corrected(QUEEN_UP, "d1d3", -200, Bound::Lower), 0);
        assert_eq!(corrected(QUEEN_UP, "d1d3", 200, Bound::Upper), 0);
        assert_eq!(corrected(TAKES_QUEEN, "d1d5", 200, Bound::Exact), 0);
        assert_eq!(corrected(IN_CHECK, "d1e2", 200, Bound::Exact), 0);
    }

    #[test]
    fn the_move_that_left_nothing_good_gains() {
        let mut searcher = searcher(QUEEN_UP);
        let before = node(&mut searcher, 0, 6);
        let previous = mv(&searcher, "d1d3");
        searcher.make(previous);
        let after = node(&mut searcher, 0, 6);
        searcher.reward_previous(&after);
        searcher.unmake(previous);
        assert!(searcher.move_history(&before, previous, true) > 0);
        assert!(
            searcher.search::<ZeroWindow>(Score::DRAW, Score::from_raw(1), 2, true) > Score::DRAW
        );
    }
}
