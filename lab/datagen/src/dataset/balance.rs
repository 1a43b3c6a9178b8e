//! The score balance recommended by the paper.

use game::Rng;
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
    /// Counts scores.
    #[must_use]
    pub fn of(scores: impl IntoIterator<Item = i16>) -> Self {
        let mut counts = Self::default();
        scores.into_iter().for_each(|score| counts.add(score));
        counts
    }

    /// Counts a score.
    pub fn add(&mut self, score: i16) {
        *self.of_kind(score) += 1;
    }

    /// The count of scores like this one.
    const fn of_kind(&mut self, score: i16) -> &mut u64 {
        match (score, score.unsigned_abs() <= NEAR.unsigned_abs()) {
            (0, _) => &mut self.zero,
            (1.., true) => &mut self.positive_near,
            (1.., false) => &mut self.positive_far,
            (_, true) => &mut self.negative_near,
            (_, false) => &mut self.negative_far,
        }
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

    /// How many far scores of a pool make these counts as balanced as they can: of the rarer sign first,
    /// while half of the scores stay near, then of both signs until enough are far.
    pub(super) fn missing_far(&self, pool: &Self) -> Self {
        let positive = self.positive_near + self.positive_far;
        let negative = self.negative_near + self.negative_far;
        let all = positive + negative + self.zero;
        let far = self.positive_far + self.negative_far;
        let room = all.saturating_sub(2 * far);
        let more_positive = negative.saturating_sub(positive).min(room);
        let more_negative = positive.saturating_sub(negative).min(room);
        let added = more_positive + more_negative;
        // x more, so that far + added + x is MIN_FAR of all + added + x.
        let target = MIN_FAR * (all + added) as f64 - (far + added) as f64;
        let each = (target / (1.0 - MIN_FAR) / 2.0).ceil().max(0.0) as u64;
        let mut missing = Self {
            positive_far: more_positive + each,
            negative_far: more_negative + each,
            ..Self::default()
        };
        missing.positive_far = missing.positive_far.min(pool.positive_far);
        missing.negative_far = missing.negative_far.min(pool.negative_far);
        missing
    }

    /// All scores.
    pub(super) const fn total(&self) -> u64 {
        self.positive_near + self.positive_far + self.negative_near + self.negative_far + self.zero
    }

    /// The largest balanced counts that are contained in these.
    pub(super) fn balanced_subset(&self) -> Self {
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
}

/// How many scores of each kind are wanted of those that come in random order. Any of them is wanted as
/// likely as any other of its kind, so that the first of those wanted are balanced, too.
pub(super) struct Quota {
    wanted: ScoreCounts,
    left: ScoreCounts,
}

impl Quota {
    pub(super) const fn new(wanted: ScoreCounts, all: ScoreCounts) -> Self {
        Self { wanted, left: all }
    }

    /// How many are still wanted.
    pub(super) const fn wanted(&self) -> u64 {
        self.wanted.total()
    }

    /// Whether the next score is wanted.
    pub(super) fn wants(&mut self, score: i16, rng: &mut Rng) -> bool {
        let (wanted, left) = (self.wanted.of_kind(score), self.left.of_kind(score));
        let is_wanted = *wanted > 0 && (rng.below(*left as usize) as u64) < *wanted;
        *left -= 1;
        *wanted -= u64::from(is_wanted);
        is_wanted
    }
}

/// Shuffles items.
pub(super) fn shuffle<T>(items: &mut [T], rng: &mut Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, rng.below(last + 1));
    }
}

#[cfg(test)]
mod tests {
    use game::Rng;

    use super::{Quota, ScoreCounts, shuffle};

    fn counts(counts: &[(i16, usize)]) -> ScoreCounts {
        let many = |&(score, count): &(i16, usize)| std::iter::repeat_n(score, count);
        ScoreCounts::of(counts.iter().flat_map(many))
    }

    #[test]
    fn the_targets_are_those_of_the_paper() {
        let good = counts(&[(50, 30), (-100, 25), (0, 2), (101, 20), (-900, 25)]);
        let balance = good.balance();
        assert!(balance.positive_passes && balance.near_passes && balance.far_passes);
        assert!((balance.far - 45.0 / 102.0).abs() < 1e-9);
        let bad = counts(&[(50, 90), (-200, 10)]).balance();
        assert!(!bad.positive_passes && bad.near_passes && !bad.far_passes);
    }

    #[test]
    fn thinning_out_balances_and_keeps_what_it_can() {
        for scores in [
            [(30, 700), (-30, 500), (0, 40), (300, 90), (-300, 80)],
            [(30, 70), (-30, 50), (0, 0), (300, 900), (-300, 800)],
            [(30, 55), (-30, 55), (0, 0), (300, 45), (-300, 45)],
            [(30, 3), (-30, 400), (0, 900), (300, 200), (-300, 200)],
        ] {
            let balance = counts(&scores).balanced_subset().balance();
            assert!(
                balance.positive_passes && balance.near_passes && balance.far_passes,
                "{scores:?}: {balance:?}"
            );
        }
        let balanced = counts(&[(30, 55), (-30, 55), (300, 45), (-300, 45)]);
        assert_eq!(balanced.balanced_subset(), balanced);
    }

    #[test]
    fn the_first_of_those_wanted_are_balanced_like_all() {
        let all = counts(&[(30, 700), (-30, 300), (300, 500)]);
        let wanted = counts(&[(30, 300), (-30, 300), (300, 100)]);
        let (mut quota, mut rng) = (Quota::new(wanted, all), Rng::new(1));
        let mut scores: Vec<i16> = [vec![30; 700], vec![-30; 300], vec![300; 500]].concat();
        shuffle(&mut scores, &mut rng);
        let chosen: Vec<i16> = scores
            .into_iter()
            .filter(|&score| quota.wants(score, &mut rng))
            .collect();
        assert_eq!(ScoreCounts::of(chosen.iter().copied()), wanted);
        let half = ScoreCounts::of(chosen[..350].iter().copied());
        for count in [
            half.positive_near,
            half.negative_near,
            3 * half.positive_far,
        ] {
            assert!((115..=185).contains(&count), "{half:?}");
        }
        assert_eq!(quota.wanted(), 0);
    }

    #[test]
    fn adding_balances_where_there_is_room() {
        let pool = counts(&[(500, 1000), (-500, 1000)]);
        let unbalanced = counts(&[(30, 600), (-30, 290), (300, 60), (-300, 50)]);
        let missing = unbalanced.missing_far(&pool);
        let mut sum = unbalanced;
        sum.merge(&missing);
        let balance = sum.balance();
        assert!(
            balance.positive_passes && balance.near_passes && balance.far_passes,
            "{balance:?}"
        );
        // Far enough already: the signs are balanced as far as half stay near.
        let far = counts(&[(30, 350), (-30, 200), (300, 300), (-300, 150)]);
        let mut sum = far;
        sum.merge(&far.missing_far(&pool));
        let balance = sum.balance();
        assert!(balance.near_passes && balance.far_passes && !balance.positive_passes);
        assert!(balance.positive < far.balance().positive);
        assert_eq!(
            far.missing_far(&ScoreCounts::default()),
            ScoreCounts::default()
        );
    }
}
