//! Node entry: draws by rule, mate distance pruning, and the TT probe.

use game::{Evaluator, Game, MAX_PLY, Position, Score, Verdict};

use crate::node::{Node, NodeType};
use crate::searcher::Searcher;
use crate::switches::{MATE_DISTANCE_PRUNING, TT_MOVE};

/// The window after draws by rule and mate distance pruning.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RuleWindow {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    /// The side to move can have at least this by rule (an upcoming repetition, say).
    floor: Score,
    /// The side to move can have at most this by rule.
    ceiling: Score,
}

impl RuleWindow {
    /// Clamps a score to what the rules allow.
    pub(crate) fn bounded(&self, score: Score) -> Score {
        score.clamp(self.floor, self.ceiling)
    }
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// The window left to search, or the score if the rules or mate distance pruning give one.
    #[inline(always)]
    pub(crate) fn rule_window<NT: NodeType>(
        &mut self,
        alpha: Score,
        beta: Score,
    ) -> Result<RuleWindow, Score> {
        let mut window = RuleWindow {
            alpha,
            beta,
            floor: -Score::INFINITE,
            ceiling: Score::INFINITE,
        };
        if NT::ROOT {
            return Ok(window);
        }
        match self.position.verdict(self.ply) {
            Verdict::Open => {}
            Verdict::Final(score) if score == Score::DRAW => return Err(self.draw_score()),
            Verdict::Final(score) => return Err(score),
            Verdict::AtLeast(score) => window.floor = self.ruled(score),
            Verdict::AtMost(score) => window.ceiling = self.ruled(score),
        }
        if self.ply >= MAX_PLY - 1 {
            let eval = self.evaluator.evaluate(&self.position);
            return Err(if self.position.in_check() {
                Score::DRAW
            } else {
                eval
            });
        }
        window.alpha = alpha.max(window.floor);
        window.beta = beta.min(window.ceiling);
        if MATE_DISTANCE_PRUNING.is_on() {
            // Mate distance pruning: no mate from here can be shorter than one already found.
            window.alpha = window.alpha.max(Score::mated_in(self.ply));
            window.beta = window.beta.min(Score::mate_in(self.ply + 1));
        }
        if window.alpha >= window.beta {
            MATE_DISTANCE_PRUNING.count();
            Err(window.alpha)
        } else {
            Ok(window)
        }
    }

    /// Probes the TT and sets up the node.
    pub(crate) fn enter_node<NT: NodeType>(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: i32,
        cut_node: bool,
    ) -> Node<G> {
        let ply = self.ply;
        let excluded = self.frames.at(ply).excluded;
        let key = self.tt_key();
        let hit = self.shared.tt.probe(key, ply, self.clock_left());
        let tt_move = if NT::ROOT {
            self.root.pv_move()
        } else {
            hit.and_then(|hit| hit.mv)
                .filter(|_| TT_MOVE.is_on())
                .filter(|&mv| self.position.is_pseudo_legal(mv) && self.position.is_legal(mv))
                .inspect(|_| TT_MOVE.count())
        };
        self.frames.at_mut(ply + 2).cutoffs = 0;
        let tt_pv = NT::PV || hit.is_some_and(|hit| hit.is_pv);
        // A singular extension search is no node of its own.
        if excluded.is_none() {
            self.frames.at_mut(ply).tt_pv = tt_pv;
        }
        Node {
            ply,
            depth,
            alpha,
            beta,
            floor: -Score::INFINITE,
            ceiling: Score::INFINITE,
            cut_node,
            in_check: self.position.in_check(),
            excluded,
            key,
            tt_move,
            tt_capture: tt_move.is_some_and(|mv| self.position.is_noisy(mv)),
            tt_pv,
            tt_hit: hit,
            raw_eval: None,
            correction_magnitude: 0,
            static_eval: Score::DRAW,
            eval: Score::DRAW,
            improving: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use game::Score;

    use crate::node::{NonPv, Pv, Root};
    use crate::report::Bound;
    use crate::testing::{QUEEN_UP, mv, node, searcher, store_tt};

    #[test]
    fn mate_distance_pruning_cuts_longer_mates() {
        let mut searcher = searcher(QUEEN_UP);
        searcher.make(mv(&searcher, "d1d3"));
        let open = (-Score::INFINITE, Score::INFINITE);
        let window = searcher.rule_window::<Pv>(open.0, open.1).unwrap();
        let limits = (Score::mated_in(1), Score::mate_in(2));
        assert_eq!((window.alpha, window.beta), limits);
        let found = Score::mate_in(2);
        let farther = searcher.rule_window::<Pv>(found, open.1);
        assert_eq!(farther.unwrap_err(), found);
        let later = Score::mate_in(5);
        assert!(searcher.rule_window::<Pv>(later, open.1).is_ok());
    }

    #[test]
    fn draws_by_rule_are_scored_below_the_root_only() {
        let mut searcher = searcher("4k3/8/8/8/8/8/8/3NK3 w - - 0 1");
        let (alpha, beta) = (Score::from_raw(100), Score::from_raw(101));
        assert!(searcher.rule_window::<Root>(alpha, beta).is_ok());
        searcher.make(mv(&searcher, "d1c3"));
        let score = searcher.rule_window::<NonPv>(alpha, beta).unwrap_err();
        assert!(score.raw().abs() <= 1);
    }

    #[test]
    fn an_illegal_tt_move_is_ignored() {
        let mut searcher = searcher(QUEEN_UP);
        store_tt(&searcher, "d1d3", (0, Bound::Lower), 3);
        assert_eq!(
            node(&mut searcher, 0, 3).tt_move,
            Some(mv(&searcher, "d1d3"))
        );
        // The same move under the key of a position where it is illegal.
        let key = searcher.tt_key();
        searcher.make(mv(&searcher, "d1d4"));
        let record = crate::tt::Record {
            mv: searcher.frames.at(0).mv,
            score: Score::DRAW,
            bound: Some(Bound::Lower),
            raw_eval: None,
            depth: 3,
            is_pv: false,
        };
        assert_ne!(key, searcher.tt_key());
        searcher.shared.tt.store(searcher.tt_key(), 1, record);
        let node = node(&mut searcher, 0, 3);
        assert!(node.tt_hit.is_some_and(|hit| hit.mv.is_some()));
        assert_eq!(node.tt_move, None);
    }
}
