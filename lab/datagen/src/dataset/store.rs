//! Kept records: in memory, and beyond a limit in a temporary file.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use game::Rng;
use records::Record;

use super::balance::{ScoreCounts, shuffle};

/// Records of a shuffled run that are read at once.
const READ: usize = 1 << 12;

/// A file that is gone when nobody needs it.
#[derive(Debug)]
pub(super) struct Scratch {
    pub(super) file: File,
    path: PathBuf,
}

impl Scratch {
    pub(super) fn create() -> io::Result<Self> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("quietus-dataset-{}-{number}", process::id());
        let path = std::env::temp_dir().join(name);
        let mut options = OpenOptions::new();
        let file = options
            .read(true)
            .write(true)
            .create_new(true)
            .open(&path)?;
        Ok(Self { file, path })
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        fs::remove_file(&self.path).ok();
    }
}

/// Records that come in any order and go in a random one.
#[derive(Debug)]
pub(super) struct Store {
    /// The newest records.
    memory: Vec<Record>,
    /// The most records in memory.
    limit: usize,
    /// Older ones, in shuffled runs of `limit` records.
    older: Option<Scratch>,
    runs: u64,
    pub(super) counts: ScoreCounts,
}

impl Store {
    /// A store that has this many records in memory at most.
    pub(super) fn new(limit: usize) -> Self {
        Self {
            memory: Vec::new(),
            limit: limit.max(1),
            older: None,
            runs: 0,
            counts: ScoreCounts::default(),
        }
    }

    pub(super) fn add(&mut self, records: &[Record], rng: &mut Rng) -> io::Result<()> {
        for &record in records {
            if self.memory.len() == self.limit {
                self.spill(rng)?;
            }
            self.counts.add(record.score());
            self.memory.push(record);
        }
        Ok(())
    }

    fn spill(&mut self, rng: &mut Rng) -> io::Result<()> {
        shuffle(&mut self.memory, rng);
        let older = match &mut self.older {
            Some(older) => older,
            none => none.insert(Scratch::create()?),
        };
        older.file.write_all(Record::as_bytes(&self.memory))?;
        self.runs += 1;
        self.memory.clear();
        Ok(())
    }

    /// All records in random order: every order is equally likely.
    pub(super) fn drain(mut self, rng: &mut Rng) -> Shuffled {
        shuffle(&mut self.memory, rng);
        let size = (self.limit * size_of::<Record>()) as u64;
        let runs = (0..self.runs).map(|run| Run {
            offset: run * size,
            left: self.limit as u64,
            read: Vec::new(),
        });
        let memory = Run {
            offset: 0,
            left: self.memory.len() as u64,
            read: self.memory,
        };
        let runs: Vec<Run> = std::iter::once(memory).chain(runs).collect();
        Shuffled {
            left: runs.iter().map(|run| run.left).sum(),
            runs,
            older: self.older,
        }
    }
}

/// Records of one shuffled run, which are taken from the end of what is read.
struct Run {
    /// Where the next ones are in the file.
    offset: u64,
    /// How many have not been taken.
    left: u64,
    read: Vec<Record>,
}

impl Run {
    fn next(&mut self, older: Option<&Scratch>) -> io::Result<Option<Record>> {
        if self.read.is_empty()
            && let Some(older) = older
        {
            let size = self.left.min(READ as u64) as usize * size_of::<Record>();
            let mut bytes = vec![0; size];
            let mut file = &older.file;
            file.seek(SeekFrom::Start(self.offset))?;
            file.read_exact(&mut bytes)?;
            self.offset += size as u64;
            self.read = Record::from_bytes(&bytes);
        }
        self.left -= 1;
        Ok(self.read.pop())
    }
}

/// The records of a store in random order. The next one comes from each run as likely as it has records
/// left: that makes one shuffle of all out of shuffled runs.
pub(super) struct Shuffled {
    runs: Vec<Run>,
    older: Option<Scratch>,
    left: u64,
}

impl Shuffled {
    /// How many are left.
    pub(super) const fn left(&self) -> u64 {
        self.left
    }

    pub(super) fn next(&mut self, rng: &mut Rng) -> io::Result<Option<Record>> {
        if self.left == 0 {
            return Ok(None);
        }
        let mut drawn = match self.runs.len() {
            1 => 0,
            _ => rng.below(self.left as usize) as u64,
        };
        self.left -= 1;
        for run in &mut self.runs {
            if drawn < run.left {
                return run.next(self.older.as_ref());
            }
            drawn -= run.left;
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use game::{GameResult, Rng};
    use records::Record;

    use super::Store;

    fn record(score: i16) -> Record {
        Record::new::<chess::Chess>(&chess::Position::start(), score, GameResult::Draw)
    }

    /// All scores that come out of a store for a hundred records.
    fn drained(limit: usize, seed: u64) -> Vec<i16> {
        let records: Vec<Record> = (0..100).map(record).collect();
        let mut rng = Rng::new(seed);
        let mut store = Store::new(limit);
        for part in records.chunks(7) {
            store.add(part, &mut rng).unwrap();
        }
        assert_eq!(store.counts.positive_near, 99);
        let mut shuffled = store.drain(&mut rng);
        let mut scores = Vec::new();
        while let Some(record) = shuffled.next(&mut rng).unwrap() {
            scores.push(record.score());
        }
        assert_eq!(shuffled.left(), 0);
        scores
    }

    #[test]
    fn what_went_to_the_disk_comes_back_once_and_mixed() {
        let all: Vec<i16> = (0..100).collect();
        for limit in [1, 3, 10, 99, 100, 1000] {
            let mut scores = drained(limit, 1);
            assert_ne!(scores, all);
            let of_start = scores[..50].iter().filter(|&&score| score < 50).count();
            assert!(
                (12..=38).contains(&of_start),
                "limit {limit}: {of_start} of 50"
            );
            scores.sort_unstable();
            assert_eq!(scores, all, "limit {limit}");
        }
        assert_eq!(drained(10, 3), drained(10, 3));
        assert_ne!(drained(10, 3), drained(10, 4));
    }
}
