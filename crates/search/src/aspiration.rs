//! Aspiration window: search the root around the expected score, and widen the window on a fail.

use game::{Game, Score};

use crate::params::aspiration_window as params;
use crate::switches::{ASPIRATION_WINDOW, FAIL_HIGH_ALPHA};

/// The aspiration window of one iteration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AspirationWindow {
    pub(crate) alpha: Score,
    pub(crate) beta: Score,
    half_width: i32,
}

impl AspirationWindow {
    pub(crate) const FULL: Self = Self {
        alpha: Score::from_raw(-Score::INFINITE.raw()),
        beta: Score::INFINITE,
        half_width: 0,
    };

    /// A window around the average score of earlier iterations, wider for large scores, which vary
    /// more.
    pub(crate) fn around<G: Game>(average: Score, depth: i32) -> Self {
        if !ASPIRATION_WINDOW.is_on() || depth < params::min_depth::<G>() || average.is_decisive() {
            return Self::FULL;
        }
        ASPIRATION_WINDOW.count();
        let half_width = params::base_margin::<G>()
            + average.raw() * average.raw() / params::average_divisor::<G>();
        let mut window = Self {
            half_width,
            ..Self::FULL
        };
        window.alpha = bounded(average - half_width);
        window.beta = bounded(average + half_width);
        window
    }

    pub(crate) fn fail_low<G: Game>(&mut self, score: Score) {
        self.beta = bounded(Score::from_raw((self.alpha.raw() + self.beta.raw()) / 2));
        self.grow::<G>();
        self.alpha = bounded(score - self.half_width);
    }

    pub(crate) fn fail_high<G: Game>(&mut self, score: Score) {
        if FAIL_HIGH_ALPHA.is_on() {
            FAIL_HIGH_ALPHA.count();
            self.alpha = self.alpha.max(bounded(self.beta - self.half_width));
        }
        self.grow::<G>();
        self.beta = bounded(score + self.half_width);
    }

    fn grow<G: Game>(&mut self) {
        self.half_width += self.half_width * params::growth_percent::<G>() / 100 + 1;
    }
}

fn bounded(score: Score) -> Score {
    score.clamp(-Score::INFINITE, Score::INFINITE)
}

#[cfg(test)]
mod tests {
    use chess::Chess;

    use super::{AspirationWindow, Score};

    #[test]
    fn fails_widen_the_window_to_include_the_score() {
        let mut window = AspirationWindow::around::<Chess>(Score::from_raw(50), 10);
        assert!(window.alpha < Score::from_raw(50) && Score::from_raw(50) < window.beta);
        window.fail_low::<Chess>(Score::from_raw(-100));
        assert!(window.alpha < Score::from_raw(-100) && window.alpha < window.beta);
        let (alpha, beta) = (window.alpha, window.beta);
        window.fail_high::<Chess>(Score::from_raw(400));
        assert!(window.beta > Score::from_raw(400));
        assert!(
            alpha < window.alpha && window.alpha < beta,
            "raised, but not to the old beta"
        );
        for _ in 0..60 {
            window.fail_high::<Chess>(window.beta);
        }
        assert_eq!(window.beta, Score::INFINITE);
    }
}
