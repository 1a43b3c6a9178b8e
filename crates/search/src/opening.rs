//! The beginning of a node: what the rules say about it, and what is known before anything is
//! searched.

use game::{Evaluator, Game, MAX_PLY, Position, Score, Verdict};

use crate::node::{Kind, Node};
use crate::searcher::Searcher;
use crate::switches::{MATE_DISTANCE, TABLE_MOVE};

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// The window that the rules leave, or the score that they give.
    pub(crate) fn rule_window<K: Kind>(
        &mut self,
        alpha: Score,
        beta: Score,
    ) -> Result<(Score, Score), Score> {
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
        if MATE_DISTANCE.is_on() {
            // A mate found nearer to the root cannot be improved on below.
            alpha = alpha.max(Score::mated_in(self.ply));
            beta = beta.min(Score::mate_in(self.ply + 1));
        }
        if alpha >= beta {
            MATE_DISTANCE.count();
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
        let (alpha, beta) = searcher.rule_window::<Principal>(open.0, open.1).unwrap();
        assert_eq!((alpha, beta), (Score::mated_in(1), Score::mate_in(2)));
        let found = Score::mate_in(2);
        assert_eq!(searcher.rule_window::<Principal>(found, open.1), Err(found));
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
