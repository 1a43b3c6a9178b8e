//! What the engine evaluates positions with: a network, the handcrafted evaluation, or both.

use std::sync::Arc;

use chess::{Chess, Piece, Position, Square};
use game::{Evaluator, Observer, Score};
use handcrafted::Handcrafted;
use nnue::Network;

use crate::options::Settings;

/// The evaluation of a search.
#[derive(Clone)]
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

impl Evaluation {
    /// The evaluation that the options ask for, with the network that is loaded, if any.
    pub fn new(settings: &Settings, network: Option<&Arc<Network>>) -> Self {
        let network = network.filter(|_| settings.use_network && settings.blend > 0);
        let Some(network) = network else {
            return Self::Handcrafted(Handcrafted::new());
        };
        let mut network = nnue::Evaluator::new(network.clone());
        network.set_percent(settings.scale);
        if settings.blend == 100 {
            return Self::Network(network);
        }
        Self::Blend(Box::new(Blend {
            network,
            handcrafted: Handcrafted::new(),
            share: settings.blend,
        }))
    }

    /// The network in it.
    pub fn network(&self) -> Option<&Arc<Network>> {
        match self {
            Self::Handcrafted(_) => None,
            Self::Network(network) => Some(network.network()),
            Self::Blend(blend) => Some(blend.network.network()),
        }
    }

    /// The value of one position for the side to move.
    pub fn of(mut self, position: &Position) -> Score {
        self.reset(position);
        self.evaluate(position)
    }
}

impl Observer<Chess> for Evaluation {
    #[inline]
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

    #[inline]
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

    #[inline]
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

    #[inline]
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

    #[inline]
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

    #[inline]
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
    use super::{Arc, Evaluation, Network, Position, Settings};
    use nnue::{Activation, Architecture, FeatureSet, Scales};

    fn network() -> Arc<Network> {
        let architecture = Architecture {
            features: FeatureSet::PieceSquare { mirrored: true },
            width: 32,
            activation: Activation::SquaredClippedRelu,
            hidden: None,
            buckets: 1,
            scales: Scales {
                first: 255,
                output: 64,
                evaluation: 400,
            },
        };
        Arc::new(Network::random(architecture, 3).expect("a small network"))
    }

    fn value(settings: &Settings, network: Option<&Arc<Network>>) -> i32 {
        let position = Position::from_fen("4k3/pp6/8/8/8/8/PPP5/R3K3 w - - 0 1").expect("valid");
        Evaluation::new(settings, network).of(&position).raw()
    }

    #[test]
    fn the_options_choose_and_mix() {
        let network = network();
        let pure = Settings::default();
        let by_hand = value(&pure, None);
        let by_network = value(&pure, Some(&network));
        assert_ne!(by_hand, by_network);
        let set = |use_network, blend, scale| Settings {
            use_network,
            blend,
            scale,
            ..Settings::default()
        };
        let with = |settings: Settings| value(&settings, Some(&network));
        assert_eq!(with(set(false, 100, 100)), by_hand);
        assert_eq!(with(set(true, 0, 100)), by_hand);
        let mixed = with(set(true, 30, 100));
        assert_eq!(mixed, (by_network * 30 + by_hand * 70) / 100);
        let doubled = with(set(true, 100, 200));
        assert!((doubled - 2 * by_network).abs() <= 1);
    }
}
