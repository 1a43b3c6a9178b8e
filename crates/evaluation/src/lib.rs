//! What positions are evaluated with: a network, the handcrafted evaluation, or both.

#![forbid(unsafe_code)]

pub mod handcrafted;

use std::sync::Arc;

use chess::{Chess, Piece, Position, Square};
use game::{Evaluator, Observer, Score};
use handcrafted::Handcrafted;
use nnue::Network;

/// The evaluation of a search.
///
/// With a tag of its own: that is quicker to test than one hidden in a field, and every move does.
#[derive(Clone)]
#[repr(u8)]
pub enum Evaluation {
    /// Without a network.
    Handcrafted(Handcrafted),
    /// By a network alone.
    Network(nnue::Evaluator),
    /// By both.
    Blend(Box<Blend>),
}

/// A mean of both evaluations.
#[derive(Clone)]
pub struct Blend {
    network: nnue::Evaluator,
    handcrafted: Handcrafted,
    /// The network's share, in hundredths.
    share: i32,
}

/// How a network is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// The network's share of the evaluation, in hundredths; the rest is the handcrafted one's.
    pub share: i32,
    /// What its values are multiplied with, in hundredths.
    pub scale: i32,
}

/// The network alone, as it is.
impl Default for Use {
    fn default() -> Self {
        Self {
            share: 100,
            scale: 100,
        }
    }
}

impl Evaluation {
    /// The evaluation by a network; the handcrafted one if there is none, or it has no share.
    #[must_use]
    pub fn new(network: Option<&Arc<Network>>, how: Use) -> Self {
        let Some(network) = network.filter(|_| how.share > 0) else {
            return Self::Handcrafted(Handcrafted::new());
        };
        let mut network = nnue::Evaluator::new(network.clone());
        network.set_percent(how.scale);
        if how.share == 100 {
            return Self::Network(network);
        }
        Self::Blend(Box::new(Blend {
            network,
            handcrafted: Handcrafted::new(),
            share: how.share,
        }))
    }

    /// The same without regard to the fifty-move rule, for scores that are to teach an evaluation
    /// what pieces are worth.
    #[must_use]
    pub fn without_clock(network: Option<&Arc<Network>>) -> Self {
        match network {
            None => Self::Handcrafted(Handcrafted::without_clock()),
            Some(network) => {
                let mut network = nnue::Evaluator::new(network.clone());
                network.ignore_clock();
                Self::Network(network)
            }
        }
    }

    /// The network in it.
    #[must_use]
    pub const fn network(&self) -> Option<&Arc<Network>> {
        match self {
            Self::Handcrafted(_) => None,
            Self::Network(network) => Some(network.network()),
            Self::Blend(blend) => Some(blend.network.network()),
        }
    }

    /// The value of one position for the side to move.
    #[must_use]
    pub fn of(mut self, position: &Position) -> Score {
        self.reset(position);
        self.evaluate(position)
    }
}

impl Observer<Chess> for Evaluation {
    #[inline(always)]
    fn appeared(&mut self, piece: Piece, square: Square) {
        match self {
            Self::Handcrafted(handcrafted) => handcrafted.appeared(piece, square),
            Self::Network(network) => network.appeared(piece, square),
            Self::Blend(blend) => {
                blend.network.appeared(piece, square);
                blend.handcrafted.appeared(piece, square);
            }
        }
    }

    #[inline(always)]
    fn vanished(&mut self, piece: Piece, square: Square) {
        match self {
            Self::Handcrafted(handcrafted) => handcrafted.vanished(piece, square),
            Self::Network(network) => network.vanished(piece, square),
            Self::Blend(blend) => {
                blend.network.vanished(piece, square);
                blend.handcrafted.vanished(piece, square);
            }
        }
    }

    #[inline(always)]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        match self {
            Self::Handcrafted(handcrafted) => handcrafted.moved(piece, from, to),
            Self::Network(network) => network.moved(piece, from, to),
            Self::Blend(blend) => {
                blend.network.moved(piece, from, to);
                blend.handcrafted.moved(piece, from, to);
            }
        }
    }
}

impl Evaluator<Chess> for Evaluation {
    fn reset(&mut self, position: &Position) {
        match self {
            Self::Handcrafted(handcrafted) => handcrafted.reset(position),
            Self::Network(network) => network.reset(position),
            Self::Blend(blend) => {
                blend.network.reset(position);
                blend.handcrafted.reset(position);
            }
        }
    }

    #[inline(always)]
    fn push(&mut self) {
        match self {
            Self::Handcrafted(handcrafted) => handcrafted.push(),
            Self::Network(network) => network.push(),
            Self::Blend(blend) => {
                blend.network.push();
                blend.handcrafted.push();
            }
        }
    }

    #[inline(always)]
    fn pop(&mut self) {
        match self {
            Self::Handcrafted(handcrafted) => handcrafted.pop(),
            Self::Network(network) => network.pop(),
            Self::Blend(blend) => {
                blend.network.pop();
                blend.handcrafted.pop();
            }
        }
    }

    #[inline(always)]
    fn evaluate(&mut self, position: &Position) -> Score {
        match self {
            Self::Handcrafted(handcrafted) => handcrafted.evaluate(position),
            Self::Network(network) => network.evaluate(position),
            Self::Blend(blend) => {
                let network = blend.network.evaluate(position).raw();
                let handcrafted = blend.handcrafted.evaluate(position).raw();
                let sum = network * blend.share + handcrafted * (100 - blend.share);
                Score::evaluation(sum / 100)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Arc, Evaluation, Network, Position, Use};
    use nnue::{Activation, Architecture, FeatureSet, Scales};

    const FRESH: &str = "4k3/pp6/8/8/8/8/PPP5/R3K3 w - - 0 1";
    const STALE: &str = "4k3/pp6/8/8/8/8/PPP5/R3K3 w - - 80 90";

    fn network() -> Arc<Network> {
        let architecture = Architecture {
            features: FeatureSet::PieceSquare { mirrored: true },
            width: 32,
            activation: Activation::Screlu,
            hidden: None,
            buckets: 1,
            scales: Scales {
                qa: 255,
                qb: 64,
                eval: 400,
            },
        };
        Arc::new(Network::random(architecture, 3).expect("a small network"))
    }

    fn value(evaluation: Evaluation, fen: &str) -> i32 {
        let position = Position::from_fen(fen).expect("valid");
        evaluation.of(&position).raw()
    }

    #[test]
    fn a_network_is_used_mixed_and_scaled() {
        let network = network();
        let with = |share, scale| {
            let evaluation = Evaluation::new(Some(&network), Use { share, scale });
            value(evaluation, FRESH)
        };
        let by_hand = value(Evaluation::new(None, Use::default()), FRESH);
        let by_network = with(100, 100);
        assert_ne!(by_hand, by_network);
        assert_eq!(with(0, 100), by_hand);
        assert_eq!(with(30, 100), (by_network * 30 + by_hand * 70) / 100);
        assert!((with(100, 200) - 2 * by_network).abs() <= 1);
    }

    #[test]
    fn the_clock_counts_unless_it_is_to_be_ignored() {
        let network = network();
        for network in [None, Some(&network)] {
            let usual = Evaluation::new(network, Use::default());
            assert!(value(usual.clone(), STALE).abs() < value(usual.clone(), FRESH).abs());
            let raw = Evaluation::without_clock(network);
            assert_eq!(value(raw.clone(), STALE), value(raw, FRESH));
            assert_eq!(usual.network().is_some(), network.is_some());
        }
    }
}
