//! The WDL model: from a score to the probabilities of win, draw and loss (`UCI_ShowWDL`).
//!
//! The win probability at a score v is 1 / (1 + exp((a - v) / b)): it is one half at v = a, and b is
//! the width of the curve. Both are polynomials in the material left. The loss probability is the
//! win probability at -v, and the rest are draws.
//!
//! The probabilities are shown and never used by the search.

use game::Score;

/// Probabilities for the side to move, in permille. They add up to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wdl {
    /// Win.
    pub win: u32,
    /// Draw.
    pub draw: u32,
    /// Loss.
    pub loss: u32,
}

/// The curve of the win probability in one position.
#[derive(Clone, Copy, Debug)]
pub struct WinRate {
    /// The score that wins half of the games.
    a: f64,
    /// The width of the curve.
    b: f64,
}

impl WinRate {
    /// The curve at some material, by the polynomials of `a` and `b`; constant terms first.
    pub fn at(material: f64, a: [f64; 4], b: [f64; 4]) -> Self {
        let at = |polynomial: [f64; 4]| {
            let terms = polynomial.iter().rev();
            terms.fold(0.0, |sum, term| sum * material + term)
        };
        Self { a: at(a), b: at(b) }
    }
}

/// The WDL probabilities of a score.
pub fn of(score: Score, WinRate { a, b }: WinRate) -> Wdl {
    let certain = |win, loss| Wdl { win, draw: 0, loss };
    if score.is_win() {
        return certain(1000, 0);
    }
    if score.is_loss() {
        return certain(0, 1000);
    }
    let wins = |score: f64| (1000.0 / (1.0 + ((a - score) / b).exp())).round() as u32;
    let score = f64::from(score.raw());
    let win = wins(score);
    let loss = wins(-score).min(1000 - win);
    Wdl {
        win,
        draw: 1000 - win - loss,
        loss,
    }
}

#[cfg(test)]
mod tests {
    use chess::{Chess, Position};

    use super::{Score, Wdl};
    use crate::variant::Variant;

    fn of(score: Score, position: &Position) -> Wdl {
        super::of(score, Chess::win_rate(position))
    }

    const ENDING: &str = "8/5pk1/6p1/7p/7P/6P1/5PK1/8 w - - 0 1";

    #[test]
    fn chances_add_up_grow_with_the_score_and_mirror() {
        for fen in [Position::START_FEN, ENDING] {
            let position = Position::from_fen(fen).unwrap();
            let mut before = of(Score::from_raw(-3000), &position);
            for raw in -2999..=3000 {
                let now = of(Score::from_raw(raw), &position);
                assert_eq!(now.win + now.draw + now.loss, 1000);
                assert!(now.win >= before.win && now.loss <= before.loss, "{raw}");
                let other = of(Score::from_raw(-raw), &position);
                assert!(now.win.abs_diff(other.loss) <= 1, "{raw}");
                before = now;
            }
            assert!(before.win > 990);
            let even = of(Score::DRAW, &position);
            assert!(even.draw > even.win && even.win == even.loss);
        }
    }

    #[test]
    fn proven_results_are_certain() {
        let position = Position::start();
        let [win, loss] = [(1000, 0), (0, 1000)].map(|(win, loss)| Wdl { win, draw: 0, loss });
        assert_eq!(of(Score::mate_in(5), &position), win);
        assert_eq!(of(Score::mated_in(4), &position), loss);
        assert_eq!(of(Score::tablebase_win(3), &position), win);
    }
}
