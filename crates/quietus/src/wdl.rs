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
    pub win: u32,
    pub draw: u32,
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
    use chess::Chess;
    use game::Rules;
    use xiangqi::Xiangqi;

    use super::{Score, Wdl, of};
    use crate::variant::Variant;

    /// At the start and in endings.
    #[test]
    fn chances_add_up_grow_with_the_score_and_mirror() {
        let chess_ending = "8/5pk1/6p1/7p/7P/6P1/5PK1/8 w - - 0 1";
        let chess_ending = chess::Position::from_fen(chess_ending).unwrap();
        let xiangqi_ending = "3k5/9/9/2n6/9/6P2/9/9/3C5/4K4 w - - 0 1";
        let xiangqi_ending = xiangqi::Position::from_fen(xiangqi_ending).unwrap();
        for curve in [
            Chess::win_rate(&Chess::start()),
            Chess::win_rate(&chess_ending),
            Xiangqi::win_rate(&Xiangqi::start()),
            Xiangqi::win_rate(&xiangqi_ending),
        ] {
            let mut before = of(Score::from_raw(-3000), curve);
            for raw in -2999..=3000 {
                let now = of(Score::from_raw(raw), curve);
                assert_eq!(now.win + now.draw + now.loss, 1000);
                assert!(now.win >= before.win && now.loss <= before.loss, "{raw}");
                let other = of(Score::from_raw(-raw), curve);
                assert!(now.win.abs_diff(other.loss) <= 1, "{raw}");
                before = now;
            }
            assert!(before.win > 990);
            let even = of(Score::DRAW, curve);
            assert!(even.draw > even.win && even.win == even.loss);
        }
    }

    #[test]
    fn proven_results_are_certain() {
        let curve = Chess::win_rate(&Chess::start());
        let [win, loss] = [(1000, 0), (0, 1000)].map(|(win, loss)| Wdl { win, draw: 0, loss });
        assert_eq!(of(Score::mate_in(5), curve), win);
        assert_eq!(of(Score::mated_in(4), curve), loss);
        assert_eq!(of(Score::tablebase_win(3), curve), win);
    }
}
