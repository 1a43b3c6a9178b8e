//! The evaluation of a search: a network (NNUE), the handcrafted evaluation of the game, or a blend of
//! both, and endgame knowledge where a plan is needed.

#![forbid(unsafe_code)]

mod endgame;
mod evaluated;
pub mod handcrafted;
pub mod makruk;
mod tapered;
mod tunable;
pub mod xiangqi;

use std::sync::Arc;

use game::{Evaluator, Observer, Score};

pub use evaluated::{Evaluated, NetworkFile, NetworkOf};
pub use tapered::{Tapered, Terms, Value};
pub use tunable::Tunable;

/// The evaluation of a search.
///
/// With an explicit tag: that is quicker to test than a niche, and every move tests it.
#[derive(Clone)]
#[repr(u8)]
#[expect(
    clippy::large_enum_variant,
    reason = "a thread has one, and nearly always the larger"
)]
pub enum Evaluation<G: Evaluated> {
    /// Without a network.
    Handcrafted(Tapered<G>),
    /// By a network.
    Network {
        /// The network's evaluator.
        nnue: nnue::Evaluator<G::Features>,
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

impl<G: Evaluated> Evaluation<G> {
    /// The evaluation by a network; handcrafted if there is none, or if its share is 0.
    pub fn new(network: Option<&Arc<NetworkOf<G>>>, options: NnueOptions) -> Self {
        match network.filter(|_| options.blend > 0) {
            None => Self::Handcrafted(Tapered::new()),
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
    pub fn without_clock(network: Option<&Arc<NetworkOf<G>>>) -> Self {
        match network {
            None => Self::Handcrafted(Tapered::without_clock()),
            Some(network) => {
                let mut nnue = nnue::Evaluator::new(network.clone());
                nnue.ignore_clock();
                Self::Network { nnue, blend: 100 }
            }
        }
    }

    /// The same by material and piece-square tables alone, where no network evaluates.
    #[must_use]
    pub fn tables_only(self) -> Self {
        match self {
            Self::Handcrafted(handcrafted) => Self::Handcrafted(handcrafted.tables_only()),
            network @ Self::Network { .. } => network,
        }
    }

    /// The embedded network's evaluation; handcrafted if there is none.
    pub fn embedded() -> Self {
        Self::new(G::embedded().as_ref(), NnueOptions::default())
    }

    /// The network, if there is one.
    pub const fn network(&self) -> Option<&Arc<NetworkOf<G>>> {
        match self {
            Self::Handcrafted(_) => None,
            Self::Network { nnue, .. } => Some(nnue.network()),
        }
    }

    /// The static evaluation of one position for the side to move.
    pub fn of(mut self, position: &G::Position) -> Score {
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

impl<G: Evaluated> Observer<G> for Evaluation<G> {
    #[inline(always)]
    fn appeared(&mut self, piece: G::Piece, square: G::Square) {
        dispatch!(self, evaluator => evaluator.appeared(piece, square));
    }

    #[inline(always)]
    fn vanished(&mut self, piece: G::Piece, square: G::Square) {
        dispatch!(self, evaluator => evaluator.vanished(piece, square));
    }

    #[inline(always)]
    fn moved(&mut self, piece: G::Piece, from: G::Square, to: G::Square) {
        dispatch!(self, evaluator => evaluator.moved(piece, from, to));
    }
}

impl<G: Evaluated> Evaluator<G> for Evaluation<G> {
    fn reset(&mut self, position: &G::Position) {
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
    fn evaluate(&mut self, position: &G::Position) -> Score {
        if let Self::Handcrafted(tables) = self
            && tables.is_tables_only()
        {
            return tables.evaluate(position);
        }
        if let Some(score) = G::known_ending(position) {
            return score;
        }
        match self {
            Self::Handcrafted(handcrafted) => handcrafted.evaluate(position),
            Self::Network { nnue, blend: 100 } => nnue.evaluate(position),
            Self::Network { nnue, blend } => {
                blended::<G>(nnue.evaluate(position), *blend, position)
            }
        }
    }
}

/// Blends a network's score with the handcrafted evaluation, which is computed from scratch: the
/// option is for experiments, and costs nothing where it is not used.
#[inline(never)]
fn blended<G: Evaluated>(network: Score, blend: i32, position: &G::Position) -> Score {
    let mut handcrafted = Tapered::<G>::new();
    handcrafted.reset(position);
    let handcrafted = handcrafted.evaluate(position).raw();
    Score::evaluation((network.raw() * blend + handcrafted * (100 - blend)) / 100)
}

#[cfg(test)]
mod tests {
    use chess::Chess;
    use game::Rules;
    use nnue::{Activation, Architecture, Network, Scales, features};
    use xiangqi::Xiangqi;

    use super::{Arc, Evaluated, Evaluation, NetworkOf, NnueOptions, Value};

    /// A game with the same position on a fresh and on a late clock.
    trait Example: Evaluated + Rules {
        const FEATURES: Self::Features;
        const FRESH: &'static str;
        const STALE: &'static str;
    }

    impl Example for Chess {
        const FEATURES: Self::Features =
            features::chess::FeatureSet::PieceSquare { mirrored: true };
        const FRESH: &'static str = "4k3/pp6/8/8/8/8/PPP5/R3K3 w - - 0 1";
        const STALE: &'static str = "4k3/pp6/8/8/8/8/PPP5/R3K3 w - - 80 90";
    }

    impl Example for Xiangqi {
        const FEATURES: Self::Features = features::xiangqi::FeatureSet::PieceSquare;
        const FRESH: &'static str = "3k5/4P4/9/9/9/9/9/9/R8/4K4 w - - 0 1";
        const STALE: &'static str = "3k5/4P4/9/9/9/9/9/9/R8/4K4 w - - 100 90";
    }

    fn network<G: Example>() -> Arc<NetworkOf<G>> {
        let architecture = Architecture {
            features: G::FEATURES,
            width: 32,
            activation: Activation::Screlu,
            hidden: None,
            buckets: 1,
            scales: Scales::default(),
        };
        Arc::new(Network::random(architecture, 3).expect("a small network"))
    }

    fn value<G: Rules + Evaluated>(evaluation: Evaluation<G>, fen: &str) -> i32 {
        let position = G::parse_fen(fen).expect("valid");
        evaluation.of(&position).raw()
    }

    #[test]
    fn a_network_is_used_mixed_and_scaled() {
        check_options::<Chess>();
        check_options::<Xiangqi>();
    }

    fn check_options<G: Example>() {
        let network = network::<G>();
        let with = |blend, scale| {
            let evaluation = Evaluation::new(Some(&network), NnueOptions { blend, scale });
            value::<G>(evaluation, G::FRESH)
        };
        let by_hand = value::<G>(Evaluation::new(None, NnueOptions::default()), G::FRESH);
        let by_network = with(100, 100);
        assert_ne!(by_hand, by_network);
        assert_eq!(with(0, 100), by_hand);
        assert_eq!(with(30, 100), (by_network * 30 + by_hand * 70) / 100);
        assert!((with(100, 200) - 2 * by_network).abs() <= 1);
    }

    #[test]
    fn tables_alone_are_a_sum_over_the_pieces() {
        check_tables::<Chess>();
        check_tables::<Xiangqi>();
    }

    fn check_tables<G: Example>() {
        let start = G::start();
        let of = |evaluation: Evaluation<G>, position: &G::Position| evaluation.of(position).raw();
        let tables = || Evaluation::<G>::without_clock(None).tables_only();
        assert_eq!(
            of(tables(), &start),
            0,
            "the start is symmetric, and nobody has a bonus"
        );
        let position = G::parse_fen(G::FRESH).expect("valid");
        let (mut sum, mut phase) = (Value::default(), 0);
        G::for_each_piece(&position, |piece, square| {
            sum += G::value_of(piece, square);
            phase += G::phase_of(piece);
        });
        let max = G::PHASE_MAX;
        let expected = (sum.middlegame * phase + sum.endgame * (max - phase)) / max;
        assert_eq!(of(tables(), &position), expected);
        assert_ne!(of(Evaluation::without_clock(None), &position), expected);
        let network = network::<G>();
        let by_network = || Evaluation::without_clock(Some(&network));
        assert_eq!(
            of(by_network(), &position),
            of(by_network().tables_only(), &position)
        );
    }

    #[test]
    fn the_clock_counts_unless_it_is_to_be_ignored() {
        check_clock::<Chess>();
        check_clock::<Xiangqi>();
    }

    fn check_clock<G: Example>() {
        let network = network::<G>();
        for network in [None, Some(&network)] {
            let usual = Evaluation::<G>::new(network, NnueOptions::default());
            assert!(value(usual.clone(), G::STALE).abs() < value(usual.clone(), G::FRESH).abs());
            let raw = Evaluation::<G>::without_clock(network);
            assert_eq!(value(raw.clone(), G::STALE), value(raw, G::FRESH));
            assert_eq!(usual.network().is_some(), network.is_some());
        }
    }
}
