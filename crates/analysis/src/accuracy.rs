//! Accuracy of moves and of games, by the formulas that Lichess publishes.

/// The accuracy of a move in percent, by the mover's Win% before and after it.
pub fn move_accuracy(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    let raw = 103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * (before - after)).exp();
    // One more point, because the analysis is not perfect either.
    (raw - 3.166_924_740_191_411 + 1.0).clamp(0.0, 100.0)
}

/// The weights of a game's moves: how much Win% went up and down around each of them. `wins` has the
/// Win% of every position, one more than there are moves.
pub(crate) fn weights(wins: &[f64]) -> Vec<f64> {
    let moves = wins.len().saturating_sub(1);
    let window = (moves / 10).clamp(2, 8).min(wins.len());
    let weight = |values: &[f64]| standard_deviation(values).clamp(0.5, 12.0);
    // The first window also stands for the moves before its end.
    (0..moves)
        .map(|index| (index + 2).saturating_sub(window))
        .map(|start| weight(&wins[start..start + window]))
        .collect()
}

/// The accuracy of a side from its moves' accuracies and weights: the mean of their weighted and
/// their harmonic mean. Nothing without moves.
pub(crate) fn game_accuracy(moves: impl Iterator<Item = (f64, f64)> + Clone) -> Option<f64> {
    let count = moves.clone().count() as f64;
    let weights: f64 = moves.clone().map(|(_, weight)| weight).sum();
    let weighted: f64 = moves
        .clone()
        .map(|(accuracy, weight)| accuracy * weight)
        .sum();
    let reciprocals: f64 = moves.map(|(accuracy, _)| 1.0 / accuracy.max(1.0)).sum();
    (count > 0.0).then(|| (weighted / weights + count / reciprocals) / 2.0)
}

fn standard_deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares = values.iter().map(|value| (value - mean).powi(2));
    (squares.sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::{game_accuracy, move_accuracy, weights};

    #[test]
    fn moves_lose_accuracy_with_their_loss_of_chances() {
        assert_eq!(move_accuracy(50.0, 50.0), 100.0);
        assert_eq!(move_accuracy(50.0, 60.0), 100.0);
        for (loss, accuracy) in [
            (1.0, 96.6),
            (5.0, 80.8),
            (10.0, 64.6),
            (40.0, 15.9),
            (100.0, 0.0),
        ] {
            let found = move_accuracy(100.0, 100.0 - loss);
            assert!((found - accuracy).abs() < 0.1, "{loss}: {found}");
        }
    }

    #[test]
    fn every_move_has_a_weight_of_a_window_that_ends_with_it() {
        // 40 moves: windows of four positions.
        let wins: Vec<f64> = (0..=40)
            .map(|ply| if ply < 20 { 50.0 } else { 80.0 })
            .collect();
        let weights = weights(&wins);
        assert_eq!(weights.len(), 40);
        for (index, weight) in weights.into_iter().enumerate() {
            let expected = if (19..=21).contains(&index) {
                12.0
            } else {
                0.5
            };
            assert_eq!(weight, expected, "{index}");
        }
        assert_eq!(super::weights(&[50.0, 40.0]), [5.0]);
        assert_eq!(super::weights(&[50.0]), [0.0; 0]);
    }

    #[test]
    fn a_game_is_between_the_weighted_and_the_harmonic_mean() {
        assert_eq!(game_accuracy([].into_iter()), None);
        assert_eq!(game_accuracy([(80.0, 3.0)].into_iter()), Some(80.0));
        let found = game_accuracy([(100.0, 1.0), (50.0, 3.0)].into_iter()).unwrap();
        assert!((found - (62.5 + 200.0 / 3.0) / 2.0).abs() < 1e-9);
        // An accuracy of 0 counts as 1 in the harmonic mean.
        assert!(game_accuracy([(0.0, 1.0)].into_iter()) == Some(0.5));
    }
}
