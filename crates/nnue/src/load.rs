//! Network files of any supported format.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use game::error_enum;

use crate::container::{Container, ContainerError, HEADER_LEN, MAGIC};
use crate::sykora::{self, SykoraError, Version};

/// More than the largest network needs: HalfKP with the largest width, and a card.
const MAX_FILE_LEN: u64 = 400 << 20;

/// The formats that are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Our own.
    Qnn,
    /// The engine Sykora's.
    Sykora(Version),
}

impl Format {
    /// The format of a file by its first bytes. Unknown files count as our own, whose reader reports
    /// the error.
    pub fn of(bytes: &[u8]) -> Self {
        Version::of(bytes).map_or(Self::Qnn, Self::Sykora)
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

/// Reads a whole file of any format. Files of other formats have an empty card.
///
/// ```
/// let error = nnue::load(b"no network").unwrap_err();
/// assert_eq!(error.to_string(), "not a network file");
/// ```
///
/// # Errors
/// If the bytes are not a supported network.
pub fn load(bytes: &[u8]) -> Result<Container, LoadError> {
    match Format::of(bytes) {
        Format::Qnn => Ok(Container::read(bytes)?),
        Format::Sykora(_) => Ok(Container {
            network: sykora::read(bytes)?,
            card: String::new(),
        }),
    }
}

/// Reads a file of any format from the disk. A file that does not start like a network is not read
/// further.
///
/// # Errors
/// If the file is not a supported network. The text does not name the file.
pub fn load_file(path: &Path) -> Result<Container, LoadError> {
    load(&read_file(path)?)
}

/// The bytes of a file that starts like a network; those of another up to the size of a header.
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

error_enum! {
    /// Why a file was refused.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum LoadError {
        /// The system's error.
        Unreadable(text: String) => "{text}";
        /// As a `.qnn` file.
        Qnn(error: ContainerError) => "{error}";
        /// As a file of Sykora.
        Sykora(error: SykoraError) => "{error}";
    }
}

impl From<ContainerError> for LoadError {
    fn from(error: ContainerError) -> Self {
        Self::Qnn(error)
    }
}

impl From<SykoraError> for LoadError {
    fn from(error: SykoraError) -> Self {
        Self::Sykora(error)
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
