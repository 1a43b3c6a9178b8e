//! Merges blocks that were written before they were full, on all cores.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;

use game::Codes;
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use support::Draft;

use super::super::encode::{BlockBuilder, PackedBlock, Prepared};
use super::super::layout::Entry;
use super::super::reader::Reader;
use super::{Output, Summary, Writer, lock, unpoisoned};
use crate::game::Game;

/// Blocks that are read at a time: enough for all cores, few enough for any memory.
const WINDOW: usize = 64;
/// Fewer items are not worth other threads.
const FEW: usize = 16;

impl<R: Codes> Writer<R> {
    /// Replaces the file with one that has the same games in full blocks. Does nothing if all blocks
    /// but the last are full, or if that fails: the file is sound as it is.
    pub(super) fn merge(&self) -> Option<Summary> {
        let output = unpoisoned(&self.output);
        let (_, all_but_last) = output.entries.split_last()?;
        let is_small =
            |entry: &Entry| !is_full(entry.header.plies, entry.header.games, self.block_plies);
        let first = all_but_last.iter().position(is_small)?;
        self.merged(&output, first)
    }

    /// Writes the file anew, with the blocks from the first small one on merged.
    fn merged(&self, output: &Output, first: usize) -> Option<Summary> {
        let reader = Reader::<R>::open(&self.path).ok()?;
        let (draft, mut file) = Draft::create_new(&self.path).ok()?;
        lock(&file, draft.path()).ok()?;
        let start = output.entries[first].offset;
        let mut kept = File::open(&self.path).ok()?.take(start);
        io::copy(&mut kept, &mut file).ok()?;
        let kept = output.entries[..first].to_vec();
        let merged = Self::new(draft.path(), Output::new(file, kept, start));
        let merged = merged.with_block_plies(self.block_plies);
        let mut games = Vec::new();
        for window in (first..output.entries.len()).step_by(WINDOW) {
            let blocks = window..(window + WINDOW).min(output.entries.len());
            let read = map(blocks.collect(), |block| reader.decode(block).ok());
            games.extend(read?.into_iter().flatten());
            let full = full_blocks(&games, self.block_plies);
            let end = full.last().map_or(0, |block| block.end);
            let packed = map(full, |block| packed(&games[block]));
            for block in packed? {
                merged.append_block(block).ok()?;
            }
            games.drain(..end);
        }
        for game in &games {
            merged.write(game).ok()?;
        }
        merged.flush().ok()?;
        let summary = merged.finish_blocks().ok()?;
        draft.commit().ok()?;
        Some(summary)
    }
}

/// Maps items in their order, on all cores if there are many; nothing if one gives nothing.
fn map<I: Send, T: Send>(
    items: Vec<I>,
    work: impl Fn(I) -> Option<T> + Send + Sync,
) -> Option<Vec<T>> {
    match items.len() {
        ..FEW => items.into_iter().map(work).collect(),
        FEW.. => items.into_par_iter().map(work).collect(),
    }
}

/// Whether so many plies or games fill a block.
pub(super) const fn is_full(plies: u32, games: u32, block_plies: u32) -> bool {
    plies >= block_plies || games >= block_plies
}

/// The full blocks that games make, in their order.
fn full_blocks<R: Codes>(games: &[Game<R>], block_plies: u32) -> Vec<Range<usize>> {
    let mut blocks = Vec::new();
    let (mut start, mut plies) = (0, 0);
    for (end, game) in (1..).zip(games) {
        plies += game.plies.len() as u32;
        if is_full(plies, (end - start) as u32, block_plies) {
            blocks.push(start..end);
            (start, plies) = (end, 0);
        }
    }
    blocks
}

fn packed<R: Codes>(games: &[Game<R>]) -> Option<PackedBlock> {
    let mut block = BlockBuilder::default();
    for game in games {
        block.push(&Prepared::new(game).ok()?);
    }
    block.pack().ok()
}
