//! The transposition table (TT), shared by all threads without locks.
//!
//! A cluster of 32 bytes holds three entries. An entry is one word of data and a 16-bit tag in the
//! fourth word. The tag mixes key and data, so a torn entry almost never matches. A wrong score or
//! an illegal move can still slip through; TT moves are therefore checked for legality.

mod entry;

use std::hint::black_box;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

use game::{PackedMove, Score};
use sys::LargeTable;

use entry::{Data, tag_of};
pub(crate) use entry::{Hit, Record};

/// Entries in a cluster.
const ENTRIES: usize = 3;
/// The index of the word that holds the tags.
const TAGS: usize = 3;
/// Replacement: one generation of age counts as much as so many plies of depth.
const AGE_WEIGHT: i32 = 4;

/// The largest table that [`TranspositionTable::touch`] touches, in clusters: 1 GiB. With more the
/// wait would be longer than the first search.
const MAX_TOUCHED: usize = (1 << 30) / size_of::<sys::Line>();
/// Clusters that are cleared between two looks at the clock.
const CLEARED_AT_ONCE: usize = (64 << 10) / size_of::<sys::Line>();
/// Clusters of a page.
const PAGE: usize = 4096 / size_of::<sys::Line>();

/// The transposition table (TT).
pub struct TranspositionTable {
    clusters: LargeTable,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// A TT of the given size; none if the memory cannot be allocated.
    pub fn new(mebibytes: usize) -> Option<Self> {
        let clusters = mebibytes.max(1).checked_mul(1 << 20)? / size_of::<sys::Line>();
        Some(Self {
            clusters: LargeTable::new(clusters)?,
            generation: AtomicU8::new(0),
        })
    }

