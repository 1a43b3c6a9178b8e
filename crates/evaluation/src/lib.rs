//! The evaluation of a search. For chess a network (NNUE), the handcrafted evaluation, or a blend of
//! both, and endgame knowledge where a plan is needed; for xiangqi a handcrafted evaluation.

#![forbid(unsafe_code)]

mod endgame;
mod evaluated;
pub mod handcrafted;
mod tapered;
mod tunable;
pub mod xiangqi;

use std::sync::{Arc, OnceLock};

use chess::{Chess, Piece, Position, Square};
use game::{Evaluator, Observer, Score};
use handcrafted::Handcrafted;
use nnue::Network;

pub use evaluated::{Evaluated, ReadNetwork};
pub use tapered::{Terms, Value};
pub use tunable::Tunable;

/// The file of the embedded network, if there is one. The build script has checked it.
pub const EMBEDDED: Option<&[u8]> = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The embedded network, parsed on first use.
pub fn embedded() -> Option<Arc<Network>> {
    static NETWORK: OnceLock<Option<Arc<Network>>> = OnceLock::new();
    let load = || {
        let container = nnue::Container::read(EMBEDDED?).expect("the build script has read it");
        Some(Arc::new(container.network))
    };
    NETWORK.get_or_init(load).clone()
}

/// The evaluation of a search.
///
/// With an explicit tag: that is quicker to test than a niche, and every move tests it.
#[derive(Clone)]
#[repr(u8)]
#[expect(
    clippy::large_enum_variant,
    reason = "a thread has one, and nearly always the larger"
)]
pub enum Evaluation {
    /// Without a network.
    Handcrafted(Handcrafted),
    /// By a network.
    Network {
        /// The network's evaluator.
        nnue: nnue::Evaluator,
        /// See [`NnueOptions::blend`].
        blend: i32,
    },
}

/// How a network is used: the UCI options `NnueBlend` and `NnueScale`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NnueOptions {
    /// The network's share of the evaluation, in percent; the rest is handcrafted.
    pub blend: i32,
    /// The factor of the network's evaluation, in percent.
    pub scale: i32,
}

/// The network alone, unscaled.
impl Default for NnueOptions {
    fn default() -> Self {
        Self {
            blend: 100,
            scale: 100,
        }
    }
}

impl Evaluation {
    /// The evaluation by a network; handcrafted if there is none, or if its share is 0.
    pub fn new(network: Option<&Arc<Network>>, options: NnueOptions) -> Self {
        match network.filter(|_| options.blend > 0) {
            None => Self::Handcrafted(Handcrafted::new()),
            Some(network) => {
                let mut nnue = nnue::Evaluator::new(network.clone());
                nnue.set_percent(options.scale);
                Self::Network {
                    nnue,
                    blend: options.blend,
                }
            }
        }
    }

    /// The same without scaling by the halfmove clock, for the labels of training data.
    pub fn without_clock(network: Option<&Arc<Network>>) -> Self {
        match network {
            None => Self::Handcrafted(Handcrafted::without_clock()),
            Some(network) => {
                let mut nnue = nnue::Evaluator::new(network.clone());
                nnue.ignore_clock();
                Self::Network { nnue, blend: 100 }
            }
        }
    }

    /// The network, if there is one.
    pub const fn network(&self) -> Option<&Arc<Network>> {
        match self {
            Self::Handcrafted(_) => None,
            Self::Network { nnue, .. } => Some(nnue.network()),
        }
    }

    /// The static evaluation of one position for the side to move.
    pub fn of(mut self, position: &Position) -> Score {
        self.reset(position);
        self.evaluate(position)
    }
}

/// Calls the evaluator in use.
macro_rules! dispatch {
    ($evaluation:expr, $evaluator:ident => $call:expr) => {
        match $evaluation {
            Evaluation::Handcrafted($evaluator) => $call,
            Evaluation::Network {
                nnue: $evaluator, ..
            } => $call,
        }
    };
}

impl Observer<Chess> for Evaluation {
    #[inline(always)]
    fn appeared(&mut self, piece: Piece, square: Square) {
        dispatch!(self, evaluator => evaluator.appeared(piece, square));
    }

    #[inline(always)]
    fn vanished(&mut self, piece: Piece, square: Square) {
        dispatch!(self, evaluator => evaluator.vanished(piece, square));
    }

    #[inline(always)]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        dispatch!(self, evaluator => evaluator.moved(piece, from, to));
    }
}

impl Evaluator<Chess> for Evaluation {
    fn reset(&mut self, position: &Position) {
        dispatch!(self, evaluator => evaluator.reset(position));
    }

    #[inline(always)]
    fn push(&mut self) {
        dispatch!(self, evaluator => evaluator.push());
    }

    #[inline(always)]
    fn pop(&mut self) {
        dispatch!(self, evaluator => evaluator.pop());
    }

    #[inline(always)]
    fn evaluate(&mut self, position: &Position) -> Score {
        if let Some(score) = endgame::evaluate(position) {
            return score;
        }
        match self {
            Self::Handcrafted(handcrafted) => handcrafted.evaluate(position),
            Self::Network { nnue, blend: 100 } => nnue.evaluate(position),
            Self::Network { nnue, blend } => blended(nnue.evaluate(position), *blend, position),
        }
    }
}

/// Blends a network's score with the handcrafted evaluation, which is computed from scratch: the
/// option is for experiments, and costs nothing where it is not used.
#[inline(never)]
fn blended(network: Score, blend: i32, position: &Position) -> Score {
    let mut handcrafted = Handcrafted::new();
    handcrafted.reset(position);
    let handcrafted = handcrafted.evaluate(position).raw();
    Score::evaluation((network.raw() * blend + handcrafted * (100 - blend)) / 100)
}

#[cfg(test)]
mod tests {
    use super::{Arc, Evaluation, Network, NnueOptions, Position};
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
            scales: Scales::default(),
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
        let with = |blend, scale| {
            let evaluation = Evaluation::new(Some(&network), NnueOptions { blend, scale });
            value(evaluation, FRESH)
        };
        let by_hand = value(Evaluation::new(None, NnueOptions::default()), FRESH);
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
            let usual = Evaluation::new(network, NnueOptions::default());
            assert!(value(usual.clone(), STALE).abs() < value(usual.clone(), FRESH).abs());
            let raw = Evaluation::without_clock(network);
            assert_eq!(value(raw.clone(), STALE), value(raw, FRESH));
            assert_eq!(usual.network().is_some(), network.is_some());
        }
    }
}
