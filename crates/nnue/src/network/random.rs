//! Random networks, for tests and benchmarks.

use game::Rng;

use super::{Network, NetworkError, Parameters};
use crate::architecture::Architecture;
use crate::features::Features;

impl<F: Features> Network<F> {
    /// A network with random parameters of realistic size: the same for an architecture and a seed on
    /// every machine.
    ///
    /// # Errors
    /// If the architecture is not supported.
    pub fn random(architecture: Architecture<F>, seed: u64) -> Result<Self, NetworkError> {
        architecture
            .validate()
            .map_err(NetworkError::Architecture)?;
        let mut rng = Rng::new(seed);
        let mut parameters = Parameters::zeroed(&architecture);
        fill(&mut parameters.ft_weights, 60, &mut rng);
        fill(&mut parameters.ft_biases, 120, &mut rng);
        if let Some(dense) = &mut parameters.dense {
            fill(&mut dense.weights, 60, &mut rng);
            fill(&mut dense.biases, 4000, &mut rng);
        }
        for layer in &mut parameters.later {
            fill(&mut layer.weights, 1000, &mut rng);
            fill(&mut layer.biases, 1_000_000, &mut rng);
        }
        fill(&mut parameters.output_weights, 127, &mut rng);
        fill(&mut parameters.output_biases, 5000, &mut rng);
        Self::new(architecture, parameters)
    }
}

/// Numbers from `-largest` to `largest`; small ones are more likely, as in trained networks.
fn fill<T: TryFrom<i32>>(numbers: &mut [T], largest: i32, rng: &mut Rng) {
    let span = 2 * largest.unsigned_abs() as usize + 1;
    for number in numbers {
        let draw = |rng: &mut Rng| rng.below(span) as i32 - largest;
        let drawn = (draw(rng) + draw(rng)) / 2;
        *number =
            T::try_from(drawn).unwrap_or_else(|_| unreachable!("the largest number fits the type"));
    }
}
