//! Some positions of each kind, to look at.

use chess::Position;
use game::Rng;

use super::quiet::{Judgement, Reason, Scores};

/// How many of each kind.
const MANY: usize = 4;
/// Kinds: kept, and each reason to drop.
const KINDS: usize = 1 + Reason::ALL.len();

/// A position and what was found about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The position as FEN.
    pub fen: String,
    /// Its scores.
    pub scores: Scores,
    /// Why it was dropped, if it was.
    pub dropped: Option<Reason>,
}

/// Some positions of each kind, drawn from all.
#[derive(Clone, Debug, Default)]
pub struct Examples {
    kinds: [Vec<Example>; KINDS],
    /// How many of each kind were offered.
    offered: [u64; KINDS],
}

fn number(dropped: Option<Reason>) -> usize {
    let reasons = Reason::ALL.into_iter().map(Some);
    let place = reasons.zip(1..).find(|&(reason, _)| reason == dropped);
    place.map_or(0, |(_, number)| number)
}

impl Examples {
    /// Takes a position of a game, or not, so that in the end each of its kind is as likely to be
    /// the one that is left. The position's key is chance enough.
    pub(super) fn offer(&mut self, position: &Position, judgement: &Judgement) {
        let number = number(judgement.dropped);
        self.offered[number] += 1;
        let mut rng = Rng::new(position.keys().full);
        if rng.below(self.offered[number] as usize) == 0 {
            self.kinds[number] = vec![Example {
                fen: position.fen(),
                scores: judgement.scores,
                dropped: judgement.dropped,
            }];
        }
    }

    /// Takes another game's examples, or not, so that in the end all games are as likely to be shown.
    pub(super) fn merge(&mut self, other: Self, rng: &mut Rng) {
        let all = other.kinds.into_iter().flatten();
        for example in all {
            let number = number(example.dropped);
            self.offered[number] += 1;
            let kind = &mut self.kinds[number];
            if kind.len() < MANY {
                kind.push(example);
            } else {
                let drawn = rng.below(self.offered[number] as usize);
                if let Some(place) = kind.get_mut(drawn) {
                    *place = example;
                }
            }
        }
    }

    /// Those that were kept, or were dropped for a reason.
    #[must_use]
    pub fn of(&self, dropped: Option<Reason>) -> &[Example] {
        &self.kinds[number(dropped)]
    }
}
