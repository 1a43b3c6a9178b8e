//! Lazy SMP thread voting: whose best move to play.

use game::Score;

/// The score weight of the worst thread, in centipawns.
const BASE_WEIGHT: i32 = 10;

/// The result of one thread.
#[derive(Clone, Debug)]
pub(crate) struct Ballot<M> {
    pub(crate) mv: M,
    pub(crate) ponder: Option<M>,
    pub(crate) score: Score,
    pub(crate) depth: i32,
    pub(crate) pv: Vec<M>,
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
    use super::{Ballot, Score, deepest, elect};

    fn ballot(mv: u8, score: Score, depth: i32) -> Ballot<u8> {
        Ballot {
            mv,
            ponder: None,
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
}
