//! The evaluation whose scores label positions.

use std::path::Path;
use std::sync::Arc;

use chess::Chess;
use evaluation::{EMBEDDED, Evaluated, NnueOptions};
use game::Codes;
use nnue::{Container, Network};
use records::Header;
use search::Bench;
use xiangqi::Xiangqi;

use crate::error::Error;

/// The engine's name and version, for headers.
pub const ENGINE: &str = concat!("Quietus ", env!("CARGO_PKG_VERSION"));

/// The evaluation whose scores become labels; the handcrafted one by default.
#[derive(Default)]
pub struct Labels {
    network: Option<Arc<Network>>,
    /// SHA-256 of the network file.
    hash: Option<String>,
}

impl Labels {
    /// The network of the engine.
    ///
    /// # Errors
    /// If the program was built without one.
    pub fn embedded() -> Result<Self, Error> {
        let bytes = EMBEDDED.ok_or(Error::NothingEmbedded)?;
        let container = Container::read(bytes).map_err(Error::Embedded)?;
        Ok(Self::new(container, support::sha256(bytes)))
    }

    /// The network of a file.
    ///
    /// # Errors
    /// If it cannot be read, or is no network.
    pub fn of_file(path: &Path) -> Result<Self, Error> {
        let network = || path.to_owned();
        let container =
            nnue::load_file(path).map_err(|error| Error::Network(network(), error.into()))?;
        let hash =
            support::hash_file(path).map_err(|error| Error::Network(network(), error.into()))?;
        Ok(Self::new(container, hash.sha256))
    }

    fn new(container: Container, hash: String) -> Self {
        Self {
            network: Some(Arc::new(container.network)),
            hash: Some(hash),
        }
    }

    /// An evaluator for one thread, without the damping by the halfmove clock.
    pub fn evaluator<R: Labeled>(&self) -> R::Evaluator {
        R::evaluator_without_clock(R::network(self))
    }

    /// The evaluator of the engine.
    pub fn engine_evaluator<R: Labeled>(&self) -> R::Evaluator {
        R::evaluator(R::network(self), NnueOptions::default())
    }

    /// The header of a file of games with these labels. Without a bench node count, bench is run.
    ///
    /// # Errors
    /// If there is not enough memory for the bench, or no thread.
    pub fn header<R: Labeled>(
        &self,
        bench: Option<u64>,
        seed: Option<u64>,
    ) -> Result<Header, Error> {
        let bench = match bench {
            Some(bench) => bench,
            None => {
                let evaluator = self.engine_evaluator::<R>();
                Bench::run::<R, _>(R::BENCH, None, evaluator, |_, _| Ok(()))?.nodes
            }
        };
        Ok(Header {
            engine: Some(ENGINE.to_owned()),
            bench: Some(bench),
            network: self.hash.clone(),
            seed,
            ..Header::of::<R>()
        })
    }
}

/// A game whose positions can be labeled.
pub trait Labeled: Codes + Evaluated {
    /// Whether networks can label them.
    const HAS_NETWORKS: bool;

    /// The network that labels its positions.
    fn network(labels: &Labels) -> Option<&Arc<Self::Network>>;
}

impl Labeled for Chess {
    const HAS_NETWORKS: bool = true;

    fn network(labels: &Labels) -> Option<&Arc<Network>> {
        labels.network.as_ref()
    }
}

impl Labeled for Xiangqi {
    const HAS_NETWORKS: bool = false;

    fn network(_: &Labels) -> Option<&Arc<Self::Network>> {
        None
    }
}
