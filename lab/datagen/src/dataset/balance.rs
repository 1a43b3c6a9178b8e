//! The score balance recommended by the paper.

use game::Rng;
use records::Record;
use serde::Serialize;

/// The largest near-equal score, in centipawns.
pub(super) const NEAR: i16 = 100;
/// The largest difference between the share of positive scores and one half.
const TOLERANCE: f64 = 0.02;
/// The smallest share of near-equal scores.
const MIN_NEAR: f64 = 0.5;
/// The smallest share of other scores.
const MIN_FAR: f64 = 0.4;

/// Counts of side-to-move scores by sign and magnitude.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ScoreCounts {
    /// Above zero, up to a pawn.
    pub positive_near: u64,
    /// Above a pawn.
    pub positive_far: u64,
    /// Below zero, up to a pawn.
    pub negative_near: u64,
    /// Below a pawn.
    pub negative_far: u64,
    pub zero: u64,
}

/// The score balance of a dataset against the paper's recommendation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Balance {
    /// The share of positive scores among nonzero ones; target: one half.
    pub positive: f64,
    /// The share within a pawn; target: at least 50 %.
    pub near: f64,
    /// The share beyond a pawn; target: at least 40 %.
    pub far: f64,
    /// Whether `positive` is within 2 % of its target.
    pub positive_passes: bool,
    /// Whether `near` reaches its target.
    pub near_passes: bool,
    /// Whether `far` reaches its target.
    pub far_passes: bool,
}

impl ScoreCounts {
    /// Counts the scores of records.
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

    /// Adds other counts.
    pub(super) fn merge(&mut self, other: &Self) {
        self.positive_near += other.positive_near;
        self.positive_far += other.positive_far;
        self.negative_near += other.negative_near;
        self.negative_far += other.negative_far;
        self.zero += other.zero;
    }

    /// The balance of these counts.
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
            near_passes: near >= MIN_NEAR,
            far_passes: far >= MIN_FAR,
        }
    }

    /// The largest balanced counts that are contained in these.
    fn balanced_subset(&self) -> Self {
        let near = self.positive_near.min(self.negative_near);
        let far = self.positive_far.min(self.negative_far);
        let all_near = 2 * near + self.zero;
        // 40 to 50 % far, so 50 to 60 % near.
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

    /// Takes one from the count of a score; false if there is none left.
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

/// Drops as few random records as needed for a balanced dataset.
pub(super) fn rebalance(records: &mut Vec<Record>, rng: &mut Rng) {
    let mut left = ScoreCounts::of(records).balanced_subset();
    shuffle(records, rng);
    records.retain(|record| left.take(record.score()));
}

/// Shuffles records.
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

    use super::{ScoreCounts, rebalance};

    fn records(counts: &[(i16, usize)]) -> Vec<Record> {
        let record =
            |score| Record::new::<chess::Chess>(&Position::start(), score, GameResult::Draw);
        let many = |&(score, count)| std::iter::repeat_n(record(score), count);
        counts.iter().flat_map(many).collect()
    }

    #[test]
    fn the_targets_are_those_of_the_paper() {
        let good = ScoreCounts::of(&records(&[
            (50, 30),
            (-100, 25),
            (0, 2),
            (101, 20),
            (-900, 25),
        ]));
        let balance = good.balance();
        assert!(balance.positive_passes && balance.near_passes && balance.far_passes);
        assert!((balance.far - 45.0 / 102.0).abs() < 1e-9);
        let bad = ScoreCounts::of(&records(&[(50, 90), (-200, 10)])).balance();
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
            rebalance(&mut records, &mut Rng::new(1));
            let balance = ScoreCounts::of(&records).balance();
            assert!(
                balance.positive_passes && balance.near_passes && balance.far_passes,
                "{counts:?}: {balance:?}"
            );
        }
        let mut balanced = records(&[(30, 55), (-30, 55), (300, 45), (-300, 45)]);
        rebalance(&mut balanced, &mut Rng::new(1));
        assert_eq!(balanced.len(), 200);
    }
}
