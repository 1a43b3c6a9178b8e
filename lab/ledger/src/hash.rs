//! Files by their contents.

use std::fmt::Write as _;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::LedgerError;

/// What identifies a file, whatever its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileHash {
    /// SHA-256 in hexadecimal.
    pub sha256: String,
    /// The size.
    pub bytes: u64,
}

/// Hashes the contents of a file.
///
/// # Errors
/// If the file cannot be read.
pub fn hash_file(path: impl AsRef<Path>) -> Result<FileHash, LedgerError> {
    const CHUNK: usize = 1 << 16;
    let path = path.as_ref();
    let unreadable = |source| LedgerError::Unreadable {
        path: path.to_owned(),
        source,
    };
    let mut file = File::open(path).map_err(unreadable)?;
    let mut digest = Sha256::new();
    let mut buffer = vec![0; CHUNK];
    let mut bytes = 0;
    loop {
        let read = file.read(&mut buffer).map_err(unreadable)?;
        if read == 0 {
            break;
        }
        digest.update(&buffer[..read]);
        bytes += read as u64;
    }
    let mut sha256 = String::with_capacity(64);
    for byte in digest.finalize() {
        write!(sha256, "{byte:02x}").expect("writing to a string cannot fail");
    }
    Ok(FileHash { sha256, bytes })
}

#[cfg(test)]
mod tests {
    use super::hash_file;

    #[test]
    fn known_hashes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("abc");
        std::fs::write(&path, "abc").unwrap();
        let hash = hash_file(&path).unwrap();
        assert_eq!(hash.bytes, 3);
        // The example of FIPS 180-2.
        assert_eq!(
            hash.sha256,
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        let missing = hash_file(folder.path().join("nothing")).unwrap_err();
        assert!(missing.to_string().contains("nothing"), "{missing}");
    }
}
