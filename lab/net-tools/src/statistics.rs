//! The distribution of a network's parameters.

use nnue::{Features, Network, Parameters};

/// The distribution of the parameters of one layer.
#[derive(Clone, Debug, PartialEq)]
pub struct PartStatistics {
    /// The layer.
    pub name: String,
    /// The number of parameters.
    pub count: usize,
    /// The smallest.
    pub min: i32,
    /// The largest.
    pub max: i32,
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
    /// The number of zeros.
    pub zeros: usize,
}

impl PartStatistics {
    fn of<T: Copy + Into<i32>>(name: &str, numbers: &[T]) -> Self {
        let count = numbers.len();
        let (mut min, mut max, mut zeros) = (i32::MAX, i32::MIN, 0);
        let (mut sum, mut squares) = (0.0, 0.0);
        for number in numbers {
            let number: i32 = (*number).into();
            min = min.min(number);
            max = max.max(number);
            zeros += usize::from(number == 0);
            sum += f64::from(number);
            squares += f64::from(number).powi(2);
        }
        let mean = sum / count as f64;
        Self {
            name: name.to_owned(),
            count,
            min,
            max,
            mean,
            deviation: (squares / count as f64 - mean * mean).max(0.0).sqrt(),
            zeros,
        }
    }
}

/// All layers in file order.
pub fn statistics<F: Features>(network: &Network<F>) -> Vec<PartStatistics> {
    let Parameters {
        ft_weights,
        ft_biases,
        dense,
        later,
        output_weights,
        output_biases,
    } = network.parameters();
    let mut parts = vec![
        PartStatistics::of("feature transformer weights", ft_weights),
        PartStatistics::of("feature transformer biases", ft_biases),
    ];
    if let Some(dense) = dense {
        parts.push(PartStatistics::of("hidden layer 1 weights", &dense.weights));
        parts.push(PartStatistics::of("hidden layer 1 biases", &dense.biases));
    }
    for (layer, number) in later.iter().zip(2..) {
        let name = |what| format!("hidden layer {number} {what}");
        parts.push(PartStatistics::of(&name("weights"), &layer.weights));
        parts.push(PartStatistics::of(&name("biases"), &layer.biases));
    }
    parts.push(PartStatistics::of("output weights", output_weights));
    parts.push(PartStatistics::of("output biases", output_biases));
    parts
}

#[cfg(test)]
mod tests {
    use super::{PartStatistics, statistics};
    use crate::examples::{deep_network, material_network};

    #[test]
    fn numbers_are_those_of_the_definition() {
        let part = PartStatistics::of("x", &[1_i16, -3, 0, 0, 7]);
        assert_eq!((part.min, part.max, part.zeros, part.count), (-3, 7, 2, 5));
        assert!((part.mean - 1.0).abs() < 1e-12);
        let variance = (0.0 + 16.0 + 1.0 + 1.0 + 36.0) / 5.0_f64;
        assert!((part.deviation - variance.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn every_part_is_there() {
        let names = |network: &nnue::Network| -> Vec<String> {
            let parts = statistics(network).into_iter();
            parts.map(|part| part.name).collect()
        };
        assert_eq!(
            names(&material_network()),
            [
                "feature transformer weights",
                "feature transformer biases",
                "output weights",
                "output biases"
            ]
        );
        let deep = names(&deep_network());
        assert_eq!(deep.len(), 8);
        assert_eq!(deep[4], "hidden layer 2 weights");
    }
}
