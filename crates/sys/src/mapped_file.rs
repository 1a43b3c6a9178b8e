//! Memory-mapped files.

use std::fs::File;
use std::io;
use std::ops::Deref;

use memmap2::Mmap;

/// A memory-mapped file: its bytes are read from disk on first use.
pub struct MappedFile(Mmap);

impl MappedFile {
    /// Maps a whole file.
    ///
    /// Only for files that nobody changes while they are in use, as tablebases: a map of a file that
    /// another program cuts ends this one when it reads there.
    ///
    /// # Errors
    /// If the operating system refuses.
    pub fn new(file: &File) -> io::Result<Self> {
        // SAFETY: the bytes are only read. Another program that changes the file meanwhile could break
        // this; ours do not (see above), and readers check all they read, so that changed bytes are an
        // error and nothing worse.
        unsafe { Mmap::map(file) }.map(Self)
    }
}

impl Deref for MappedFile {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, File};

    use super::MappedFile;

    #[test]
    fn a_map_shows_the_bytes_of_the_file() {
        let path = std::env::temp_dir().join(format!("mapped-{}", std::process::id()));
        fs::write(&path, b"some bytes").unwrap();
        let map = MappedFile::new(&File::open(&path).unwrap()).unwrap();
        assert_eq!(&map[..], b"some bytes");
        drop(map);
        fs::remove_file(&path).unwrap();
    }
}
