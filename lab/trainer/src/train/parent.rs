//! The network that a run starts from.

use std::fs;
use std::io;
use std::path::Path;

use nnue::ContainerError;

use super::TrainError;
use crate::checkpoint::Checkpoint;
use crate::config::ConfigError;
use crate::export::dequantize;
use crate::model::Model;
use crate::trained::Trained;

/// A network to continue from.
pub struct Parent {
    pub parameters: Vec<f32>,
    /// The SHA-256 of its file.
    pub sha256: String,
}

/// Why a run cannot start from a network.
#[derive(Debug, thiserror::Error)]
pub enum ParentError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] io::Error),
    /// Not a network.
    #[error(transparent)]
    Network(#[from] ContainerError),
    /// The configuration of a checkpoint is invalid.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// Another architecture.
    #[error("it is {found}, not {wanted} with the same scales")]
    Shape {
        /// Its architecture.
        found: String,
        /// The architecture to train.
        wanted: String,
    },
}

/// Reads the network of a file; none if there is no path.
pub fn read<F: Trained>(path: &Path, model: &Model<F>) -> Result<Option<Parent>, TrainError> {
    if path.as_os_str().is_empty() {
        return Ok(None);
    }
    let parent = parse(path, model).map_err(|error| TrainError::Parent {
        path: path.to_owned(),
        error,
    })?;
    Ok(Some(parent))
}

fn parse<F: Trained>(path: &Path, model: &Model<F>) -> Result<Parent, ParentError> {
    let bytes = fs::read(path)?;
    if let Some(checkpoint) = Checkpoint::parse(&bytes) {
        return of_run(path, &checkpoint, model);
    }
    let network = nnue::Container::<F>::read(&bytes)?.network;
    let parameters = dequantize(model, &network).ok_or_else(|| ParentError::Shape {
        found: network.architecture().to_string(),
        wanted: model.architecture.to_string(),
    })?;
    Ok(Parent {
        parameters,
        sha256: support::sha256(&bytes),
    })
}

/// The parameters before they were quantized, with the factorizer as it was trained, and the hash of the
/// network that the run has written.
fn of_run<F: Trained>(
    path: &Path,
    checkpoint: &Checkpoint,
    model: &Model<F>,
) -> Result<Parent, ParentError> {
    let config = &checkpoint.config;
    let theirs = Model::new(config.architecture()?, config.factorizer, 1.0);
    let has_factorizer = |model: &Model<F>| model.factorizer.is_some();
    if theirs.architecture != model.architecture || has_factorizer(&theirs) != has_factorizer(model)
    {
        return Err(ParentError::Shape {
            found: theirs.architecture.to_string(),
            wanted: model.architecture.to_string(),
        });
    }
    let network = path.with_file_name(format!("{}.qnn", config.name));
    Ok(Parent {
        parameters: checkpoint.state.best().to_vec(),
        sha256: support::hash_file(network)?.sha256,
    })
}
