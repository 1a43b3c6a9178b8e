//! Reading a network file of any format.

use std::fmt;

use crate::container::{Container, ContainerError};
use crate::seed_formats::{self, SeedFormatError, Version};

/// The formats that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Our own.
    Qnn,
    /// One of the engine Sykora.
    Seed(Version),
}

impl Format {
    /// The format that a file seems to have. Everything that is not known is taken for our own,
    /// whose reader will say what is wrong.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Version::of(bytes).map_or(Self::Qnn, Self::Seed)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Qnn => "qnn",
            Self::Seed(version) => version.magic(),
        })
    }
}

/// Reads a whole file of any format. Files of other formats have an empty card.
///
/// ```
/// let error = nnue::load(b"no network").unwrap_err();
/// assert_eq!(error.to_string(), "not a network file");
/// ```
///
/// # Errors
/// Says in one line why the bytes are no network that can be evaluated.
pub fn load(bytes: &[u8]) -> Result<Container, LoadError> {
    match Format::of(bytes) {
        Format::Qnn => Ok(Container::read(bytes)?),
        Format::Seed(_) => Ok(Container {
            network: seed_formats::read(bytes)?,
            card: String::new(),
        }),
    }
}

/// Why a file was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// As one of our own.
    Qnn(ContainerError),
    /// As one of Sykora's.
    Seed(SeedFormatError),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Qnn(error) => error.fmt(f),
            Self::Seed(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LoadError {}

impl From<ContainerError> for LoadError {
    fn from(error: ContainerError) -> Self {
        Self::Qnn(error)
    }
}

impl From<SeedFormatError> for LoadError {
    fn from(error: SeedFormatError) -> Self {
        Self::Seed(error)
    }
}
