//! Games that are in a store already: those of the same run, by their numbers.
//!
//! A game of self-play depends on its number and on what the header says, so two files of one run
//! with overlapping numbers have the same games, although their bytes differ.

use std::ops::Range;
use std::path::Path;

use super::{Chunk, Store, StoreError};
use crate::qgames::Header;

/// The header's key for the number of the file's first game.
const FIRST_GAME: &str = "first_game";

impl Store {
    /// Whether no other chunk has games of a file that is to become one.
    pub(super) fn check_overlap(
        &self,
        file: &Path,
        header: &Header,
        new: &Chunk,
    ) -> Result<(), StoreError> {
        let Some(seed) = header.seed else {
            return Ok(());
        };
        let played = numbers(header, new.games);
        let others = self.manifest.chunks.iter().filter(|old| {
            (old.seed, old.bench, &old.network) == (new.seed, new.bench, &new.network)
                && old.sha256 != new.sha256
        });
        for old in others {
            // A chunk that cannot be read is for `verify` to tell.
            let Ok(other) = Header::of_file(&self.folder.join(&old.name)) else {
                continue;
            };
            let before = numbers(&other, old.games);
            let common = played.start.max(before.start)..played.end.min(before.end);
            if !common.is_empty() && is_same_run(header, &other) {
                return Err(StoreError::Repeated {
                    path: file.to_owned(),
                    games: common,
                    seed,
                    chunk: old.name.clone(),
                });
            }
        }
        Ok(())
    }
}

/// The numbers of the games of a file.
fn numbers(header: &Header, games: u64) -> Range<u64> {
    let first = header.other.get(FIRST_GAME);
    let first = first.and_then(|first| first.as_u64()).unwrap_or(0);
    first..first.saturating_add(games)
}

/// Whether two files differ only in which games of a run they have.
fn is_same_run(one: &Header, two: &Header) -> bool {
    let run = |header: &Header| {
        let mut header = header.clone();
        // The version of a program changes more often than its games, which the bench tells.
        header.engine = None;
        header.other.remove(FIRST_GAME);
        header
    };
    run(one) == run(two)
}
