//! Positions with known labels, for tests.

use chess::{Chess, Position};
use game::Rng;
use records::{GameResult, Record};

use crate::loss::Target;
use crate::sample::Sample;
use crate::values::Values;

/// Positions of random games.
pub(crate) fn positions(count: usize, seed: u64) -> Vec<Position> {
    let mut rng = Rng::new(seed);
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let mut position = Position::start();
        for ply in 0..150 {
            let Some(&mv) = rng.choose(&position.legal_moves()) else {
                break;
            };
            position.play(mv);
            if ply % 6 == 5 {
                positions.push(position.clone());
            }
        }
    }
    positions.truncate(count);
    positions
}

/// Labels positions with the scores of `values`, and with random results that follow those scores.
pub(crate) fn labeled(positions: &[Position], values: &Values, scale: f64) -> Vec<Sample> {
    let mut rng = Rng::new(1);
    let target = Target {
        result_weight: 1.0,
        scale,
    };
    let label = |position: &Position| {
        let record = |result| Record::new::<chess::Chess>(position, 0, result);
        let [win, loss] = if position.side_to_move() == chess::Color::White {
            [GameResult::WhiteWins, GameResult::BlackWins]
        } else {
            [GameResult::BlackWins, GameResult::WhiteWins]
        };
        let sample = |record: &Record| Sample::of::<Chess>(record).expect("a valid position");
        let score = sample(&record(GameResult::Draw)).evaluate(values);
        let wins = (rng.below(1 << 20) as f64) < target.expected(score) * f64::from(1 << 20);
        sample(&record(if wins { win } else { loss }).with_score(score.round() as i16))
    };
    positions.iter().map(label).collect()
}
