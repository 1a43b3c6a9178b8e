//! History updates: a bonus for the best move of a node, a malus for the moves searched before it, a
//! bonus or malus for the prior move, a bonus for a reduced move that failed high, and the
//! correction history update.

use game::{Evaluator, Game, Position, Threats};

use super::{ButterflyIndex, PieceTo};
use crate::node::{Node, Progress};
use crate::params::history as params;
use crate::report::Bound;
use crate::searcher::Searcher;
use crate::switches::{
    CAPTURE_HISTORY, CORRECTION_HISTORY, QUIET_HISTORY, QUIET_PREVIOUS, REDUCED_BONUS,
    REFUTED_MALUS, THREAT_HISTORY,
};

/// Continuation history looks back so many plies.
pub(crate) const CONTINUATIONS: [usize; 4] = [1, 2, 4, 6];

fn bonus<G: Game>(depth: i32) -> i32 {
    (params::bonus_depth::<G>() * depth + params::bonus_base::<G>()).min(params::bonus_max::<G>())
}

fn malus<G: Game>(depth: i32) -> i32 {
    (params::malus_depth::<G>() * depth + params::malus_base::<G>()).min(params::malus_max::<G>())
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// The history score of a move, for pruning and LMR: capture history, or butterfly, pawn and
    /// continuation history (one and two plies back). Without `threats` no square is attacked.
    pub(crate) fn move_history(
        &self,
        node: &Node<G>,
        threats: Option<&G::Threats>,
        mv: G::Move,
        is_quiet: bool,
    ) -> i32 {
        let piece_to = self.piece_to(mv);
        if !is_quiet {
            return self.histories.capture[(piece_to, self.position.victim(mv))].get();
        }
        self.histories.butterfly[self.butterfly_index(threats, mv)].get()
            + self.histories.pawn[(self.position.keys().pawn.into(), piece_to)].get()
            + self.histories.continuation[(self.frames.back(node.ply, 1).piece_to, piece_to)].get()
            + self.histories.continuation[(self.frames.back(node.ply, 2).piece_to, piece_to)].get()
    }

    /// The butterfly history index of a move. Without `threats` no square is attacked.
    #[inline(always)]
    pub(crate) fn butterfly_index(
        &self,
        threats: Option<&G::Threats>,
        mv: G::Move,
    ) -> ButterflyIndex<G> {
        let (from, to) = (G::origin(mv), G::target(mv));
        let threats = threats.filter(|_| THREAT_HISTORY.is_on());
        let is_attacked = |square| threats.is_some_and(|threats| threats.has(square));
        let from_to = (is_attacked(from), is_attacked(to), from, to);
        (self.position.side_to_move(), from_to)
    }

    /// Bonus for the best move, malus for the moves searched before it.
    pub(crate) fn update_histories(
        &mut self,
        node: &Node<G>,
        best: G::Move,
        progress: &Progress<G>,
    ) {
        let (bonus, malus) = (bonus::<G>(node.depth), malus::<G>(node.depth));
        if self.position.is_noisy(best) {
            self.update_capture_history(best, bonus);
        } else {
            let quiets = progress.quiets_searched.as_slice();
            // A first quiet that fails high at low depth says little.
            if node.depth >= params::min_only_quiet_depth::<G>() || !quiets.is_empty() {
                let threats = self.position.threats();
                self.update_quiet_history(node, &threats, best, bonus);
                for &mv in quiets {
                    self.update_quiet_history(node, &threats, mv, -malus);
                }
            }
        }
        for &mv in progress.captures_searched.as_slice() {
            self.update_capture_history(mv, -malus);
        }
    }

    /// Bonus for a quiet TT move that caused a TT cutoff.
    pub(crate) fn tt_cutoff_bonus(&mut self, node: &Node<G>, mv: G::Move, depth: i32) {
        let threats = self.position.threats();
        self.update_quiet_history(node, &threats, mv, bonus::<G>(depth));
    }

    /// Bonus for a quiet prior move: all moves failed low, so it was a good one.
    pub(crate) fn prior_move_bonus(&mut self, node: &Node<G>) {
        let previous = self.frames.back(node.ply, 1);
        let before = self.frames.back(node.ply, 2).piece_to;
        if QUIET_PREVIOUS.is_on() && previous.quiet.is_none() {
            QUIET_PREVIOUS.count();
            return;
        }
        if let Some(piece_to) = previous.piece_to.filter(|_| QUIET_HISTORY.is_on()) {
            self.histories.continuation[(before, piece_to)].update(bonus::<G>(node.depth) / 2);
        }
    }

    /// Malus for the prior move if it was refuted (a move here failed high) although it was quiet and
    /// ordered first.
    pub(crate) fn prior_move_malus(&mut self, node: &Node<G>) {
        let previous = self.frames.back(node.ply, 1);
        if REFUTED_MALUS.is_on() && previous.quiet.is_some() && previous.move_count == 1 {
            REFUTED_MALUS.count();
            let change = -malus::<G>(node.depth) * params::refuted_percent::<G>() / 100;
            self.update_continuation_histories(node.ply - 1, previous.piece_to, change);
        }
    }

    /// Bonus for a quiet move whose reduced search failed high.
    pub(crate) fn reduced_move_bonus(&mut self, node: &Node<G>) {
        let frame = self.frames.at(node.ply);
        if REDUCED_BONUS.is_on() && frame.quiet.is_some() && !self.stopped {
            REDUCED_BONUS.count();
            let bonus = params::reduced_bonus::<G>();
            self.update_continuation_histories(node.ply, frame.piece_to, bonus);
        }
    }

    /// Updates continuation history of a quiet at a ply, after each of the moves before it.
    fn update_continuation_histories(
        &mut self,
        ply: usize,
        piece_to: Option<PieceTo<G>>,
        change: i32,
    ) {
        let Some(piece_to) = piece_to.filter(|_| QUIET_HISTORY.is_on()) else {
            return;
        };
        for plies in CONTINUATIONS {
            let earlier = self.frames.back(ply, plies).piece_to;
            if earlier.is_some() {
                self.histories.continuation[(earlier, piece_to)].update(change);
            }
        }
    }

    fn update_quiet_history(
        &mut self,
        node: &Node<G>,
        threats: &G::Threats,
        mv: G::Move,
        change: i32,
    ) {
        if !QUIET_HISTORY.is_on() {
            return;
        }
        QUIET_HISTORY.count();
        let (from, to) = (G::origin(mv), G::target(mv));
        let piece_to = self.piece_to(mv);
        let side = self.position.side_to_move();
        let exact = (threats.has(from), threats.has(to), from, to);
        let plain = (false, false, from, to);
        self.histories.butterfly[(side, exact)].update(change);
        if exact != plain && THREAT_HISTORY.is_on() {
            THREAT_HISTORY.count();
        } else if exact != plain {
            self.histories.butterfly[(side, plain)].update(change / 2);
        }
        self.histories.pawn[(self.position.keys().pawn.into(), piece_to)].update(change);
        self.update_continuation_histories(node.ply, Some(piece_to), change);
    }

    fn update_capture_history(&mut self, mv: G::Move, change: i32) {
        if !CAPTURE_HISTORY.is_on() {
            return;
        }
        CAPTURE_HISTORY.count();
        let key = (self.piece_to(mv), self.position.victim(mv));
        self.histories.capture[key].update(change);
    }

    /// Updates correction history with the difference of search score and static eval, unless the
    /// best move is a capture or the bound does not contradict the static eval.
    pub(crate) fn update_correction_history(&mut self, node: &Node<G>, progress: &Progress<G>) {
        let best_is_capture = progress
            .best_move
            .is_some_and(|mv| self.position.is_noisy(mv));
        let (score, static_eval) = (progress.best_score, node.static_eval);
        let is_consistent = match progress.bound {
            Bound::Lower => score <= static_eval,
            Bound::Upper => score >= static_eval,
            Bound::Exact => false,
        };
        if !CORRECTION_HISTORY.is_on()
            || !self.uses_correction_history
            || node.in_check
            || best_is_capture
            || is_consistent
            || score.is_decisive()
        {
            return;
        }
        CORRECTION_HISTORY.count();
        let index = self.correction_index();
        let error = score.raw() - static_eval.raw();
        self.histories.correction.update(&index, error, node.depth);
    }
}

