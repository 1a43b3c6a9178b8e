//! The best move of a search, voted for by its threads.

use game::{Evaluator, Game, Position};

use crate::report::{Bound, Info};
use crate::searcher::Searcher;
use crate::vote::{Ballot, deepest, elect};

impl<G: Game, E: Evaluator<G>> Searcher<G, E> {
    /// The ballot of this thread, which may come from an unfinished iteration.
    pub(super) fn ballot(&mut self) -> Option<Ballot<G::Move>> {
        self.complete_pv();
        self.extend_pv(0);
        let best = self.root.moves.first()?;
        Some(Ballot {
            mv: best.mv,
            score: best.shown_score(),
            depth: self.root.completed_depth,
            pv: best.pv.clone(),
        })
    }

    /// Reports the best move of the chosen thread; with `MultiPV` always the main thread's.
    pub(super) fn announce(&mut self, ballots: &[Ballot<G::Move>]) {
        let main = ballots.first();
        let chosen = if self.limits.multi_pv > 1 {
            main
        } else if self.limits.depth.is_some() {
            deepest(ballots)
        } else {
            elect(ballots)
        };
        let is_other = |ballot: &&Ballot<G::Move>| {
            main.is_none_or(|main| (main.mv, main.depth) != (ballot.mv, ballot.depth))
        };
        if let Some(chosen) = chosen.filter(is_other) {
            self.report.info(&Info {
                depth: chosen.depth as u32,
                sel_depth: chosen.pv.len(),
                multi_pv: 1,
                score: chosen.score,
                bound: Bound::Exact,
                nodes: self.shared.total_nodes(),
                tb_hits: self.shared.tb_hits(),
                hashfull: self.shared.tt.hashfull(),
                elapsed: self.time.elapsed(),
                pv: &chosen.pv,
            });
        } else if self.stopped || self.has_table_pv() {
            // The best move may be from the unfinished iteration, or its PV completed: report it
            // with the final counts.
            self.root.depth = self.root.completed_depth;
            self.report_pvs();
        }
        let mut ponder = chosen.and_then(|ballot| ballot.pv.get(1).copied());
        if let (Some(ballot), Some(reply)) = (chosen, ponder) {
            // The PV comes from shared memory: the ponder move must be legal.
            let mut position = self.position.clone();
            position.make(ballot.mv, &mut ());
            if !position.is_pseudo_legal(reply) || !position.is_legal(reply) {
                ponder = None;
            }
        }
        self.report
            .best_move(chosen.map(|ballot| ballot.mv), ponder);
    }
}
