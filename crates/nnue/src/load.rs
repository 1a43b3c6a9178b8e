//! Reading a network file of any format.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use crate::container::{Container, ContainerError, HEADER_LEN, MAGIC};
use crate::seed_formats::{self, SeedFormatError, Version};

/// More than the largest network has: HalfKP inputs and the widest first layer, with a card.
const MAX_FILE_LEN: u64 = 400 << 20;

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

/// Reads a file of any format from the disk. What does not start like a network is not read
/// further.
///
/// # Errors
/// Says in one line, without the file's name, why it is no network that can be evaluated.
pub fn load_file(path: &Path) -> Result<Container, LoadError> {
    load(&read_file(path)?)
}

/// The bytes of a file that starts like a network; those of another up to the size of a header.
///
/// # Errors
/// If it cannot be read.
pub fn read_file(path: &Path) -> Result<Vec<u8>, LoadError> {
    let unreadable = |error: io::Error| LoadError::Unreadable(error.to_string());
    let mut file = File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    let mut start = file.by_ref().take(HEADER_LEN as u64);
    start.read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.starts_with(&MAGIC) || Format::of(&bytes) != Format::Qnn {
        file.take(MAX_FILE_LEN)
            .read_to_end(&mut bytes)
            .map_err(unreadable)?;
    }
    Ok(bytes)
}

/// Why a file was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// The system does not let us read it, and says this.
    Unreadable(String),
    /// As one of our own.
    Qnn(ContainerError),
    /// As one of Sykora's.
    Seed(SeedFormatError),
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(text) => f.write_str(text),
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{LoadError, load_file};
    use crate::container::ContainerError;

    #[test]
    fn other_files_are_refused() {
        let refusal = |path: &Path| load_file(path).map(drop).unwrap_err();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        assert_eq!(refusal(&source), LoadError::Qnn(ContainerError::Foreign));
        let absent = refusal(Path::new("no/such/file.qnn"));
        assert!(matches!(absent, LoadError::Unreadable(_)), "{absent}");
    }
}
