//! The engine's search of the position after a move, with the faults of a level.

use std::time::Duration;

use evaluation::{Evaluated, Evaluation};
use game::{Codes, Game, Position, Score, Stage, Verdict};
use search::{Limits, Outcome, SingleThreadSearch, TimeLimits, TranspositionTable};

use crate::noise::Noisy;
use crate::profile::Profile;
use crate::{Level, Player, Policy};

/// The size of the transposition table, in MiB.
const TABLE_SIZE: usize = 1;
/// Nodes of a clear look: what a strong player sees at a glance.
const CLEAR_NODES: u64 = 10_000;

/// What a clear look at a chosen move finds.
pub struct ClearLook<M> {
    /// For the side to move.
    pub score: Score,
    pub depth: u32,
    pub nodes: u64,
    /// The line, from the move on.
    pub pv: Vec<M>,
}

/// A move to choose from.
pub(crate) struct Candidate<G: Codes + Evaluated> {
    pub(crate) mv: G::Move,
    /// Of the policy.
    pub(crate) logit: i32,
    /// The position after it.
    pub(crate) next: G::Position,
    pub(crate) score: Score,
    pub(crate) depth: u32,
    /// The nodes of its last search; 0 before the first.
    pub(crate) budget: u64,
}

impl<G: Codes + Evaluated> Candidate<G> {
    pub(crate) fn new(position: &G::Position, mv: G::Move, logit: i32) -> Self {
        let mut next = position.clone();
        G::play(&mut next, mv);
        Self {
            mv,
            logit,
            next,
            score: -Score::INFINITE,
            depth: 0,
            budget: 0,
        }
    }

    pub(crate) fn is_mate(&self) -> bool {
        self.next.in_check() && !self.next.has_legal_move()
    }
}

/// The search of a level. It keeps its memory and nothing else from one choice to the next.
pub struct LookAhead<G: Codes + Evaluated> {
    search: SingleThreadSearch<G, Noisy<Evaluation<G>>>,
    player: Player,
    profile: Profile,
}

impl<G: Codes + Evaluated> LookAhead<G> {
    /// A search that waits for its first choice.
    #[must_use]
    pub fn new() -> Self {
        let table = TranspositionTable::new(TABLE_SIZE).expect("a MiB is there");
        let player = Player {
            level: Level::MIN,
            seed: 0,
        };
        let evaluator = Noisy {
            evaluator: Evaluation::embedded(),
            noise: 0.0,
            seed: 0,
        };
        let mut search = SingleThreadSearch::new(&G::start(), table, evaluator);
        // It would learn what is wrong with the evaluation.
        search.set_correction_history(false);
        Self {
            search,
            player,
            profile: Profile::of(player.level),
        }
    }

    /// Prepares a choice.
    pub(crate) fn begin(&mut self, player: Player, profile: Profile) {
        (self.player, self.profile) = (player, profile);
        self.search.clear();
        let evaluator = self.search.evaluator_mut();
        (evaluator.noise, evaluator.seed) = (profile.noise, player.seed);
    }

    /// Searches a move without the faults of any level: its own score would be the noise that made it choose.
    pub fn look_clearly(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        time: Duration,
    ) -> ClearLook<G::Move> {
        self.search.clear();
        self.search.evaluator_mut().noise = 0.0;
        let next = Candidate::<G>::new(position, mv, 0).next;
        let (score, depth, nodes, pv) = match settled::<G>(&next) {
            Some(score) => (score, 0, 1, Vec::new()),
            None => {
                let outcome = self.search.search(&next, limits(CLEAR_NODES, time));
                let Outcome {
                    score,
                    depth,
                    nodes,
                    pv,
                    ..
                } = outcome;
                (one_ply_up(score), depth, nodes, pv)
            }
        };
        ClearLook {
            score,
            depth: depth + 1,
            nodes,
            pv: [vec![mv], pv].concat(),
        }
    }

    /// Scores a move by a search of the replies that are seen, within a time. Gives the number of
    /// nodes.
    pub(crate) fn look(&mut self, candidate: &mut Candidate<G>, time: Duration) -> u64 {
        let next = &candidate.next;
        if let Some(score) = settled::<G>(next) {
            candidate.score = score;
            return 1;
        }
        let logits = Policy::<G>::new(G::POLICY).logits(next, Stage::All);
        let seen = self.player.seen::<G>(next, &logits, self.profile);
        if seen.is_empty() {
            candidate.score = -self.search.evaluate(next);
            return 1;
        }
        let limits = Limits {
            moves: Some(seen),
            ..limits(candidate.budget, time)
        };
        let outcome = self.search.search(next, limits);
        candidate.score = one_ply_up(outcome.score);
        candidate.depth = outcome.depth + 1;
        outcome.nodes
    }
}

impl<G: Codes + Evaluated> Default for LookAhead<G> {
    fn default() -> Self {
        Self::new()
    }
}

fn limits<M>(nodes: u64, time: Duration) -> Limits<M> {
    Limits {
        nodes: Some(nodes),
        time: Some(TimeLimits {
            soft: Duration::MAX,
            hard: time,
        }),
        ..Limits::default()
    }
}

/// The score of a move that ends the game, by the position after it.
fn settled<G: Game>(next: &G::Position) -> Option<Score> {
    if let Verdict::Final(score) = next.verdict(1) {
        return Some(-score);
    }
    (!next.has_legal_move()).then(|| -next.score_without_moves(1))
}

/// The score of a move from the score after it.
fn one_ply_up(score: Score) -> Score {
    match score.is_decisive() {
        true => -(score - score.raw().signum()),
        false => -score,
    }
}

#[cfg(test)]
mod tests {
    use super::{Score, one_ply_up};

    #[test]
    fn a_mate_after_the_move_is_a_ply_farther_away() {
        assert_eq!(one_ply_up(Score::mated_in(2)), Score::mate_in(3));
        assert_eq!(one_ply_up(Score::mate_in(1)), Score::mated_in(2));
        assert_eq!(one_ply_up(Score::from_raw(-30)), Score::from_raw(30));
    }
}
