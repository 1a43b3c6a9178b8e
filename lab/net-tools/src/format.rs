//! Network files of any format that is read: our own and Sykora's.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use nnue::{Container, ContainerError, Features};
use thiserror::Error;

use crate::sykora::{self, SykoraError, Version};

/// The formats that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Our own.
    Qnn,
    /// The engine Sykora's.
    Sykora(Version),
}

/// Why bytes are no network.
#[derive(Clone, Debug, Error)]
pub enum FormatError {
    /// As a `.qnn` file.
    #[error(transparent)]
    Qnn(#[from] ContainerError),
    /// As a file of Sykora.
    #[error(transparent)]
    Sykora(#[from] SykoraError),
}

impl Format {
    /// The format of a file by its first bytes. Unknown files count as our own, whose reader reports
    /// the error.
    pub fn of(bytes: &[u8]) -> Self {
        Version::of(bytes).map_or(Self::Qnn, Self::Sykora)
    }

    /// Reads a whole file. One of another format has an empty card.
    ///
    /// # Errors
    /// If the bytes are no network.
    pub fn read<F: Features>(self, bytes: &[u8]) -> Result<Container<F>, FormatError> {
        Ok(match self {
            Self::Qnn => Container::read(bytes)?,
            // As one of ours, which is refused if the network is to be of another game.
            Self::Sykora(_) => {
                let network = sykora::read(bytes)?;
                let card = String::new();
                Container::read(&Container { network, card }.write()?)?
            }
        })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Qnn => "qnn",
            Self::Sykora(version) => version.magic(),
        })
    }
}

/// The bytes of a file of any format, and the format. Of a file that is no network, the first bytes only.
///
/// # Errors
/// If the file cannot be read. The text does not name it.
pub fn read_any(path: &Path) -> Result<(Format, Vec<u8>), nnue::LoadError> {
    let mut bytes = nnue::read_file(path)?;
    let format = Format::of(&bytes);
    if format != Format::Qnn {
        let unreadable = |error: std::io::Error| nnue::LoadError::Unreadable(error.to_string());
        bytes.clear();
        let file = File::open(path).map_err(unreadable)?;
        file.take(sykora::MAX_FILE_LEN)
            .read_to_end(&mut bytes)
            .map_err(unreadable)?;
    }
    Ok((format, bytes))
}
