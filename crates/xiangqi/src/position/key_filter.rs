//! A counting filter of the keys of earlier positions: says at once that a position is new.

use super::Position;

const SLOTS: usize = 4096;

/// Counts keys by some of their bits, so that a count of zero means the key is not there.
#[derive(Clone)]
pub(super) struct KeyFilter {
    counts: Box<[u16; SLOTS]>,
}

impl KeyFilter {
    /// A filter without keys.
    pub(super) fn new() -> Self {
        Self {
            counts: Box::new([0; SLOTS]),
        }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, key: u64) {
        let count = &mut self.counts[key as usize % SLOTS];
        *count = count.wrapping_add(1);
    }

    #[inline(always)]
    pub(super) fn remove(&mut self, key: u64) {
        let count = &mut self.counts[key as usize % SLOTS];
        *count = count.wrapping_sub(1);
    }

    /// Whether the key may be there.
    #[inline(always)]
    pub(super) fn may_have(&self, key: u64) -> bool {
        self.counts[key as usize % SLOTS] != 0
    }
}

impl Position {
    /// Whether a position with this full key may have occurred on this line: wrong at times, but
    /// only by saying yes.
    #[must_use]
    #[inline(always)]
    pub fn may_have_occurred(&self, key: u64) -> bool {
        self.earlier_keys.may_have(key)
    }
}
