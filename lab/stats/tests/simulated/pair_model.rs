//! Simulated matches.

use game::Rng;
use stats::{
    Counts, Decision, Distribution, GameModel, Outcome, Pentanomial, Plan, Played, Sprt,
    Tournament, score_of_elo,
};

/// The standard deviations of a 95 % interval.
const Z95: f64 = 1.959_963_984_540_054;

/// The outcome probabilities of game pairs between two engines of known strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairModel {
    /// Probabilities of loss, draw and win of the new engine with White, then with Black.
    pub games: [[f64; 3]; 2],
}

impl PairModel {
    /// Pairs in which the new engine is `elo` logistic Elo better over both games. The model's
    /// white advantage is the bias of the openings.
    ///
    /// Found by bisection on the rating difference, because a bias flattens the expected score.
    pub fn new(elo: f64, model: &GameModel) -> Self {
        let at = |difference: f64| Self {
            games: [
                model.probabilities(difference),
                reversed(model.probabilities(-difference)),
            ],
        };
        let score = score_of_elo(elo);
        let too_weak = |difference: f64| at(difference).probabilities().mean() < score;
        let (mut low, mut high) = (-1.0, 1.0);
        // Doubling ends, because the score soon is 0 or 1 in an `f64`.
        for _ in 0..f64::MAX_EXP {
            if too_weak(high) {
                high *= 2.0;
            } else if !too_weak(low) {
                low *= 2.0;
            } else {
                break;
            }
        }
        for _ in 0..f64::MANTISSA_DIGITS + 10 {
            let middle = f64::midpoint(low, high);
            if too_weak(middle) {
                low = middle;
            } else {
                high = middle;
            }
        }
        at(f64::midpoint(low, high))
    }

    /// The probabilities of the five scores of a pair.
    pub fn probabilities(&self) -> Distribution<5> {
        let mut shares = [0.0; 5];
        for (first, p) in self.games[0].iter().enumerate() {
            for (second, q) in self.games[1].iter().enumerate() {
                shares[first + second] += p * q;
            }
        }
        Distribution(shares)
    }

    /// Simulates a pair: the new engine's outcome with White, then with Black.
    pub fn play(&self, rng: &mut Rng) -> [Outcome; 2] {
        self.games
            .map(|probabilities| Outcome::ALL[categorical(rng, &probabilities)])
    }

    /// Simulates many pairs.
    pub fn play_match(&self, pairs: u64, rng: &mut Rng) -> Pentanomial {
        let mut counts = Pentanomial::default();
        for _ in 0..pairs {
            let [white, black] = self.play(rng);
            counts.add(white, black);
        }
        counts
    }

    /// Simulates a whole SPRT, checked after every `batch` pairs; undecided after `limit` pairs.
    pub fn play_sprt(&self, sprt: &Sprt, batch: u64, limit: u64, rng: &mut Rng) -> SprtRun {
        let mut counts = Pentanomial::default();
        loop {
            counts += self.play_match(batch.max(1).min(limit - counts.total()), rng);
            let decision = sprt.decide(sprt.llr(&counts));
            if decision != Decision::Continue || counts.total() >= limit {
                return SprtRun { decision, counts };
            }
        }
    }

    /// The expected length in pairs and outcome of an SPRT of these engines.
    pub fn expected(&self, sprt: &Sprt) -> Plan {
        sprt.plan(&self.probabilities())
    }

    /// The number of pairs after which the 95 % error of logistic Elo is `error`.
    pub fn expected_for_error(&self, error: f64) -> f64 {
        let shares = self.probabilities();
        let (score, decade) = (shares.mean(), std::f64::consts::LN_10);
        let elo_slope = 400.0 / decade / (score * (1.0 - score));
        shares.variance() * (Z95 * elo_slope / error).powi(2)
    }
}

/// The end of a simulated SPRT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SprtRun {
    /// The decision; [`Decision::Continue`] if the limit came first.
    pub decision: Decision,
    /// The pairs played.
    pub counts: Pentanomial,
}

/// Simulates a round robin: each two players of the given names and ratings meet in `pairs` pairs.
pub fn round_robin(
    players: &[(&str, f64)],
    pairs: usize,
    model: &GameModel,
    rng: &mut Rng,
) -> Tournament {
    let mut tournament = Tournament::new();
    let entries: Vec<_> = players
        .iter()
        .map(|&(name, rating)| (tournament.player(name), rating))
        .collect();
    for (index, first) in entries.iter().enumerate() {
        for second in &entries[index + 1..] {
            for _ in 0..pairs {
                let [one, two] = [(first, second), (second, first)].map(|(white, black)| {
                    let outcome =
                        Outcome::ALL[categorical(rng, &model.probabilities(white.1 - black.1))];
                    Played {
                        white: white.0,
                        black: black.0,
                        outcome,
                    }
                });
                tournament.add_pair(one, two);
            }
        }
    }
    tournament
}

/// Outcome probabilities from the opponent's side.
fn reversed(mut outcomes: [f64; 3]) -> [f64; 3] {
    outcomes.reverse();
    outcomes
}

/// Categorical: the index of a bin, each with its probability.
fn categorical(rng: &mut Rng, probabilities: &[f64]) -> usize {
    let mut left = (rng.next_u64() >> 11) as f64 * 2.0_f64.powi(-53);
    // The last bin takes what rounding leaves over.
    let last = probabilities.len().saturating_sub(1);
    for (index, p) in probabilities[..last].iter().enumerate() {
        left -= p;
        if left < 0.0 {
            return index;
        }
    }
    last
}

#[test]
fn bins_come_with_their_probability() {
    let (mut rng, mut seen) = (Rng::new(2), [0_u32; 3]);
    for _ in 0..10_000 {
        seen[categorical(&mut rng, &[0.2, 0.0, 0.8])] += 1;
    }
    assert_eq!(seen[1], 0);
    assert!((1_850..2_150).contains(&seen[0]), "{seen:?}");
}
