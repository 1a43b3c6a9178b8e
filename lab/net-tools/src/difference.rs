//! The difference between the evaluations of two networks.

use nnue::features::PositionOf;
use nnue::{FeatureSet, Features, Network};

use crate::value;

/// The evaluations of two networks on the same positions, in centipawns.
pub struct Difference<F: Features = FeatureSet> {
    /// The mean of the second network's values minus the first's.
    pub mean: f64,
    /// The mean absolute difference.
    pub mean_absolute: f64,
    /// The largest absolute difference.
    pub max: i32,
    /// The position with the largest difference, and both values; `None` if all values are equal.
    pub at: Option<(PositionOf<F>, i32, i32)>,
    /// Pearson's correlation of the values; `None` if either network is constant.
    pub correlation: Option<f64>,
    /// The mean absolute value of each network: its scale.
    pub size: [f64; 2],
    /// The number of positions with equal values.
    pub equal: usize,
    /// The number of positions.
    pub positions: usize,
}

/// Compares two networks over positions.
pub fn difference<F: Features>(
    networks: [&Network<F>; 2],
    positions: &[PositionOf<F>],
) -> Difference<F> {
    let values: Vec<[i32; 2]> = positions
        .iter()
        .map(|position| networks.map(|network| value(network, position)))
        .collect();
    let distance = |[a, b]: [i32; 2]| a.abs_diff(b);
    let count = values.len().max(1) as f64;
    let mean =
        |of: &dyn Fn([i32; 2]) -> f64| values.iter().map(|&pair| of(pair)).sum::<f64>() / count;
    let farthest = positions
        .iter()
        .zip(&values)
        .max_by_key(|(_, pair)| distance(**pair))
        .filter(|(_, pair)| distance(**pair) > 0);
    Difference {
        mean: mean(&|[a, b]| f64::from(b) - f64::from(a)),
        mean_absolute: mean(&|pair| f64::from(distance(pair))),
        max: values.iter().map(|&pair| distance(pair)).max().unwrap_or(0) as i32,
        at: farthest.map(|(position, &[a, b])| (position.clone(), a, b)),
        correlation: correlation(&values),
        size: [0, 1].map(|index| mean(&|pair| f64::from(pair[index]).abs())),
        equal: values.iter().filter(|[a, b]| a == b).count(),
        positions: positions.len(),
    }
}

fn correlation(values: &[[i32; 2]]) -> Option<f64> {
    let count = values.len() as f64;
    let mean = [0, 1].map(|index| {
        let sum: f64 = values.iter().map(|pair| f64::from(pair[index])).sum();
        sum / count
    });
    let (mut both, mut first, mut second) = (0.0, 0.0, 0.0);
    for pair in values {
        let [a, b] = [0, 1].map(|index| f64::from(pair[index]) - mean[index]);
        both += a * b;
        first += a * a;
        second += b * b;
    }
    (first > 0.0 && second > 0.0).then(|| both / (first * second).sqrt())
}

#[cfg(test)]
mod tests {
    use chess::Chess;

    use super::{correlation, difference};
    use crate::examples::{deep_network, material_network};
    use crate::positions::random_positions;

    #[test]
    fn a_network_does_not_differ_from_itself() {
        let network = deep_network();
        let found = difference([&network, &network], &random_positions::<Chess>(20, 1));
        assert_eq!((found.max, found.equal, found.positions), (0, 20, 20));
        assert!(found.at.is_none());
        assert!((found.correlation.unwrap() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn two_networks_differ_most_somewhere() {
        let networks = [&material_network(), &deep_network()];
        let found = difference(networks, &random_positions::<Chess>(20, 1));
        let (position, a, b) = found.at.unwrap();
        assert_eq!(super::value(networks[0], &position), a);
        assert_eq!(super::value(networks[1], &position), b);
        assert_eq!((a - b).abs(), found.max);
        assert!(f64::from(found.max) >= found.mean_absolute);
        assert!(found.mean_absolute >= found.mean.abs());
    }

    #[test]
    fn correlations() {
        let known = correlation(&[[1, 2], [2, 4], [3, 6]]).unwrap();
        assert!((known - 1.0).abs() < 1e-12);
        let known = correlation(&[[1, 1], [2, 0], [3, 2]]).unwrap();
        assert!((known - 0.5).abs() < 1e-12);
        assert_eq!(correlation(&[[1, 5], [1, 6]]), None);
        assert_eq!(correlation(&[]), None);
    }

    #[test]
    fn no_positions_are_no_difference() {
        let network = material_network();
        let found = difference([&network, &network], &[]);
        assert_eq!((found.max, found.positions), (0, 0));
        assert_eq!(found.mean_absolute, 0.0);
    }
}
