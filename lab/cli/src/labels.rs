//! The evaluation that labels positions.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use chess::Chess;
use datagen::SelfPlayRules;
use evaluation::{EMBEDDED, Evaluation, NnueOptions};
use game::Evaluator;
use nnue::{Container, Network};
use support::Variant;
use xiangqi::Xiangqi;

use crate::exit::bail_usage;

/// Selects the handcrafted evaluation.
const HANDCRAFTED: &str = "handcrafted";

/// Options of the evaluation.
#[derive(Debug, clap::Args)]
pub struct LabelArgs {
    /// Evaluate with this network, or by the handcrafted evaluation [default: the built-in network;
    /// in xiangqi handcrafted]
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
    pub fn labels(&self, game: Variant) -> anyhow::Result<Labels> {
        if game == Variant::Xiangqi {
            return match &self.evaluation {
                Some(path) if path.as_os_str() != HANDCRAFTED => {
                    bail_usage!("--evaluation {}: xiangqi has no networks", path.display())
                }
                _ => Ok(Labels::default()),
            };
        }
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
}

/// A game whose positions can be labeled.
pub trait Labeled: SelfPlayRules {
    /// What evaluates them.
    type Evaluator: Evaluator<Self>;

    /// An evaluator for one thread, without the damping by the halfmove clock.
    fn evaluator(labels: &Labels) -> Self::Evaluator;

    /// The evaluator of the engine.
    fn engine_evaluator(labels: &Labels) -> Self::Evaluator;

    /// The engine's bench with this evaluation. Takes some seconds.
    fn bench(labels: &Labels) -> anyhow::Result<u64> {
        Ok(datagen::bench(Self::engine_evaluator(labels))?)
    }
}

impl Labeled for Chess {
    type Evaluator = Evaluation;

    fn evaluator(labels: &Labels) -> Evaluation {
        Evaluation::without_clock(labels.network.as_ref())
    }

    fn engine_evaluator(labels: &Labels) -> Evaluation {
        Evaluation::new(labels.network.as_ref(), NnueOptions::default())
    }
}

impl Labeled for Xiangqi {
    type Evaluator = evaluation::xiangqi::Handcrafted;

    fn evaluator(_: &Labels) -> Self::Evaluator {
        Self::Evaluator::without_clock()
    }

    fn engine_evaluator(_: &Labels) -> Self::Evaluator {
        Self::Evaluator::new()
    }
}

/// The engine's name and version, for headers.
pub fn engine() -> String {
    format!("Quietus {}", env!("CARGO_PKG_VERSION"))
}
