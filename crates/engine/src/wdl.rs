//! The WDL model: from a score to the probabilities of win, draw and loss (`UCI_ShowWDL`).
//!
//! The win probability at a score v is 1 / (1 + exp((a - v) / b)): it is one half at v = a, and b is
//! the width of the curve. Both are polynomials in the material left. The loss probability is the
//! win probability at -v, and the rest are draws.
//!
//! The numbers are plain estimates for the handcrafted evaluation, to be fitted on our own games:
//! a pawn and a half ahead wins about every second game, and needs a little more when much is
//! traded. They are shown and never used by the search.

use chess::{PieceType, Position};
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

/// The polynomial of `a`, the score that wins half of the games; constant term first.
const WIN_RATE_A: [f64; 4] = [190.0, -40.0, 0.0, 0.0];
/// The polynomial of `b`, the width of the win-probability curve.
const WIN_RATE_B: [f64; 4] = [60.0, 20.0, 0.0, 0.0];

/// The material that the polynomials count as 1: a middlegame.
const MIDDLEGAME: f64 = 58.0;

/// The WDL probabilities of a score in a position.
pub fn of(score: Score, position: &Position) -> Wdl {
    let certain = |win, loss| Wdl { win, draw: 0, loss };
    if score.is_win() {
        return certain(1000, 0);
    }
    if score.is_loss() {
        return certain(0, 1000);
    }
    let material = material(position);
    let (a, b) = (at(WIN_RATE_A, material), at(WIN_RATE_B, material));
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

/// Material on the board in the usual pawn units, bounded to where games say something.
fn material(position: &Position) -> f64 {
    let count = |kind| position.kind(kind).count();
    let pawns = count(PieceType::Pawn)
        + 3 * (count(PieceType::Knight) + count(PieceType::Bishop))
        + 5 * count(PieceType::Rook)
        + 9 * count(PieceType::Queen);
    f64::from(pawns).clamp(17.0, 78.0) / MIDDLEGAME
}

fn at(polynomial: [f64; 4], x: f64) -> f64 {
    polynomial
        .iter()
        .rev()
        .fold(0.0, |sum, term| sum * x + term)
}

#[cfg(test)]
mod tests {
    use super::{Position, Score, Wdl, of};

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
