//! Example positions of each kind for the report, by reservoir sampling.

use game::{Position, Rng, Rules};

use super::quiet_filter::{Classification, DropReason, Scores};

/// Examples of each kind.
const PER_KIND: usize = 4;
/// Kinds: kept, and each drop reason.
const KINDS: usize = 1 + DropReason::ALL.len();

/// A classified position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The position as FEN.
    pub fen: String,
    pub scores: Scores,
    /// Why it was dropped, if it was.
    pub dropped: Option<DropReason>,
}

/// Example positions of each kind.
#[derive(Clone, Debug, Default)]
pub struct Examples {
    kinds: [Vec<Example>; KINDS],
    /// How many of each kind were offered.
    offered: [u64; KINDS],
}

fn number(dropped: Option<DropReason>) -> usize {
    let reasons = DropReason::ALL.into_iter().map(Some);
    let place = reasons.zip(1..).find(|&(reason, _)| reason == dropped);
    place.map_or(0, |(_, number)| number)
}

impl Examples {
    /// Samples one position per kind, each with the same probability. The position's key seeds the
    /// draw.
    pub(super) fn offer<R: Rules>(
        &mut self,
        position: &R::Position,
        classification: &Classification,
    ) {
        let number = number(classification.dropped);
        self.offered[number] += 1;
        let mut rng = Rng::new(position.keys().full);
        if rng.below(self.offered[number] as usize) == 0 {
            self.kinds[number] = vec![Example {
                fen: R::fen(position),
                scores: classification.scores,
                dropped: classification.dropped,
            }];
        }
    }

    /// Samples from another batch's examples, each with the same probability.
    pub(super) fn merge(&mut self, other: Self, rng: &mut Rng) {
        let all = other.kinds.into_iter().flatten();
        for example in all {
            let number = number(example.dropped);
            self.offered[number] += 1;
            let kind = &mut self.kinds[number];
            if kind.len() < PER_KIND {
                kind.push(example);
            } else {
                let drawn = rng.below(self.offered[number] as usize);
                if let Some(place) = kind.get_mut(drawn) {
                    *place = example;
                }
            }
        }
    }

    /// The examples with this drop reason, or those kept.
    #[must_use]
    pub fn of(&self, dropped: Option<DropReason>) -> &[Example] {
        &self.kinds[number(dropped)]
    }
}
