//! Fits the policy: the weights that make the moves of strong players most likely.
//!
//! A conditional logit, fitted by AdaGrad over the positions of the games in one pass. Every
//! hundredth game is held out and only measured.

use evaluation::Evaluated;
use game::{Codes, Rules, Stage};
use levels::Policy;
use levels::policy::{SCALE, features};

const LEARNING_RATE: f64 = 0.1;
const HELD_OUT: u64 = 100;
/// Pulls rare weights to zero.
const DECAY: f64 = 1e-5;

/// A fit in progress.
pub struct PolicyFit {
    weights: Vec<f64>,
    /// Sums of squared gradients.
    squares: Vec<f64>,
    games: u64,
    held_out: Measure,
}

/// A finished fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    /// The bytes of the policy file.
    pub bytes: Vec<u8>,
    /// Positions held out.
    pub positions: u64,
    /// The mean negative log-likelihood of the moves played there, in nats.
    pub loss: f64,
    /// The share of positions whose most natural move was played.
    pub matched: f64,
}

#[derive(Default)]
struct Measure {
    positions: u64,
    loss: f64,
    matched: u64,
}

impl PolicyFit {
    /// A fit before its first game.
    #[must_use]
    pub fn new<G: Codes + Evaluated>() -> Self {
        Self {
            weights: vec![0.0; Policy::<G>::LEN],
            squares: vec![1e-6; Policy::<G>::LEN],
            games: 0,
            held_out: Measure::default(),
        }
    }

    /// Learns from the moves of a game.
    pub fn learn<G: Codes + Evaluated>(
        &mut self,
        start: &G::Position,
        moves: impl Iterator<Item = G::Move>,
    ) {
        self.games += 1;
        let is_held_out = self.games.is_multiple_of(HELD_OUT);
        let mut position = start.clone();
        for mv in moves {
            self.position::<G>(&position, mv, is_held_out);
            <G as Rules>::play(&mut position, mv);
        }
    }

    fn position<G: Codes + Evaluated>(
        &mut self,
        position: &G::Position,
        played: G::Move,
        is_held_out: bool,
    ) {
        let moves = features::<G>(position, Stage::All);
        let Some(played) = moves.iter().position(|&(mv, _)| mv == played) else {
            return;
        };
        let logit =
            |features: &[usize; 3]| features.iter().map(|&at| self.weights[at]).sum::<f64>();
        let logits: Vec<f64> = moves.iter().map(|(_, features)| logit(features)).collect();
        let max = logits.iter().copied().fold(f64::MIN, f64::max);
        let total: f64 = logits.iter().map(|logit| (logit - max).exp()).sum();
        if is_held_out {
            self.held_out.positions += 1;
            self.held_out.loss += total.ln() + max - logits[played];
            self.held_out.matched += u64::from(logits[played] >= max);
            return;
        }
        for (number, (_, features)) in moves.iter().enumerate() {
            let probability = (logits[number] - max).exp() / total;
            let gradient = probability - f64::from(u8::from(number == played));
            for &at in features {
                let gradient = gradient + DECAY * self.weights[at];
                self.squares[at] += gradient * gradient;
                self.weights[at] -= LEARNING_RATE * gradient / self.squares[at].sqrt();
            }
        }
    }

    /// The weights as a file, and how well they predict.
    #[must_use]
    pub fn finish(self) -> Fitted {
        let byte = |weight: &f64| ((weight * SCALE).round() as i8).cast_unsigned();
        let positions = self.held_out.positions;
        let mean = |sum: f64| sum / positions.max(1) as f64;
        Fitted {
            bytes: self.weights.iter().map(byte).collect(),
            positions,
            loss: mean(self.held_out.loss),
            matched: mean(self.held_out.matched as f64),
        }
    }
}

#[cfg(test)]
mod tests {
    use chess::{Chess, Position};
    use levels::Policy;

    use super::PolicyFit;

    #[test]
    fn what_is_always_played_becomes_most_natural() {
        let mut fit = PolicyFit::new::<Chess>();
        let start = Position::start();
        let played = start.parse_uci("g1f3").expect("legal");
        for _ in 0..200 {
            fit.learn::<Chess>(&start, std::iter::once(played));
        }
        let fitted = fit.finish();
        assert_eq!(fitted.bytes.len(), Policy::<Chess>::LEN);
        assert_eq!((fitted.positions, fitted.matched), (2, 1.0));
        assert!(fitted.loss < 0.5, "{}", fitted.loss);
    }
}
