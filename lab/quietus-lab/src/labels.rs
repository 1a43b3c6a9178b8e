//! The option that chooses the evaluation.

use std::path::PathBuf;

use datagen::{Labels, PSQT};
use evaluation::Evaluated;

/// Selects the handcrafted evaluation.
pub const HANDCRAFTED: &str = "handcrafted";

/// Options of the evaluation.
#[derive(Clone, Debug, clap::Args)]
pub struct LabelArgs {
    /// Evaluate with this network, by the handcrafted evaluation, or by its material and piece-square
    /// tables alone (psqt) [default: the built-in network if the game has one]
    #[arg(long, value_name = "FILE|handcrafted|psqt")]
    evaluation: Option<PathBuf>,
}

impl LabelArgs {
    /// Loads the network.
    pub fn labels<G: Evaluated>(&self) -> anyhow::Result<Labels<G>> {
        Ok(match &self.evaluation {
            Some(word) if word.as_os_str() == HANDCRAFTED => Labels::default(),
            Some(word) if word.as_os_str() == PSQT => Labels::psqt(),
            Some(path) => Labels::of_file(path)?,
            None => Labels::embedded(),
        })
    }
}
