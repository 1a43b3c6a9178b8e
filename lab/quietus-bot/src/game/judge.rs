//! When to resign, to offer a draw and to take one, by the scores of our own moves.

use crate::config::{DrawConfig, ResignConfig};

/// Counts moves in a row.
pub(crate) struct Judge {
    resign: ResignConfig,
    draw: DrawConfig,
    /// With a losing score.
    losing: u32,
    /// With a score near zero.
    even: u32,
    /// With a score near zero or below.
    not_better: u32,
}

impl Judge {
    pub(crate) fn new(resign: &ResignConfig, draw: &DrawConfig) -> Self {
        Self {
            resign: resign.clone(),
            draw: draw.clone(),
            losing: 0,
            even: 0,
            not_better: 0,
        }
    }

    /// A move of ours with its score in centipawns; a book move has none.
    pub(crate) fn add(&mut self, score: Option<i32>, number: u32) {
        let margin = i32::try_from(self.draw.score).unwrap_or(i32::MAX);
        let counts = number >= self.draw.from;
        let count = |counter: &mut u32, goes_on: bool| {
            *counter = if goes_on { *counter + 1 } else { 0 };
        };
        let is = |test: &dyn Fn(i32) -> bool| score.is_some_and(test);
        count(&mut self.losing, is(&|score| score <= self.resign.score));
        count(
            &mut self.even,
            counts && is(&|score| score.saturating_abs() <= margin),
        );
        count(&mut self.not_better, counts && is(&|score| score <= margin));
    }

    pub(crate) fn resigns(&self) -> bool {
        self.resign.enabled && self.losing >= self.resign.moves.max(1)
    }

    pub(crate) fn offers_draw(&self) -> bool {
        self.draw.enabled && self.even >= self.draw.moves.max(1)
    }

    pub(crate) fn takes_draw(&self) -> bool {
        self.draw.enabled && self.not_better >= self.draw.moves.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::Judge;
    use crate::config::{DrawConfig, ResignConfig};

    fn judge() -> Judge {
        let resign = ResignConfig {
            enabled: true,
            score: -500,
            moves: 3,
        };
        let draw = DrawConfig {
            enabled: true,
            score: 10,
            moves: 2,
            from: 30,
        };
        Judge::new(&resign, &draw)
    }

    #[test]
    fn resigns_after_losing_scores_in_a_row() {
        let mut judge = judge();
        for (score, resigns) in [
            (Some(-600), false),
            (Some(-501), false),
            (None, false),
            (Some(-500), false),
            (Some(-900), false),
            (Some(-1_000_000), true),
        ] {
            judge.add(score, 10);
            assert_eq!(judge.resigns(), resigns, "{score:?}");
        }
        let mut never = Judge::new(&ResignConfig::default(), &DrawConfig::default());
        (0..100).for_each(|_| never.add(Some(i32::MIN), 50));
        assert!(!never.resigns() && !never.offers_draw());
    }

    #[test]
    fn draws_need_even_scores_late_in_the_game() {
        let mut judge = judge();
        (0..5).for_each(|_| judge.add(Some(0), 29));
        assert!(!judge.offers_draw() && !judge.takes_draw());
        (0..2).for_each(|_| judge.add(Some(-10), 30));
        assert!(judge.offers_draw() && judge.takes_draw());
        (0..2).for_each(|_| judge.add(Some(-200), 31));
        assert!(!judge.offers_draw() && judge.takes_draw());
        judge.add(Some(11), 32);
        assert!(!judge.takes_draw());
    }
}