    /// Touches the pages of a new table, so that the first search need not wait for them. What the
    /// table holds stays. Like [`Self::clear`], it leaves the work to a thread that ends.
    pub fn touch(&self) {
        let touch = || {
            for line in self.clusters.iter().take(MAX_TOUCHED).step_by(PAGE) {
                // A zero that the compiler knows would make this a read, which gets no page.
                line.0[0].fetch_or(black_box(0), Ordering::Relaxed);
            }
        };
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().spawn_scoped(scope, touch);
            if thread.is_err() {
                touch();
            }
        });
    }

    /// Clears the TT with the given number of other threads, or on this one. On a loaded machine, who
    /// uses the CPU waits for it afterwards: threads that end have nothing to wait for. Gives the
    /// longest stall meanwhile.
    pub fn clear(&self, threads: usize) -> Duration {
        self.generation.store(0, Ordering::Relaxed);
        if threads == 0 {
            return clear(&self.clusters);
        }
        let share = self.clusters.len().div_ceil(threads);
        std::thread::scope(|scope| {
            let start = |part| {
                let thread = std::thread::Builder::new().spawn_scoped(scope, move || clear(part));
                thread.map_err(|_| clear(part))
            };
            let parts: Vec<_> = self.clusters.chunks(share.max(1)).map(start).collect();
            let stalls = parts.into_iter().map(|part| match part {
                Ok(thread) => thread.join().unwrap_or_default(),
                Err(stall) => stall,
            });
            stalls.max().unwrap_or_default()
        })
    }

    /// Starts a new search: existing entries age.
    pub fn next_generation(&self) {
        let next = (self.generation.load(Ordering::Relaxed) + 1) & entry::GENERATION_MASK;
        self.generation.store(next, Ordering::Relaxed);
    }

    /// `hashfull`: per mille of entries written by the current search.
    pub fn hashfull(&self) -> u32 {
        // A sample of about a thousand entries.
        const SAMPLE: usize = 334;
        let generation = self.generation.load(Ordering::Relaxed);
        let clusters = &self.clusters[..SAMPLE.min(self.clusters.len())];
        let used = clusters
            .iter()
            .flat_map(|line| &line.0[..ENTRIES])
            .filter(|word| {
                let data = Data(word.load(Ordering::Relaxed));
                !data.is_empty() && data.generation() == generation
            })
            .count();
        (used * 1000 / (clusters.len() * ENTRIES).max(1)) as u32
    }

    #[inline(always)]
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.clusters.len() as u128) >> 64) as usize
    }

    /// Prefetches the cluster of a key.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        self.clusters.prefetch(self.index(key));
    }

    /// Looks up a position, `clock_left` plies before the limit of its halfmove clock.
    #[inline]
    pub(crate) fn probe<M: PackedMove>(
        &self,
        key: u64,
        ply: usize,
        clock_left: u32,
    ) -> Option<Hit<M>> {
        let line = &self.clusters[self.index(key)].0;
        let tags = line[TAGS].load(Ordering::Relaxed);
        (0..ENTRIES).find_map(|slot| {
            let data = Data(line[slot].load(Ordering::Relaxed));
            let matches = !data.is_empty() && tag_of(key, data) == (tags >> (slot * 16)) as u16;
            matches.then(|| data.hit(ply, clock_left))
        })
    }

    /// Stores a result, replacing the least valuable entry of the cluster.
    #[inline]
    pub(crate) fn store<M: PackedMove>(&self, key: u64, ply: usize, record: Record<M>) {
        let line = &self.clusters[self.index(key)].0;
        let generation = self.generation.load(Ordering::Relaxed);
        let tags = line[TAGS].load(Ordering::Relaxed);
        let mut victim = 0;
        let mut least = i32::MAX;
        let mut known = None;
        for (slot, word) in line[..ENTRIES].iter().enumerate() {
            let data = Data(word.load(Ordering::Relaxed));
            if !data.is_empty() && tag_of(key, data) == (tags >> (slot * 16)) as u16 {
                (victim, known) = (slot, Some(data));
                break;
            }
            let age =
                i32::from(generation.wrapping_sub(data.generation()) & entry::GENERATION_MASK);
            let worth = if data.is_empty() {
                i32::MIN
            } else {
                data.depth() - AGE_WEIGHT * age
            };
            if worth < least {
                (victim, least) = (slot, worth);
            }
        }
        let data = match known {
            Some(old) if !old.yields_to(&record, generation) => {
                if record.mv.is_none() {
                    return;
                }
                old.with_move(record.mv)
            }
            old => {
                let kept = old.and_then(Data::code);
                Data::new(&record, kept, generation, ply)
            }
        };
        let shift = victim * 16;
        let tags = tags & !(0xFFFF << shift) | u64::from(tag_of(key, data)) << shift;
        line[victim].store(data.0, Ordering::Relaxed);
        line[TAGS].store(tags, Ordering::Relaxed);
    }
}

/// Score to TT: mate and tablebase scores are stored relative to the node, not the root.
fn to_stored(score: Score, ply: usize) -> i16 {
    let raw = match score {
        score if score.is_win() => score.raw() + ply as i32,
        score if score.is_loss() => score.raw() - ply as i32,
        score => score.raw(),
    };
    raw as i16
}

/// Score from TT: relative to the root again. A mate beyond the limit of the halfmove clock, in
/// `clock_left` plies, is bounded.
fn from_stored(stored: i16, ply: usize, clock_left: u32) -> Score {
    let score = Score::from_raw(i32::from(stored));
    if !score.is_decisive() {
        return score;
    }
    if score
        .plies_to_mate()
        .is_some_and(|plies| plies as u32 > clock_left)
    {
        let bound = Score::MAX_EVALUATION;
        return if score.is_win() { bound } else { -bound };
    }
    if score.is_win() {
        score - ply as i32
    } else {
        score + ply as i32
    }
}

/// Clears a part of a table. Gives the longest stall meanwhile.
fn clear(part: &[sys::Line]) -> Duration {
    let mut last = Instant::now();
    let gaps = part.chunks(CLEARED_AT_ONCE).map(|clusters| {
        let words = clusters.iter().flat_map(|line| &line.0);
        words.for_each(|word| word.store(0, Ordering::Relaxed));
        let now = Instant::now();
        now - std::mem::replace(&mut last, now)
    });
    gaps.max().unwrap_or_default()
}

#[cfg(test)]
mod tests;
