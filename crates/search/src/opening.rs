//! The beginning of a node: what the rules say about it, and what is known before anything is
//! searched.

use game::{Evaluator, Game, MAX_PLY, Position, Score, Verdict};

use crate::node::{Kind, Node};
use crate::searcher::Searcher;

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
            Verdict::AtLeast(score) => alpha = alpha.max(score),
            Verdict::AtMost(score) => beta = beta.min(score),
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
}
