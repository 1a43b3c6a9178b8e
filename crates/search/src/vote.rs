//! Lazy SMP thread voting: whose best move to play.

use std::sync::{Arc, Mutex};

use game::{Game, Score};

use crate::report::{Bound, Info, Report};

/// The score weight of the worst thread, in centipawns.
const BASE_WEIGHT: i32 = 10;

/// The result of one thread.
#[derive(Clone, Debug)]
pub(crate) struct Ballot<M> {
    pub(crate) mv: M,
    pub(crate) score: Score,
    pub(crate) depth: i32,
    pub(crate) pv: Vec<M>,
}

/// The ballots of the helpers, each in a slot of its own. Nobody waits for a slot in use: the best
/// move must not depend on a thread that the scheduler has put aside.
pub(crate) struct BallotBox<M>(Vec<Mutex<Option<Ballot<M>>>>);

impl<M: Clone> BallotBox<M> {
    pub(crate) fn new(helpers: usize) -> Self {
        Self((0..helpers).map(|_| Mutex::new(None)).collect())
    }

    fn publish(&self, slot: usize, ballot: Ballot<M>) {
        if let Ok(mut place) = self.0[slot].try_lock() {
            *place = Some(ballot);
        }
    }

    /// The ballots published so far.
    pub(crate) fn collect(&self) -> impl Iterator<Item = Ballot<M>> {
        self.0
            .iter()
            .filter_map(|slot| slot.try_lock().ok()?.clone())
    }
}

/// The report of a helper: it publishes the result of each finished iteration as a ballot.
pub(crate) struct Voter<M> {
    pub(crate) ballots: Arc<BallotBox<M>>,
    pub(crate) slot: usize,
}

impl<G: Game> Report<G> for Voter<G::Move> {
    fn info(&mut self, info: &Info<'_, G::Move>) {
        let Some(&mv) = info.pv.first() else { return };
        if info.bound == Bound::Exact && info.multi_pv == 1 {
            let ballot = Ballot {
                mv,
                score: info.score,
                depth: info.depth as i32,
                pv: info.pv.to_vec(),
            };
            self.ballots.publish(self.slot, ballot);
        }
    }

    fn best_move(&mut self, _: Option<G::Move>, _: Option<G::Move>) {}
}

/// The winner: the shortest mate if there is one, else the move with the most votes, weighted by
/// depth and score above the worst thread's. The main thread's ballot comes first and wins ties.
pub(crate) fn elect<M: Copy + PartialEq>(ballots: &[Ballot<M>]) -> Option<&Ballot<M>> {
    let worst = ballots.iter().map(|ballot| ballot.score).min()?;
    let votes = |mv: M| -> i64 {
        ballots
            .iter()
            .filter(|ballot| ballot.mv == mv)
            .map(|ballot| {
                i64::from(ballot.score.raw() - worst.raw() + BASE_WEIGHT) * i64::from(ballot.depth)
            })
            .sum()
    };
    let rank = |ballot: &Ballot<M>| {
        let win = if ballot.score.is_win() {
            ballot.score.raw()
        } else {
            0
        };
        (
            win,
            votes(ballot.mv),
            i64::from(ballot.score.raw()) * i64::from(ballot.depth),
        )
    };
    ballots.iter().reduce(|best, ballot| {
        if rank(ballot) > rank(best) {
            ballot
        } else {
            best
        }
    })
}

/// The ballot of the greatest depth; the main thread's among equals.
pub(crate) fn deepest<M>(ballots: &[Ballot<M>]) -> Option<&Ballot<M>> {
    ballots.iter().reduce(|best, ballot| {
        if ballot.depth > best.depth {
            ballot
        } else {
            best
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{Ballot, BallotBox, Score, deepest, elect};

    fn ballot(mv: u8, score: Score, depth: i32) -> Ballot<u8> {
        Ballot {
            mv,
            score,
            depth,
            pv: vec![mv],
        }
    }

    #[test]
    fn majorities_and_mates_win() {
        let score = Score::from_raw;
        let two_of_three = [
            ballot(1, score(20), 10),
            ballot(2, score(25), 10),
            ballot(2, score(22), 10),
        ];
        assert_eq!(elect(&two_of_three).unwrap().mv, 2);
        let mate = [
            ballot(1, score(90), 20),
            ballot(1, score(80), 20),
            ballot(3, Score::mate_in(5), 9),
        ];
        assert_eq!(elect(&mate).unwrap().mv, 3);
        assert!(elect::<u8>(&[]).is_none());
    }

    #[test]
    fn the_main_thread_decides_unless_another_is_deeper() {
        let score = Score::from_raw;
        let even = [ballot(1, score(20), 10), ballot(2, score(90), 10)];
        assert_eq!(deepest(&even).unwrap().mv, 1);
        let ahead = [ballot(1, score(20), 9), ballot(2, score(-5), 10)];
        assert_eq!(deepest(&ahead).unwrap().mv, 2);
    }
    #[test]
    fn ballots_are_read_without_waiting() {
        let ballots = BallotBox::new(3);
        ballots.publish(0, ballot(1, Score::from_raw(20), 10));
        ballots.publish(1, ballot(2, Score::from_raw(30), 11));
        // A helper that is put aside while it publishes, and one that has nothing yet.
        let _guard = ballots.0[0].lock().unwrap();
        ballots.publish(0, ballot(3, Score::from_raw(20), 12));
        let moves: Vec<_> = ballots.collect().map(|ballot| ballot.mv).collect();
        assert_eq!(moves, [2]);
    }
}
