//! The evaluation that labels positions.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use evaluation::{EMBEDDED, Evaluation, NnueOptions};
use nnue::{Container, Network};

/// Selects the handcrafted evaluation.
const HANDCRAFTED: &str = "handcrafted";

/// Options of the evaluation.
#[derive(Debug, clap::Args)]
pub struct LabelArgs {
    /// Evaluate with this network, or by the handcrafted evaluation [default: the built-in network]
    #[arg(long, value_name = "FILE|handcrafted")]
    evaluation: Option<PathBuf>,
}

/// The evaluation whose scores become labels; the handcrafted one by default.
#[derive(Default)]
pub struct Labels {
    network: Option<Arc<Network>>,
    /// SHA-256 of the network file.
    pub hash: Option<String>,
}

impl LabelArgs {
    /// Loads the network.
    pub fn labels(&self) -> anyhow::Result<Labels> {
        let bytes = match &self.evaluation {
            Some(word) if word.as_os_str() == HANDCRAFTED => return Ok(Labels::default()),
            Some(path) => return Labels::of_file(path),
            None => EMBEDDED.context("no network is built in: give --evaluation")?,
        };
        let container = nnue::load(bytes).context("the built-in network")?;
        Ok(Labels::new(container, support::sha256(bytes)))
    }
}

impl Labels {
    fn new(container: Container, hash: String) -> Self {
        Self {
            network: Some(Arc::new(container.network)),
            hash: Some(hash),
        }
    }

    /// Loads the network of a file.
    pub fn of_file(path: &Path) -> anyhow::Result<Self> {
        let unusable = || format!("the network {} cannot be used", path.display());
        let container = nnue::load_file(path).with_context(unusable)?;
        let hash = support::hash_file(path).with_context(unusable)?.sha256;
        Ok(Self::new(container, hash))
    }

    /// An evaluator for one thread, without the damping by the halfmove clock.
    pub fn evaluator(&self) -> Evaluation {
        Evaluation::without_clock(self.network.as_ref())
    }

    /// The engine's bench with this evaluation. Takes some seconds.
    pub fn bench(&self) -> anyhow::Result<u64> {
        let evaluation = Evaluation::new(self.network.as_ref(), NnueOptions::default());
        Ok(datagen::bench(evaluation)?)
    }
}

/// The engine's name and version, for headers.
pub fn engine() -> String {
    format!("Quietus {}", env!("CARGO_PKG_VERSION"))
}
