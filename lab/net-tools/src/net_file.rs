//! A network with what identifies its file.

use std::path::{Path, PathBuf};

use games::GameId;
use nnue::container::game_name;
use nnue::{Architecture, Container, ContainerError, FeatureSet, Features, LoadError};
use support::{FileHash, sha256};
use thiserror::Error;

use crate::{Format, FormatError, read_any};

/// A network file of any format.
pub struct NetFile<F: Features = FeatureSet> {
    /// The network and its card.
    pub container: Container<F>,
    /// Where they come from.
    pub format: Format,
    /// The hash and the size of the file.
    pub hash: FileHash,
}

/// Why a file cannot be used.
#[derive(Debug, Error)]
pub enum NetFileError {
    /// It cannot be read.
    #[error("cannot read {}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why not.
        #[source]
        error: LoadError,
    },
    /// It is no network.
    #[error("{}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        #[source]
        error: FormatError,
    },
}

/// The game whose network a file of any format holds.
///
/// # Errors
/// If it cannot be read, or is no network of a known game.
pub fn game_of(path: &Path) -> Result<GameId, NetFileError> {
    let (format, bytes) = read_any(path).map_err(|error| NetFileError::Read {
        path: path.to_owned(),
        error,
    })?;
    let game = match format {
        Format::Qnn => game_name(&bytes),
        Format::Sykora(_) => return Ok(GameId::Chess),
    };
    let game = game.and_then(|name| {
        let unknown = |_| ContainerError::Name("game", name.clone());
        name.parse().map_err(unknown)
    });
    game.map_err(|error| NetFileError::Format {
        path: path.to_owned(),
        error: error.into(),
    })
}

impl<F: Features> NetFile<F> {
    /// Reads a file of any format.
    ///
    /// # Errors
    /// If it cannot be read, or is no network.
    pub fn read(path: &Path) -> Result<Self, NetFileError> {
        let file = || path.to_owned();
        let (format, bytes) = read_any(path).map_err(|error| NetFileError::Read {
            path: file(),
            error,
        })?;
        let container = format
            .read::<F>(&bytes)
            .map_err(|error| NetFileError::Format {
                path: file(),
                error,
            })?;
        Ok(Self {
            container,
            format,
            hash: FileHash {
                sha256: sha256(&bytes),
                bytes: bytes.len() as u64,
            },
        })
    }

    /// The properties of the network, with names.
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        let architecture = self.container.network.architecture();
        let scales = architecture.scales;
        let mut facts = vec![
            ("Network", architecture.to_string()),
            ("Format", self.format.to_string()),
            ("SHA-256", self.hash.sha256.clone()),
            ("Size", format!("{} bytes", self.hash.bytes)),
            (
                "Inputs",
                format!("{} per perspective", architecture.features.inputs()),
            ),
            (
                "Scales",
                format!(
                    "first {}, output {}, evaluation {}",
                    scales.qa, scales.qb, scales.eval
                ),
            ),
        ];
        if let Some(hidden) = &architecture.hidden {
            let size = |(layer, size): (usize, &usize)| {
                let activations = hidden.activations(layer).iter();
                let titles: Vec<&str> = activations.map(|it| it.title()).collect();
                format!("{size} with {}", titles.join(" and "))
            };
            let sizes: Vec<String> = hidden.sizes.iter().enumerate().map(size).collect();
            let words = format!(
                "{}, accumulated at scale 2^{}",
                sizes.join(", "),
                hidden.sum_bits
            );
            facts.push(("Hidden layers", words));
        }
        if let Some(rows) = king_bucket_rows(architecture) {
            facts.push((
                "King buckets",
                format!("{}, from the own first rank", rows.join(" / ")),
            ));
        }
        facts
    }
}

/// The map of king buckets, a text for each rank.
fn king_bucket_rows<F: Features>(architecture: &Architecture<F>) -> Option<Vec<String>> {
    let map = architecture.features.to_header().king_buckets;
    let row = |row: &[u8]| row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    let has_buckets = map.iter().any(|&bucket| bucket > 0);
    has_buckets.then(|| map.chunks(4).map(row).collect())
}
