//! Which evaluation belongs to a game.

use std::sync::{Arc, OnceLock};

use chess::Chess;
use game::Score;
use makruk::Makruk;
use nnue::{Container, Features, Network, features};
use xiangqi::Xiangqi;

use crate::{Terms, endgame};

/// The files of the embedded networks. The build script has checked them.
mod files {
    include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
}

/// A network file that is part of the program.
#[derive(Clone, Copy, Debug)]
pub struct NetworkFile {
    pub bytes: &'static [u8],
    /// In hexadecimal.
    pub sha256: &'static str,
}

/// The networks of a game.
pub type NetworkOf<G> = Network<<G as Evaluated>::Features>;

/// A game that has a static evaluation: handcrafted, or by a network.
pub trait Evaluated: Terms {
    /// The feature sets of its networks.
    type Features: Features<Game = Self>;

    /// The file of the embedded network, if there is one.
    const EMBEDDED: Option<NetworkFile>;

    /// Where the embedded network is kept once it is parsed.
    fn parsed() -> &'static OnceLock<Option<Arc<NetworkOf<Self>>>>;

    /// The value of an ending that is known to be won and whose plan lies beyond the horizon.
    #[inline(always)]
    fn known_ending(_: &Self::Position) -> Option<Score> {
        None
    }

    /// The embedded network, parsed on first use.
    fn embedded() -> Option<Arc<NetworkOf<Self>>> {
        let load = || {
            let container =
                Container::read(Self::EMBEDDED?.bytes).expect("the build script has read it");
            Some(Arc::new(container.network))
        };
        Self::parsed().get_or_init(load).clone()
    }
}

impl Evaluated for Chess {
    type Features = features::chess::FeatureSet;

    const EMBEDDED: Option<NetworkFile> = files::CHESS;

    fn parsed() -> &'static OnceLock<Option<Arc<NetworkOf<Self>>>> {
        static NETWORK: OnceLock<Option<Arc<NetworkOf<Chess>>>> = OnceLock::new();
        &NETWORK
    }

    #[inline(always)]
    fn known_ending(position: &chess::Position) -> Option<Score> {
        endgame::evaluate(position)
    }
}

impl Evaluated for Xiangqi {
    type Features = features::xiangqi::FeatureSet;

    const EMBEDDED: Option<NetworkFile> = files::XIANGQI;

    fn parsed() -> &'static OnceLock<Option<Arc<NetworkOf<Self>>>> {
        static NETWORK: OnceLock<Option<Arc<NetworkOf<Xiangqi>>>> = OnceLock::new();
        &NETWORK
    }
}

impl Evaluated for Makruk {
    type Features = features::makruk::FeatureSet;

    const EMBEDDED: Option<NetworkFile> = files::MAKRUK;

    fn parsed() -> &'static OnceLock<Option<Arc<NetworkOf<Self>>>> {
        static NETWORK: OnceLock<Option<Arc<NetworkOf<Makruk>>>> = OnceLock::new();
        &NETWORK
    }
}
