//! The beginning of a node: what the rules say about it, and what is known before anything is
//! searched.

use game::{Evaluator, Game, MAX_PLY, Position, Score, Verdict};

use crate::node::{Kind, Node};
use crate::searcher::Searcher;
use crate::switches::{MATE_DISTANCE, TABLE_MOVE};

/// What the rules leave to search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RuleWindow {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    /// What the side to move can have by the rules, whatever the search finds.
    floor: Score,
    /// What the other side can hold it to.
    ceiling: Score,
}

impl RuleWindow {
    /// A score found, within what the rules guarantee.
    pub(crate) fn bounded(&self, score: Score) -> Score {
        score.clamp(self.floor, self.ceiling)
    }
}

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// What the rules leave to search, or the score that they give.
    #[inline(always)]
    pub(crate) fn rule_window<K: Kind>(
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
        if K::ROOT {
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
            let evaluation = self.evaluator.evaluate(&self.position);
            return Err(if self.position.in_check() {
                Score::DRAW
            } else {
                evaluation
            });
        }
        window.alpha = alpha.max(window.floor);
        window.beta = beta.min(window.ceiling);
        if MATE_DISTANCE.is_on() {
            // A mate found nearer to the root cannot be improved on below.
            window.alpha = window.alpha.max(Score::mated_in(self.ply));
            window.beta = window.beta.min(Score::mate_in(self.ply + 1));
        }
        if window.alpha >= window.beta {
            MATE_DISTANCE.count();
            Err(window.alpha)
        } else {
            Ok(window)
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
                .filter(|_| TABLE_MOVE.is_on())
                .filter(|&mv| self.position.is_pseudo_legal(mv) && self.position.is_legal(mv))
                .inspect(|_| TABLE_MOVE.count())
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
}

#[cfg(test)]
mod tests {
    use game::Score;

    use crate::node::{Principal, Root, ZeroWindow};
    use crate::report::Bound;
    use crate::testing::{QUEEN_UP, mv, node, remember, searcher};

    #[test]
    fn a_nearer_mate_ends_the_search_for_farther_ones() {
        let mut searcher = searcher(QUEEN_UP);
        searcher.make(mv(&searcher, "d1d3"));
        let open = (-Score::INFINITE, Score::INFINITE);
        let window = searcher.rule_window::<Principal>(open.0, open.1).unwrap();
        let limits = (Score::mated_in(1), Score::mate_in(2));
        assert_eq!((window.alpha, window.beta), limits);
        let found = Score::mate_in(2);
        let farther = searcher.rule_window::<Principal>(found, open.1);
        assert_eq!(farther.unwrap_err(), found);
        let later = Score::mate_in(5);
        assert!(searcher.rule_window::<Principal>(later, open.1).is_ok());
    }

    #[test]
    fn draws_by_rule_are_seen_below_the_root_only() {
        let mut searcher = searcher("4k3/8/8/8/8/8/8/3NK3 w - - 0 1");
        let (alpha, beta) = (Score::from_raw(100), Score::from_raw(101));
        assert!(searcher.rule_window::<Root>(alpha, beta).is_ok());
        searcher.make(mv(&searcher, "d1c3"));
        let score = searcher.rule_window::<ZeroWindow>(alpha, beta).unwrap_err();
        assert!(score.raw().abs() <= 1);
    }

    #[test]
    fn a_table_move_of_another_position_is_not_taken() {
        let mut searcher = searcher(QUEEN_UP);
        remember(&searcher, "d1d3", (0, Bound::Lower), 3);
        assert_eq!(
            node(&mut searcher, 0, 3).table_move,
            Some(mv(&searcher, "d1d3"))
        );
        // The same key over a position where that move cannot be played.
        let key = searcher.table_key();
        searcher.make(mv(&searcher, "d1d4"));
        let record = crate::tt::Record {
            mv: searcher.frames.at(0).mv,
            score: Score::DRAW,
            bound: Some(Bound::Lower),
            evaluation: None,
            depth: 3,
            is_principal: false,
        };
        assert_ne!(key, searcher.table_key());
        searcher.shared.table.store(searcher.table_key(), 1, record);
        let node = node(&mut searcher, 0, 3);
        assert!(node.hit.is_some_and(|hit| hit.mv.is_some()));
        assert_eq!(node.table_move, None);
    }
}
