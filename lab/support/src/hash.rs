//! SHA-256 of files and bytes.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

/// What identifies a file, whatever its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileHash {
    /// SHA-256 in hexadecimal.
    pub sha256: String,
    /// The size.
    pub bytes: u64,
}

/// Hashes the contents of a file, which need not fit into memory.
pub fn hash_file(path: impl AsRef<Path>) -> io::Result<FileHash> {
    const CHUNK: usize = 1 << 16;
    let mut file = File::open(path)?;
    let mut digest = Sha256::new();
    let mut buffer = vec![0; CHUNK];
    let mut bytes = 0;
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            let sha256 = format!("{:x}", digest.finalize());
            return Ok(FileHash { sha256, bytes });
        }
        digest.update(&buffer[..read]);
        bytes += read as u64;
    }
}

/// SHA-256 of bytes in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))
}

#[cfg(test)]
mod tests {
    use super::{hash_file, sha256};

    #[test]
    fn known_hashes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("abc");
        std::fs::write(&path, "abc").unwrap();
        let hash = hash_file(&path).unwrap();
        assert_eq!(hash.bytes, 3);
        // The example of FIPS 180-2.
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hash.sha256, known);
        assert_eq!(sha256(b"abc"), known);
        assert!(hash_file(folder.path().join("nothing")).is_err());
    }
}
