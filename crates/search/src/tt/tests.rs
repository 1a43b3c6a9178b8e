use game::{PackedMove, Score};

use super::{Hit, Record, TranspositionTable};
use crate::report::Bound;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Code(u16);

impl PackedMove for Code {
    const FILLER: Self = Self(1);

    fn code(self) -> u16 {
        self.0
    }

    fn from_code(code: u16) -> Option<Self> {
        (code != 0).then_some(Self(code))
    }
}

fn record(score: Score, depth: i32, mv: Option<Code>) -> Record<Code> {
    Record {
        mv,
        score,
        bound: Some(Bound::Lower),
        raw_eval: Some(Score::from_raw(-37)),
        depth,
        is_pv: true,
    }
}

#[test]
fn a_stored_result_is_found() {
    let tt = TranspositionTable::new(1).unwrap();
    let key = 0x1234_5678_9ABC_DEF0;
    assert!(tt.probe::<Code>(key, 0, 100).is_none());
    tt.store(key, 3, record(Score::from_raw(55), 7, Some(Code(9))));
    let hit: Hit<Code> = tt.probe(key, 5, 100).unwrap();
    assert_eq!((hit.mv, hit.score.raw(), hit.depth), (Some(Code(9)), 55, 7));
    assert_eq!((hit.bound, hit.is_pv), (Some(Bound::Lower), true));
    assert_eq!(hit.raw_eval, Some(Score::from_raw(-37)));
    assert!(tt.probe::<Code>(key ^ 1, 5, 100).is_none());
    // A new result without a move keeps the old TT move.
    tt.next_generation();
    tt.store(key, 3, record(Score::from_raw(1), 1, None));
    assert_eq!(tt.probe::<Code>(key, 5, 100).unwrap().mv, Some(Code(9)));
    tt.clear(2);
    assert!(tt.probe::<Code>(key, 5, 100).is_none());
}

#[test]
fn mate_scores_are_relative_to_the_node_and_bounded_by_the_clock() {
    let tt = TranspositionTable::new(1).unwrap();
    // Mate at ply 10, found at ply 4: six plies from there.
    tt.store(7, 4, record(Score::mate_in(10), 7, None));
    assert_eq!(
        tt.probe::<Code>(7, 20, 100).unwrap().score,
        Score::mate_in(26)
    );
    assert!(!tt.probe::<Code>(7, 20, 3).unwrap().score.is_decisive());
    tt.store(8, 4, record(Score::mated_in(9), 7, None));
    assert_eq!(
        tt.probe::<Code>(8, 2, 100).unwrap().score,
        Score::mated_in(7)
    );
}

#[test]
fn deep_and_recent_entries_survive() {
    let tt = TranspositionTable::new(1).unwrap();
    let same_cluster = |tag: u64| tag;
    for tag in 1..=3 {
        tt.store(
            same_cluster(tag),
            0,
            record(Score::DRAW, 10 * tag as i32, None),
        );
    }
    tt.store(same_cluster(4), 0, record(Score::DRAW, 5, None));
    assert!(
        tt.probe::<Code>(same_cluster(1), 0, 100).is_none(),
        "the shallowest is replaced"
    );
    assert!(tt.probe::<Code>(same_cluster(3), 0, 100).is_some());
    assert!(tt.hashfull() <= 1000);
}
