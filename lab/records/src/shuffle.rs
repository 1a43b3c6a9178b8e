//! A global shuffle on all cores.
//!
//! Each record is assigned to a random part when it is created; then each part is shuffled. Every
//! order is equally likely, as in one shuffle of the whole, but each part fits in the cache.

use game::Rng;
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use crate::record::Record;

/// The number of parts: few enough to fill quickly, many enough that a part fits in a core's cache.
const PARTS: usize = 1024;

/// The records of a block, grouped into random parts.
pub(crate) struct Scattered {
    records: Vec<Record>,
    /// Where each part ends.
    ends: Vec<u32>,
}

impl Scattered {
    /// Assigns records to random parts.
    pub(crate) fn new(records: &[Record], rng: &mut Rng) -> Self {
        let parts: Vec<u16> = records.iter().map(|_| rng.below(PARTS) as u16).collect();
        let mut starts = vec![0_u32; PARTS];
        for &part in &parts {
            starts[usize::from(part)] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += std::mem::replace(start, sum);
        }
        let mut sorted = vec![bytemuck::Zeroable::zeroed(); records.len()];
        for (&record, &part) in records.iter().zip(&parts) {
            let place = &mut starts[usize::from(part)];
            sorted[*place as usize] = record;
            *place += 1;
        }
        Self {
            records: sorted,
            ends: starts,
        }
    }

    fn part(&self, part: usize) -> &[Record] {
        let start = if part == 0 { 0 } else { self.ends[part - 1] };
        &self.records[start as usize..self.ends[part] as usize]
    }
}

/// Concatenates the parts of all blocks and shuffles each part.
pub(crate) fn gather(blocks: &[Scattered], seed: u64) -> Vec<Record> {
    let sizes: Vec<usize> = (0..PARTS)
        .map(|part| blocks.iter().map(|block| block.part(part).len()).sum())
        .collect();
    let mut all = vec![bytemuck::Zeroable::zeroed(); sizes.iter().sum()];
    let mut slices: Vec<&mut [Record]> = Vec::with_capacity(PARTS);
    let mut rest = &mut all[..];
    for size in sizes {
        let (slice, after) = rest.split_at_mut(size);
        slices.push(slice);
        rest = after;
    }
    slices
        .into_par_iter()
        .enumerate()
        .for_each(|(part, slice)| {
            let mut filled = 0;
            for block in blocks {
                let records = block.part(part);
                slice[filled..filled + records.len()].copy_from_slice(records);
                filled += records.len();
            }
            let mut rng = Rng::new(seed.wrapping_mul(PARTS as u64) ^ part as u64);
            for last in (1..slice.len()).rev() {
                slice.swap(last, rng.below(last + 1));
            }
        });
    all
}
