//! Which evaluation belongs to a game.

use std::convert::Infallible;
use std::sync::Arc;

use chess::Chess;
use game::{Evaluator, Game};
use nnue::{Container, ContainerError, Network};
use xiangqi::Xiangqi;

use crate::{Evaluation, NnueOptions, xiangqi::Handcrafted};

/// Reads a network file.
pub type ReadNetwork<N> = fn(&[u8]) -> Result<Arc<N>, ContainerError>;

/// A game that has a static evaluation: by a network where there is one, handcrafted elsewhere.
pub trait Evaluated: Game {
    /// The evaluation of a search.
    type Evaluator: Evaluator<Self> + Clone + 'static;
    /// What a network file of the game holds.
    type Network: Send + Sync;

    /// The file of the embedded network, if there is one.
    const EMBEDDED: Option<&'static [u8]> = None;
    /// Reads a network file; nothing in a game without networks.
    const READ_NETWORK: Option<ReadNetwork<Self::Network>> = None;

    /// The embedded network, parsed on first use.
    fn embedded() -> Option<Arc<Self::Network>>;

    /// The evaluation by a network; handcrafted if there is none.
    fn evaluator(network: Option<&Arc<Self::Network>>, options: NnueOptions) -> Self::Evaluator;

    /// The same without scaling by the halfmove clock, for the labels of training data.
    fn evaluator_without_clock(network: Option<&Arc<Self::Network>>) -> Self::Evaluator;
}

impl Evaluated for Chess {
    type Evaluator = Evaluation;
    type Network = Network;

    const EMBEDDED: Option<&'static [u8]> = crate::EMBEDDED;
    const READ_NETWORK: Option<ReadNetwork<Network>> =
        Some(|bytes| Ok(Arc::new(Container::read(bytes)?.network)));

    fn embedded() -> Option<Arc<Network>> {
        crate::embedded()
    }

    fn evaluator(network: Option<&Arc<Network>>, options: NnueOptions) -> Evaluation {
        Evaluation::new(network, options)
    }

    fn evaluator_without_clock(network: Option<&Arc<Network>>) -> Evaluation {
        Evaluation::without_clock(network)
    }
}

impl Evaluated for Xiangqi {
    type Evaluator = Handcrafted;
    // There are no networks.
    type Network = Infallible;

    fn embedded() -> Option<Arc<Infallible>> {
        None
    }

    fn evaluator(_: Option<&Arc<Infallible>>, _: NnueOptions) -> Handcrafted {
        Handcrafted::new()
    }

    fn evaluator_without_clock(_: Option<&Arc<Infallible>>) -> Handcrafted {
        Handcrafted::without_clock()
    }
}
