//! The evaluation that labels positions.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use evaluation::{EMBEDDED, Evaluation, NnueOptions};
use nnue::Network;

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
        let (container, hash) = match &self.evaluation {
            Some(word) if word.as_os_str() == HANDCRAFTED => return Ok(Labels::default()),
            Some(path) => {
                let unusable = || format!("the network {} cannot be used", path.display());
                let container = nnue::load_file(path).with_context(unusable)?;
                let hash = support::hash_file(path).with_context(unusable)?.sha256;
                (container, hash)
            }
            None => {
                let bytes = EMBEDDED.context("no network is built in: give --evaluation")?;
                let container = nnue::load(bytes).context("the built-in network")?;
                (container, support::sha256(bytes))
            }
        };
        Ok(Labels {
            network: Some(Arc::new(container.network)),
            hash: Some(hash),
        })
    }
}

impl Labels {
    /// An evaluator for one thread, without the damping by the halfmove clock.
    pub fn evaluator(&self) -> Evaluation {
        Evaluation::without_clock(self.network.as_ref())
    }

    /// The same as the engine plays with it.
    pub fn for_play(&self) -> Evaluation {
        Evaluation::new(self.network.as_ref(), NnueOptions::default())
    }

    /// The engine's bench with this evaluation. Takes some seconds.
    pub fn bench(&self) -> anyhow::Result<u64> {
        Ok(datagen::bench(self.for_play())?)
    }
}

/// The engine's name and version, for headers.
pub fn engine() -> String {
    format!("Quietus {}", env!("CARGO_PKG_VERSION"))
}
