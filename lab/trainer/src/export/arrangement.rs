//! The order of the feature transformer's outputs before hidden layers.
//!
//! The first hidden layer skips groups of four inputs that are all zero. The order of the inputs changes
//! no value, so outputs that are active together are put together: then more groups are zero.

use std::fmt;

use nnue::{Architecture, Network};
use records::Record;
use serde::{Deserialize, Serialize};

use crate::trained::Trained;

/// Positions that the order is chosen by.
const SAMPLE: usize = 4096;

/// Inputs that the first hidden layer skips together.
const GROUP: usize = 4;

/// Percentages of groups of inputs that are not all zero.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Density {
    /// As trained.
    pub before: f64,
    /// In the order of the network file.
    pub after: f64,
}

impl fmt::Display for Density {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { before, after } = self;
        write!(
            f,
            "{after:.1} % of the groups of four, {before:.1} % as trained"
        )
    }
}

/// The network with the outputs of the feature transformer in an order that leaves more groups of them
/// zero on positions like these. Networks without hidden layers stay as they are.
pub fn arrange<F: Trained>(
    network: Network<F>,
    records: &[Record],
) -> (Network<F>, Option<Density>) {
    let Some(activity) = Activity::of(&network, records) else {
        return (network, None);
    };
    let order = activity.order();
    let trained: Vec<usize> = (0..order.len()).collect();
    let density = Density {
        before: activity.density(&trained),
        after: activity.density(&order),
    };
    match network.reordered(&order) {
        Ok(reordered) if density.after < density.before => (reordered, Some(density)),
        _ => {
            let after = density.before;
            (network, Some(Density { after, ..density }))
        }
    }
}

/// When outputs are active: for each a bit for either perspective of each position.
struct Activity {
    outputs: Vec<Vec<u64>>,
    rows: usize,
}

impl Activity {
    /// None without hidden layers, or without positions.
    fn of<F: Trained>(network: &Network<F>, records: &[Record]) -> Option<Self> {
        let count = records.len().min(SAMPLE);
        if count == 0 {
            return None;
        }
        let outputs = Architecture::activated_width(network.architecture());
        let rows = 2 * count;
        let mut activity = vec![vec![0_u64; rows.div_ceil(64)]; outputs];
        for number in 0..count {
            let record = &records[number * records.len() / count];
            let on_square = |(code, square): (u8, u8)| F::placed(code, square);
            let pieces: F::Pieces = record.board().pieces().map(on_square).collect();
            let inputs = network.hidden_inputs(&pieces, F::FIRST)?;
            for (index, _) in inputs.iter().enumerate().filter(|(_, input)| **input > 0) {
                let row = 2 * number + index / outputs;
                activity[index % outputs][row / 64] |= 1 << (row % 64);
            }
        }
        Some(Self {
            outputs: activity,
            rows,
        })
    }

    /// Groups one after the other: the output that is active most often of those that are left, and those
    /// most like it.
    fn order(&self) -> Vec<usize> {
        let mut left: Vec<usize> = (0..self.outputs.len()).collect();
        left.sort_by_key(|&output| std::cmp::Reverse(ones(self.outputs[output].iter().copied())));
        let mut order = Vec::with_capacity(left.len());
        while !left.is_empty() {
            let first = left.remove(0);
            let mut group = self.outputs[first].clone();
            order.push(first);
            for _ in 1..GROUP {
                let likeness =
                    |&(_, output): &(usize, &usize)| likeness(&group, &self.outputs[*output]);
                let each = left.iter().enumerate();
                // Of equals the one that is active most often.
                let Some((nearest, _)) = each
                    .rev()
                    .max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
                else {
                    break;
                };
                let output = left.remove(nearest);
                for (all, own) in group.iter_mut().zip(&self.outputs[output]) {
                    *all |= own;
                }
                order.push(output);
            }
        }
        order
    }

    /// The percentage of groups that are not all zero.
    fn density(&self, order: &[usize]) -> f64 {
        let active = |group: &[usize]| {
            let words = 0..self.rows.div_ceil(64);
            let any = |word| {
                group
                    .iter()
                    .fold(0, |any, &it| any | self.outputs[it][word])
            };
            ones(words.map(any))
        };
        let groups = order.chunks(GROUP);
        let all = groups.len() * self.rows;
        100.0 * groups.map(active).sum::<u32>() as f64 / all as f64
    }
}

/// Rows in which both are active, of those in which either is.
fn likeness(a: &[u64], b: &[u64]) -> f64 {
    let pairs = || a.iter().zip(b);
    let both = ones(pairs().map(|(a, b)| a & b));
    let either = ones(pairs().map(|(a, b)| a | b));
    f64::from(both) / f64::from(either.max(1))
}

/// The bits that are set.
fn ones(words: impl Iterator<Item = u64>) -> u32 {
    words.map(u64::count_ones).sum()
}

#[cfg(test)]
mod tests {
    use super::{Activity, arrange};
    use crate::export::quantize;
    use crate::fixtures::{configs, plan, records};
    use crate::model::initial_parameters;
    use crate::trained::Trained;
    use nnue::FeatureSet;

    #[test]
    fn outputs_that_are_active_together_come_together() {
        // Two kinds of outputs that are never active together, in turn, and one that never is.
        let rows = [
            0b1100_u64, 0b0011, 0b0100, 0b0001, 0b1100, 0b0011, 0b1000, 0,
        ];
        let activity = Activity {
            outputs: rows.map(|row| vec![row]).to_vec(),
            rows: 4,
        };
        let order = activity.order();
        assert_eq!(order, [0, 4, 2, 6, 1, 5, 3, 7]);
        let trained: Vec<usize> = (0..8).collect();
        assert_eq!(activity.density(&trained), 100.0);
        assert_eq!(activity.density(&order), 50.0);
    }

    #[test]
    fn networks_keep_their_values() {
        for config in configs() {
            let records = records(300, 5);
            let plan = plan(&config, records.clone());
            let parameters = initial_parameters(&plan.model, 1);
            let network = quantize(&plan.model, &parameters).expect("small weights");
            let (arranged, density) = arrange(network.clone(), &records);
            assert_eq!(density.is_some(), !config.hidden.is_empty());
            if let Some(density) = density {
                assert!(density.after <= density.before, "{density:?}");
                assert!(density.before > 0.0);
            }
            for record in &records {
                let on_square = |(code, square): (u8, u8)| FeatureSet::placed(code, square);
                let pieces = record.board().pieces().map(on_square).collect();
                let side = FeatureSet::FIRST;
                assert_eq!(arranged.value(&pieces, side), network.value(&pieces, side));
            }
        }
    }
}
