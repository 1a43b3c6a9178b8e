//! Networks with the outputs of the feature transformer in another order.

use super::{Network, NetworkError};
use crate::features::Features;

impl<F: Features> Network<F> {
    /// A network of the same values whose output `n` of the feature transformer is output `order[n]` of
    /// this one, for either perspective.
    ///
    /// # Errors
    /// Without hidden layers, if the output's sum could overflow in this order.
    ///
    /// # Panics
    /// If the order does not have each output once.
    pub fn reordered(&self, order: &[usize]) -> Result<Self, NetworkError> {
        let architecture = self.architecture();
        let outputs = architecture.activated_width();
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..outputs), "not an order of all");
        let mut parameters = self.parameters().clone();
        let rows = parameters.ft_weights.chunks_exact_mut(architecture.width);
        for row in rows.chain([&mut *parameters.ft_biases]) {
            reorder(row, order);
        }
        // Those of one perspective follow those of the other.
        match &mut parameters.dense {
            Some(dense) => reorder(&mut dense.weights, order),
            None => reorder(&mut parameters.output_weights, order),
        }
        Self::new(architecture.clone(), parameters)
    }
}

/// Brings each part of so many numbers into an order.
fn reorder<T: Copy>(numbers: &mut [T], order: &[usize]) {
    for part in numbers.chunks_exact_mut(order.len()) {
        let before = part.to_vec();
        for (number, &from) in part.iter_mut().zip(order) {
            *number = before[from];
        }
    }
}

#[cfg(test)]
mod tests {
    use chess::{Color, Position};
    use game::Rng;

    use crate::{Activation, Architecture, FeatureSet, Hidden, Network, Pieces, Scales};

    #[test]
    fn the_order_does_not_change_values() {
        let sizes = [None, Some(vec![16, 32])];
        let shapes = Activation::ALL.into_iter().flat_map(|activation| {
            let sizes = sizes.clone().into_iter();
            sizes.map(move |sizes| (activation, sizes))
        });
        for (activation, sizes) in shapes.filter(|(it, sizes)| sizes.is_none() || it.is_clipped()) {
            let architecture = Architecture {
                features: FeatureSet::PieceSquare { mirrored: true },
                width: 128,
                activation,
                hidden: sizes.map(|sizes| Hidden {
                    sizes,
                    activation: Activation::Screlu,
                    dual: true,
                    sum_bits: 13,
                }),
                buckets: 2,
                scales: Scales::default(),
            };
            let network = Network::random(architecture, 5).unwrap();
            let mut order: Vec<usize> = (0..network.architecture().activated_width()).collect();
            let mut rng = Rng::new(3);
            order.sort_by_cached_key(|_| rng.next_u64());
            let reordered = network.reordered(&order).unwrap();
            assert!(reordered.parameters() != network.parameters());
            let position = Position::from_fen(
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b - - 0 1",
            );
            for pieces in [
                Pieces::from(&Position::start()),
                Pieces::from(&position.unwrap()),
            ] {
                for side in Color::ALL {
                    let value = network.value(&pieces, side);
                    assert_eq!(reordered.value(&pieces, side), value, "{activation:?}");
                    let Some(inputs) = network.hidden_inputs(&pieces, side) else {
                        continue;
                    };
                    let expected = inputs
                        .chunks(order.len())
                        .flat_map(|part| order.iter().map(|&from| part[from]));
                    let found = reordered.hidden_inputs(&pieces, side).unwrap();
                    assert!(found.iter().copied().eq(expected));
                    assert!(found.iter().any(|&input| input > 0));
                }
            }
        }
    }

    #[test]
    #[should_panic(expected = "not an order of all")]
    fn an_order_has_each_output_once() {
        let architecture = Architecture {
            features: FeatureSet::PieceSquare { mirrored: true },
            width: 32,
            activation: Activation::Screlu,
            hidden: None,
            buckets: 1,
            scales: Scales::default(),
        };
        let network = Network::random(architecture, 5).unwrap();
        drop(network.reordered(&[0; 32]));
    }
}