#[cfg(test)]
mod tests {
    use chess::Chess;
    use game::Score;

    use crate::node::{NonPv, Progress};
    use crate::report::Bound;
    use crate::testing::{ChessSearcher, IN_CHECK, QUEEN_UP, TAKES_QUEEN, mv, node, searcher};

    /// A node that ended with a score and a best move.
    fn ended(searcher: &ChessSearcher, best: &str, score: i32, bound: Bound) -> Progress<Chess> {
        let mut progress = Progress::new();
        progress.best_score = Score::from_raw(score);
        progress.best_move = Some(mv(searcher, best));
        progress.bound = bound;
        progress
    }

    #[test]
    fn the_best_move_gets_a_bonus_and_those_before_it_a_malus() {
        let mut searcher = searcher(QUEEN_UP);
        let node = node(&mut searcher, 0, 6);
        let (best, searched, other) = (
            mv(&searcher, "d1d3"),
            mv(&searcher, "d1d2"),
            mv(&searcher, "d1d4"),
        );
        let mut progress = ended(&searcher, "d1d3", 900, Bound::Lower);
        progress.push_searched(searched, true);
        searcher.update_histories(&node, best, &progress);
        let threats = searcher.position.threats();
        let history = |mv| searcher.move_history(&node, Some(&threats), mv, true);
        assert!(history(best) > 0 && history(searched) < 0);
        assert_eq!(history(other), 0);
    }

