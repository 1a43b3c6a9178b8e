//! The bytes of a table: small files in memory, large ones mapped.

use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::Deref;
use std::path::Path;

use sys::MappedFile;

/// The largest file that is read into memory. A map of a file that another program cuts ends the
/// process, so only files that are too large to copy are mapped.
const MAX_READ: u64 = 16 << 20;

/// The bytes of a file.
pub(crate) enum FileBytes {
    Read(Vec<u8>),
    Mapped(MappedFile),
}

impl FileBytes {
    /// Opens a file. Only files: a pipe would never end.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let metadata = fs::metadata(path)?;
        if !metadata.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is no file"));
        }
        let file = File::open(path)?;
        if metadata.len() > MAX_READ {
            return MappedFile::new(&file).map(Self::Mapped);
        }
        let mut bytes = Vec::new();
        let len = usize::try_from(metadata.len()).unwrap_or(0);
        bytes.try_reserve_exact(len)?;
        file.take(MAX_READ).read_to_end(&mut bytes)?;
        Ok(Self::Read(bytes))
    }
}

impl Deref for FileBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Read(bytes) => bytes,
            Self::Mapped(map) => map,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::{FileBytes, MAX_READ};

    #[test]
    fn small_files_are_read_and_large_ones_mapped() {
        let path = std::env::temp_dir().join(format!("table-bytes-{}", std::process::id()));
        let file = File::create(&path).unwrap();
        for (len, is_read) in [(0, true), (MAX_READ, true), (MAX_READ + 1, false)] {
            file.set_len(len).unwrap();
            let bytes = FileBytes::open(&path).unwrap();
            assert_eq!(bytes.len() as u64, len);
            assert_eq!(matches!(bytes, FileBytes::Read(_)), is_read);
        }
        std::fs::remove_file(&path).unwrap();
        assert!(FileBytes::open(&std::env::temp_dir()).is_err());
    }
}
