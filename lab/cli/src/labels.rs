//! The evaluation that labels positions.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use evaluation::{Evaluation, Use};
use nnue::Network;

use crate::files::hash_file;

/// The choice of an evaluation.
#[derive(Debug, clap::Args)]
pub struct LabelArgs {
    /// Evaluate with this network instead of the handcrafted evaluation
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
}

/// The evaluation whose scores become labels; the handcrafted one by default.
#[derive(Default)]
pub struct Labels {
    network: Option<Arc<Network>>,
    /// The hash of the network's file.
    pub hash: Option<String>,
}

impl LabelArgs {
    /// Reads the network, if one is named.
    pub fn labels(&self) -> anyhow::Result<Labels> {
        let Some(path) = &self.network else {
            return Ok(Labels::default());
        };
        let container = nnue::load_file(path)
            .with_context(|| format!("cannot load the network {}", path.display()))?;
        Ok(Labels {
            network: Some(Arc::new(container.network)),
            hash: Some(hash_file(path)?.sha256),
        })
    }
}

impl Labels {
    /// An evaluator for one thread: its scores are raw.
    pub fn evaluator(&self) -> Evaluation {
        Evaluation::without_clock(self.network.as_ref())
    }

    /// The number that the engine's `bench` prints with this evaluation. Takes some seconds.
    pub fn bench(&self) -> anyhow::Result<u64> {
        let evaluation = Evaluation::new(self.network.as_ref(), Use::default());
        Ok(datagen::bench(evaluation)?)
    }
}

/// The engine's name and version, for the records.
pub fn engine() -> String {
    format!("Quietus {}", env!("CARGO_PKG_VERSION"))
}
