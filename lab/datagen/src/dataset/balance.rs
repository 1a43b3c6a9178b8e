//! The balance of scores that the paper asks for.

use game::Rng;
use records::Record;
use serde::Serialize;

/// Scores up to this size are near equality, in centipawns.
pub(super) const NEAR: i16 = 100;
/// How far the share of positive scores may be from a half.
const TOLERANCE: f64 = 0.02;
/// The least share of scores near equality.
const LEAST_NEAR: f64 = 0.5;
/// The least share of scores far from it.
const LEAST_FAR: f64 = 0.4;

/// Scores by sign and size, from the view of the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Above zero, up to a pawn.
    pub positive_near: u64,
    /// Above a pawn.
    pub positive_far: u64,
    /// Below zero, up to a pawn.
    pub negative_near: u64,
    /// Below a pawn.
    pub negative_far: u64,
    /// Zero.
    pub zero: u64,
}

/// How a dataset's scores compare with what the paper asks for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Balance {
    /// The share of positive scores among those that are not zero: a half is wanted.
    pub positive: f64,
    /// The share within a pawn: at least a half is wanted.
    pub near: f64,
    /// The share beyond a pawn: at least two fifths are wanted.
    pub far: f64,
    /// Whether the first is as wanted, within two hundredths.
    pub positive_passes: bool,
    /// Whether the second is as wanted.
    pub near_passes: bool,
    /// Whether the third is as wanted.
    pub far_passes: bool,
}

impl Counts {
    /// Of records.
    #[must_use]
    pub fn of(records: &[Record]) -> Self {
        let mut counts = Self::default();
        records.iter().for_each(|record| counts.add(record.score()));
        counts
    }

    /// Counts a score.
    pub fn add(&mut self, score: i16) {
        *match (score, score.unsigned_abs() <= NEAR.unsigned_abs()) {
            (0, _) => &mut self.zero,
            (1.., true) => &mut self.positive_near,
            (1.., false) => &mut self.positive_far,
            (_, true) => &mut self.negative_near,
            (_, false) => &mut self.negative_far,
        } += 1;
    }

    /// Adds the counts of others.
    pub(super) fn merge(&mut self, other: &Self) {
        self.positive_near += other.positive_near;
        self.positive_far += other.positive_far;
        self.negative_near += other.negative_near;
        self.negative_far += other.negative_far;
        self.zero += other.zero;
    }

    /// How they compare with what is wanted.
    #[must_use]
    pub fn balance(&self) -> Balance {
        let share = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
        let positive = self.positive_near + self.positive_far;
        let negative = self.negative_near + self.negative_far;
        let all = positive + negative + self.zero;
        let far = self.positive_far + self.negative_far;
        let (positive, near, far) = (
            share(positive, positive + negative),
            share(all - far, all),
            share(far, all),
        );
        Balance {
            positive,
            near,
            far,
            positive_passes: (positive - 0.5).abs() <= TOLERANCE,
            near_passes: near >= LEAST_NEAR,
            far_passes: far >= LEAST_FAR,
        }
    }

    /// The most of each kind that can be kept if the balance is to be as wanted.
    fn thinned(&self) -> Self {
        let near = self.positive_near.min(self.negative_near);
        let far = self.positive_far.min(self.negative_far);
        let all_near = 2 * near + self.zero;
        // Far ones may be two fifths to a half, so near ones a half to three fifths.
        let far = far.min(all_near / 2);
        let excess = all_near.saturating_sub(far * 3);
        let zero = self.zero.saturating_sub(excess);
        let near = near.saturating_sub((excess - (self.zero - zero)).div_ceil(2));
        Self {
            positive_near: near,
            positive_far: far,
            negative_near: near,
            negative_far: far,
            zero,
        }
    }

    /// One of a kind less; whether there was one.
    fn take(&mut self, score: i16) -> bool {
        let kind = match (score, score.unsigned_abs() <= NEAR.unsigned_abs()) {
            (0, _) => &mut self.zero,
            (1.., true) => &mut self.positive_near,
            (1.., false) => &mut self.positive_far,
            (_, true) => &mut self.negative_near,
            (_, false) => &mut self.negative_far,
        };
        let is_there = *kind > 0;
        *kind = kind.saturating_sub(1);
        is_there
    }
}

/// Drops records at random, as few as needed, until they are balanced.
pub(super) fn thin_out(records: &mut Vec<Record>, rng: &mut Rng) {
    let mut left = Counts::of(records).thinned();
    shuffle(records, rng);
    records.retain(|record| left.take(record.score()));
}

/// Puts records in a random order.
pub(super) fn shuffle(records: &mut [Record], rng: &mut Rng) {
    for last in (1..records.len()).rev() {
        records.swap(last, rng.below(last + 1));
    }
}

#[cfg(test)]
mod tests {
    use chess::Position;
    use game::Rng;
    use records::{GameResult, Record};

    use super::{Counts, thin_out};

    fn records(counts: &[(i16, usize)]) -> Vec<Record> {
        let record = |score| Record::new(&Position::start(), score, GameResult::Draw);
        let many = |&(score, count)| std::iter::repeat_n(record(score), count);
        counts.iter().flat_map(many).collect()
    }

    #[test]
    fn the_targets_are_those_of_the_paper() {
        let good = Counts::of(&records(&[
            (50, 30),
            (-100, 25),
            (0, 2),
            (101, 20),
            (-900, 25),
        ]));
        let balance = good.balance();
        assert!(balance.positive_passes && balance.near_passes && balance.far_passes);
        assert!((balance.far - 45.0 / 102.0).abs() < 1e-9);
        let bad = Counts::of(&records(&[(50, 90), (-200, 10)])).balance();
        assert!(!bad.positive_passes && bad.near_passes && !bad.far_passes);
    }

    #[test]
    fn thinning_out_balances_and_keeps_what_it_can() {
        for counts in [
            vec![(30, 700), (-30, 500), (0, 40), (300, 90), (-300, 80)],
            vec![(30, 70), (-30, 50), (300, 900), (-300, 800)],
            vec![(30, 55), (-30, 55), (300, 45), (-300, 45)],
            vec![(30, 3), (-30, 400), (0, 900), (300, 200), (-300, 200)],
        ] {
            let mut records = records(&counts);
            thin_out(&mut records, &mut Rng::new(1));
            let balance = Counts::of(&records).balance();
            assert!(
                balance.positive_passes && balance.near_passes && balance.far_passes,
                "{counts:?}: {balance:?}"
            );
        }
        let mut balanced = records(&[(30, 55), (-30, 55), (300, 45), (-300, 45)]);
        thin_out(&mut balanced, &mut Rng::new(1));
        assert_eq!(balanced.len(), 200);
    }
}
