//! Expands games into training records: filtered, on all cores, globally shuffled.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;

use game::{Codes, Rng};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::filters::{Dropped, Filters, Fingerprint};
use crate::qgames::{Damage, Error, GameHead, Reader, Step, Visitor};
use crate::record::Record;
use crate::shuffle::{Scattered, gather};
use crate::td_lambda::LambdaReturns;

/// Counts of kept and dropped positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games expanded.
    pub games: u64,
    /// Games excluded by the hold-out.
    pub held_out: u64,
    /// Positions kept.
    pub kept: u64,
    /// Positions dropped, by reason.
    pub dropped: BTreeMap<Dropped, u64>,
    /// Damaged parts of files, with the file.
    pub damage: Vec<(PathBuf, Damage)>,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.games += other.games;
        self.held_out += other.held_out;
        self.kept += other.kept;
        for (reason, count) in other.dropped {
            *self.dropped.entry(reason).or_default() += count;
        }
        self.damage.extend(other.damage);
    }
}

/// The records and the tally.
#[derive(Clone, Debug)]
pub struct Expansion {
    /// The positions kept.
    pub records: Vec<Record>,
    /// The counts.
    pub tally: Tally,
}

/// Expands all games, shuffled over all files: every order is equally likely, and the seed and the
/// files determine the order on any number of cores. Needs about twice the memory of the records.
///
/// # Errors
/// If a file cannot be opened. Damaged blocks are listed in the tally.
pub fn expand<R: Codes>(
    paths: &[PathBuf],
    filters: &Filters,
    seed: u64,
) -> Result<Expansion, Error> {
    let readers = open::<R>(paths)?;
    let mut tally = whole_tally(&readers);
    let blocks: Vec<(Scattered, Tally)> = all_blocks(&readers)
        .into_par_iter()
        .map(|(reader, block, mut rng)| {
            rng = Rng::new(rng.next_u64() ^ seed);
            let (records, tally) = expand_block(reader, block, filters, &mut rng);
            (Scattered::new(&records, &mut rng), tally)
        })
        .collect();
    let mut scattered = Vec::with_capacity(blocks.len());
    for (block, part) in blocks {
        tally.add(part);
        scattered.push(block);
    }
    let records = gather(&scattered, seed);
    Ok(Expansion { records, tally })
}

/// Calls `take` with the records of each block, on all cores, unshuffled: for data that do not fit
/// into memory.
///
/// # Errors
/// If a file cannot be opened. Damaged blocks are listed in the tally.
pub fn for_each_block<R: Codes>(
    paths: &[PathBuf],
    filters: &Filters,
    seed: u64,
    take: impl Fn(Vec<Record>) + Sync,
) -> Result<Tally, Error> {
    let readers = open::<R>(paths)?;
    let tally = Mutex::new(whole_tally(&readers));
    all_blocks(&readers)
        .into_par_iter()
        .for_each(|(reader, block, mut rng)| {
            rng = Rng::new(rng.next_u64() ^ seed);
            let (records, part) = expand_block(reader, block, filters, &mut rng);
            take(records);
            if let Ok(mut tally) = tally.lock() {
                tally.add(part);
            }
        });
    Ok(tally.into_inner().unwrap_or_default())
}

fn open<R: Codes>(paths: &[PathBuf]) -> Result<Vec<Reader<R>>, Error> {
    paths.iter().map(|path| Reader::open(path)).collect()
}

/// A tally with the damage that is known before any block is read.
fn whole_tally<R: Codes>(readers: &[Reader<R>]) -> Tally {
    let of_file = |reader: &Reader<R>| {
        let path = reader.path().to_owned();
        let damage = reader.damage().iter().cloned();
        damage
            .map(move |damage| (path.clone(), damage))
            .collect::<Vec<_>>()
    };
    Tally {
        damage: readers.iter().flat_map(of_file).collect(),
        ..Tally::default()
    }
}

/// All blocks of all files, each with its own random generator.
fn all_blocks<R: Codes>(readers: &[Reader<R>]) -> Vec<(&Reader<R>, usize, Rng)> {
    let blocks = readers
        .iter()
        .flat_map(|reader| (0..reader.blocks()).map(move |block| (reader, block)));
    blocks
        .zip(1..)
        .map(|((reader, block), number)| (reader, block, Rng::new(number)))
        .collect()
}

/// Expands one block. A damaged block gives the games before the damage.
fn expand_block<R: Codes>(
    reader: &Reader<R>,
    block: usize,
    filters: &Filters,
    rng: &mut Rng,
) -> (Vec<Record>, Tally) {
    let mut expander = Expander {
        filters,
        rng,
        records: Vec::new(),
        dropped: [0; Dropped::ALL.len()],
        fingerprint: Fingerprint::new(),
        returns: LambdaReturns::new(filters.td_lambda),
        settled: (0, [0; Dropped::ALL.len()]),
        tally: Tally::default(),
    };
    if let Err(damage) = reader.walk(block, &mut expander) {
        expander.undo_game();
        let place = (reader.path().to_owned(), damage);
        expander.tally.damage.push(place);
    }
    expander.finish()
}

/// The visitor that collects records.
struct Expander<'a> {
    filters: &'a Filters,
    rng: &'a mut Rng,
    records: Vec<Record>,
    dropped: [u64; Dropped::ALL.len()],
    fingerprint: Fingerprint,
    returns: LambdaReturns,
    /// The number of records and of dropped positions before this game.
    settled: (usize, [u64; Dropped::ALL.len()]),
    tally: Tally,
}

impl<R: Codes> Visitor<R> for Expander<'_> {
    #[inline]
    fn ply(&mut self, step: &Step<'_, R>) {
        self.fingerprint.ply(step);
        let Self {
            filters,
            rng,
            records,
            dropped,
            returns,
            ..
        } = self;
        let mut own = None;
        filters.select(step, rng, |selected| match selected {
            Ok((position, score, result)) => {
                own = own.or(std::ptr::eq(position, step.position).then_some(records.len()));
                records.push(Record::new::<R>(position, score, result));
            }
            Err(reason) => dropped[reason as usize] += 1,
        });
        returns.ply(step, own);
    }

    fn end(&mut self, head: GameHead<R>) {
        let mut fingerprint = std::mem::replace(&mut self.fingerprint, Fingerprint::new());
        fingerprint.end(head);
        let group = fingerprint.group();
        self.returns.end(&mut self.records);
        let hold_out = self.filters.hold_out;
        if hold_out.is_none_or(|hold_out| hold_out.wants(group)) {
            for record in &mut self.records[self.settled.0..] {
                *record = record.in_group(group);
            }
            self.tally.games += 1;
        } else {
            self.tally.held_out += 1;
            self.undo_game();
        }
        self.settled = (self.records.len(), self.dropped);
    }
}

impl Expander<'_> {
    fn undo_game(&mut self) {
        self.records.truncate(self.settled.0);
        self.dropped = self.settled.1;
    }

    fn finish(mut self) -> (Vec<Record>, Tally) {
        self.tally.kept = self.records.len() as u64;
        self.tally.dropped = Dropped::ALL.into_iter().zip(self.dropped).collect();
        (self.records, self.tally)
    }
}
