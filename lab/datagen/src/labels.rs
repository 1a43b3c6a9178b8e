//! The evaluation whose scores label positions.

use std::path::Path;
use std::sync::Arc;

use evaluation::{Evaluated, Evaluation, NetworkOf, NnueOptions};
use game::Codes;
use nnue::Container;
use records::Header;
use search::Bench;

use crate::error::Error;

/// The engine's name and version, for headers.
pub const ENGINE: &str = concat!("Quietus ", env!("CARGO_PKG_VERSION"));

/// The key of a header that names an evaluation other than a network and the whole handcrafted one.
const EVALUATION: &str = "evaluation";
/// Material and piece-square tables alone.
pub const PSQT: &str = "psqt";

/// The evaluation whose scores become labels; the handcrafted one by default.
pub struct Labels<G: Evaluated> {
    network: Option<Arc<NetworkOf<G>>>,
    /// SHA-256 of the network file.
    hash: Option<String>,
    /// Whether material and piece-square tables evaluate alone.
    tables_only: bool,
}

impl<G: Evaluated> Default for Labels<G> {
    fn default() -> Self {
        Self {
            network: None,
            hash: None,
            tables_only: false,
        }
    }
}

impl<G: Evaluated> Labels<G> {
    /// Material and piece-square tables alone.
    pub fn psqt() -> Self {
        Self {
            tables_only: true,
            ..Self::default()
        }
    }

    /// The network that is built in; the handcrafted evaluation if there is none.
    pub fn embedded() -> Self {
        Self {
            network: G::embedded(),
            hash: G::EMBEDDED.map(|file| file.sha256.to_owned()),
            tables_only: false,
        }
    }

    /// The network of a file.
    ///
    /// # Errors
    /// If it cannot be read, or is no network of the game.
    pub fn of_file(path: &Path) -> Result<Self, Error> {
        let unusable = |error| Error::Network(path.to_owned(), error);
        let bytes = nnue::read_file(path).map_err(|error| unusable(error.into()))?;
        let container = Container::read(&bytes).map_err(|error| unusable(error.into()))?;
        Ok(Self {
            network: Some(Arc::new(container.network)),
            hash: Some(support::sha256(&bytes)),
            tables_only: false,
        })
    }

    /// The network, if there is one.
    pub const fn network(&self) -> Option<&Arc<NetworkOf<G>>> {
        self.network.as_ref()
    }

    /// An evaluator for one thread, without the damping by the halfmove clock.
    pub fn evaluator(&self) -> Evaluation<G> {
        self.limited(Evaluation::without_clock(self.network()))
    }

    pub fn engine_evaluator(&self) -> Evaluation<G> {
        self.limited(Evaluation::new(self.network(), NnueOptions::default()))
    }

    fn limited(&self, evaluation: Evaluation<G>) -> Evaluation<G> {
        match self.tables_only {
            true => evaluation.tables_only(),
            false => evaluation,
        }
    }

    /// The header of a file of games with these labels. Without a bench node count, bench is run.
    ///
    /// # Errors
    /// If there is not enough memory for the bench, or no thread.
    pub fn header(&self, bench: Option<u64>, seed: Option<u64>) -> Result<Header, Error>
    where
        G: Codes,
    {
        let bench = match bench {
            Some(bench) => bench,
            None => {
                let evaluator = self.engine_evaluator();
                Bench::run::<G, _>(G::BENCH, None, evaluator, |_, _| Ok(()))?.nodes
            }
        };
        let mut header = Header {
            engine: Some(ENGINE.to_owned()),
            bench: Some(bench),
            network: self.hash.clone(),
            seed,
            ..Header::of::<G>()
        };
        if self.tables_only {
            let other = &mut header.other;
            other.insert(EVALUATION.to_owned(), PSQT.into());
        }
        Ok(header)
    }
}
