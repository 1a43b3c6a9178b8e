//! Network files.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use game::error_enum;

use crate::container::{Container, ContainerError, HEADER_LEN, MAGIC};
use crate::features::Features;

/// More than the largest network needs: HalfKP with the largest width, and a card.
const MAX_FILE_LEN: u64 = 400 << 20;

/// Reads a network file from the disk. A file that does not start like a network is not read
/// further.
///
/// # Errors
/// If the file is no network of the game. The text does not name the file.
pub fn load_file<F: Features>(path: &Path) -> Result<Container<F>, LoadError> {
    Ok(Container::read(&read_file(path)?)?)
}

/// The bytes of a file that starts like a network; those of another up to the size of a header.
pub fn read_file(path: &Path) -> Result<Vec<u8>, LoadError> {
    let unreadable = |error: io::Error| LoadError::Unreadable(error.to_string());
    let mut file = File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    let mut start = file.by_ref().take(HEADER_LEN as u64);
    start.read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.starts_with(&MAGIC) {
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
        /// It is no network.
        Qnn(error: ContainerError) => "{error}";
    }
}

impl From<ContainerError> for LoadError {
    fn from(error: ContainerError) -> Self {
        Self::Qnn(error)
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{LoadError, load_file};
    use crate::FeatureSet;
    use crate::container::ContainerError;

    #[test]
    fn other_files_are_refused() {
        let refusal = |path: &Path| load_file::<FeatureSet>(path).map(drop).unwrap_err();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        assert_eq!(refusal(&source), LoadError::Qnn(ContainerError::Foreign));
        let absent = refusal(Path::new("no/such/file.qnn"));
        assert!(matches!(absent, LoadError::Unreadable(_)), "{absent}");
    }
}
