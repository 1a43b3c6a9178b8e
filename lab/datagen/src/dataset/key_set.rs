//! The keys of all positions so far: in memory, and beyond a limit in sorted runs on the disk.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::io::{self, Read, Seek, SeekFrom, Write};

use super::store::Scratch;

/// Keys of a page of a run: a search reads one page.
const PAGE: usize = 512;
/// The bytes of a key.
const BYTES: usize = 8;

/// A set of hash keys.
pub(super) struct KeySet {
    newest: HashSet<u64, BuildHasherDefault<KeyHasher>>,
    /// The most keys in memory.
    limit: usize,
    runs: Vec<Run>,
}

impl KeySet {
    /// A set that has this many keys in memory at most.
    pub(super) fn new(limit: usize) -> Self {
        Self {
            newest: HashSet::default(),
            limit: limit.max(1),
            runs: Vec::new(),
        }
    }

    /// Inserts a key; false if it was there.
    pub(super) fn insert(&mut self, key: u64) -> io::Result<bool> {
        if self.newest.contains(&key) {
            return Ok(false);
        }
        for run in &mut self.runs {
            if run.has(key)? {
                return Ok(false);
            }
        }
        if self.newest.len() == self.limit {
            self.runs.push(Run::write(self.newest.drain().collect())?);
        }
        Ok(self.newest.insert(key))
    }
}

/// Sorted keys in a file.
struct Run {
    scratch: Scratch,
    /// The first key of each page.
    first: Vec<u64>,
    len: usize,
}

impl Run {
    fn write(mut keys: Vec<u64>) -> io::Result<Self> {
        keys.sort_unstable();
        let mut scratch = Scratch::create()?;
        for page in keys.chunks(PAGE) {
            let bytes: Vec<u8> = page.iter().flat_map(|key| key.to_le_bytes()).collect();
            scratch.file.write_all(&bytes)?;
        }
        Ok(Self {
            scratch,
            first: keys.iter().copied().step_by(PAGE).collect(),
            len: keys.len(),
        })
    }

    fn has(&mut self, key: u64) -> io::Result<bool> {
        let Some(page) = self
            .first
            .partition_point(|&first| first <= key)
            .checked_sub(1)
        else {
            return Ok(false);
        };
        let start = page * PAGE;
        let mut bytes = [0; PAGE * BYTES];
        let bytes = &mut bytes[..PAGE.min(self.len - start) * BYTES];
        let file = &mut self.scratch.file;
        file.seek(SeekFrom::Start((start * BYTES) as u64))?;
        file.read_exact(bytes)?;
        let (keys, _) = bytes.as_chunks::<BYTES>();
        Ok(keys
            .binary_search_by(|bytes| u64::from_le_bytes(*bytes).cmp(&key))
            .is_ok())
    }
}

/// An identity hash: the keys are random already.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use game::Rng;

    use super::KeySet;

    #[test]
    fn a_set_on_the_disk_is_a_set_in_memory() {
        for limit in [1, 10, 700, 100_000] {
            let (mut set, mut expected) = (KeySet::new(limit), HashSet::new());
            let mut rng = Rng::new(limit as u64);
            let tries = if limit == 1 { 60 } else { 5000 };
            for _ in 0..tries {
                let key = (rng.next_u64() % 3000).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                assert_eq!(set.insert(key).unwrap(), expected.insert(key), "{limit}");
            }
            assert_eq!(set.runs.is_empty(), limit == 100_000);
        }
    }
}