    #[test]
    fn capture_history_is_separate() {
        let mut searcher = searcher(TAKES_QUEEN);
        let node = node(&mut searcher, 0, 6);
        let capture = mv(&searcher, "d1d5");
        let mut progress = ended(&searcher, "d1d5", 400, Bound::Lower);
        progress.push_searched(mv(&searcher, "d1d2"), true);
        searcher.update_histories(&node, capture, &progress);
        assert!(searcher.move_history(&node, None, capture, false) > 0);
        let quiet = searcher.move_history(&node, None, mv(&searcher, "d1d2"), true);
        assert_eq!(quiet, 0, "no malus for quiets when a capture is best");
    }

    #[test]
    fn butterfly_history_is_indexed_by_threats() {
        let mut searcher = searcher(QUEEN_UP);
        let node = node(&mut searcher, 0, 6);
        // The rook on a8 attacks d8.
        let attacked = mv(&searcher, "d1d8");
        let progress = ended(&searcher, "d1d8", 900, Bound::Lower);
        searcher.update_histories(&node, attacked, &progress);
        let threats = searcher.position.threats();
        let exact = searcher.move_history(&node, Some(&threats), attacked, true);
        let unattacked = searcher.move_history(&node, None, attacked, true);
        assert!(exact > unattacked, "no bonus for the unattacked move");
    }

    /// A searcher after two quiets, the second with this move count and quiet or not.
    fn after_two_moves(move_count: usize, is_quiet: bool) -> ChessSearcher {
        let mut searcher = searcher(QUEEN_UP);
        searcher.make(mv(&searcher, "d1d3"));
        let last = mv(&searcher, "b7b6");
        let index = searcher.butterfly_index(None, last);
        searcher.make(last);
        let frame = searcher.frames.at_mut(1);
        (frame.move_count, frame.quiet) = (move_count, is_quiet.then_some(index));
        searcher
    }

    /// Continuation history of the last move after the one before it.
    fn last_continuation(searcher: &ChessSearcher) -> i32 {
        let [before, last] = [2, 1].map(|plies| searcher.frames.back(2, plies).piece_to);
        searcher.histories.continuation[(before, last.unwrap())].get()
    }

    #[test]
    fn a_refuted_first_quiet_gets_a_malus_but_not_a_later_move_or_capture() {
        for (count, is_quiet, expected) in [(1, true, true), (2, true, false), (1, false, false)] {
            let mut searcher = after_two_moves(count, is_quiet);
            let refuting = node(&mut searcher, 0, 6);
            searcher.prior_move_malus(&refuting);
            let has_malus = last_continuation(&searcher) < 0;
            assert_eq!(has_malus, expected, "{count} {is_quiet}");
        }
    }

    #[test]
    fn a_reduced_quiet_that_fails_high_gets_a_bonus() {
        for is_quiet in [true, false] {
            let mut searcher = after_two_moves(4, is_quiet);
            let mut parent = node(&mut searcher, 0, 6);
            parent.ply = 1;
            searcher.reduced_move_bonus(&parent);
            assert_eq!(last_continuation(&searcher) > 0, is_quiet);
        }
    }

    /// By how much correction history changes the static eval after a node ended so.
    fn corrected(fen: &str, best: &str, above: i32, bound: Bound) -> i32 {
        let mut searcher = searcher(fen);
        let before = node(&mut searcher, 0, 8);
        let score = before.static_eval.raw() + above;
        let progress = ended(&searcher, best, score, bound);
        searcher.update_correction_history(&before, &progress);
        node(&mut searcher, 0, 8).static_eval.raw() - before.static_eval.raw()
    }

    #[test]
    fn correction_history_follows_the_search_score() {
        assert!(corrected(QUEEN_UP, "d1d3", 200, Bound::Exact) > 0);
        assert!(corrected(QUEEN_UP, "d1d3", -200, Bound::Exact) < 0);
        assert_eq!(corrected(QUEEN_UP, "d1d3", -200, Bound::Lower), 0);
        assert_eq!(corrected(QUEEN_UP, "d1d3", 200, Bound::Upper), 0);
        assert_eq!(corrected(TAKES_QUEEN, "d1d5", 200, Bound::Exact), 0);
        assert_eq!(corrected(IN_CHECK, "d1e2", 200, Bound::Exact), 0);
    }

    #[test]
    fn a_quiet_prior_move_gets_a_bonus_on_a_fail_low() {
        let mut searcher = searcher(QUEEN_UP);
        let before = node(&mut searcher, 0, 6);
        let previous = mv(&searcher, "d1d3");
        let index = searcher.butterfly_index(None, previous);
        searcher.make(previous);
        let after = node(&mut searcher, 0, 6);
        let piece_to = searcher.frames.at(0).piece_to.unwrap();
        searcher.prior_move_bonus(&after);
        assert_eq!(searcher.histories.continuation[(None, piece_to)].get(), 0);
        searcher.frames.at_mut(0).quiet = Some(index);
        searcher.prior_move_bonus(&after);
        searcher.unmake(previous);
        assert!(searcher.move_history(&before, None, previous, true) > 0);
        assert!(searcher.search::<NonPv>(Score::DRAW, Score::from_raw(1), 2, true) > Score::DRAW);
    }
}
