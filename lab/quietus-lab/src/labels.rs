//! The option that chooses the evaluation.

use std::path::PathBuf;

use datagen::Labels;
use support::Variant;

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
        Ok(match &self.evaluation {
            Some(word) if word.as_os_str() == HANDCRAFTED => Labels::default(),
            Some(path) => Labels::of_file(path)?,
            None => Labels::embedded()?,
        })
    }
}
