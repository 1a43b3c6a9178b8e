//! Sparse inputs: the groups of bytes that are not all zero (NNZ).

use super::CHUNK;
use crate::simd::Isa;

/// Room that the list needs beyond the number of groups.
pub const NNZ_SLACK: usize = 16;

/// Lists the groups of four bytes, at most 127 each, that are not all zero, and gives their number.
///
/// # Panics
/// If the bytes are not a multiple of 64, or the list has not [`NNZ_SLACK`] more room than there
/// are groups.
#[inline(always)]
pub fn find_nnz<I: Isa>(bytes: &[u8], nnz: &mut [u16]) -> usize {
    I::run(|| {
        assert!(bytes.len().is_multiple_of(2 * CHUNK));
        let mut list = NnzList::new(nnz, bytes.len() / 4);
        for start in (0..bytes.len()).step_by(part_len::<I>()) {
            let mut mask = 0;
            for part in 0..vectors_of_part::<I>() {
                // SAFETY: a part is that many vectors, and 64 bytes are one part or two.
                let ints = unsafe {
                    let from = bytes.as_ptr().add(start).cast::<i32>();
                    I::load_ints(from.add(part * I::INTS))
                };
                mask |= I::positive(ints) << (part * I::INTS);
            }
            // SAFETY: each group of the bytes is in one part.
            unsafe { list.push::<I>(start / 4, mask) };
        }
        list.count
    })
}

/// Bytes that are listed at once: 32, or a vector if it is longer.
pub(super) const fn part_len<I: Isa>() -> usize {
    vectors_of_part::<I>() * 4 * I::INTS
}

/// Vectors that are listed at once.
pub(super) const fn vectors_of_part<I: Isa>() -> usize {
    if I::INTS < 8 { 8 / I::INTS } else { 1 }
}

/// A list that grows.
pub(super) struct NnzList<'a> {
    nnz: &'a mut [u16],
    pub(super) count: usize,
}

impl<'a> NnzList<'a> {
    /// An empty list for some groups.
    ///
    /// # Panics
    /// If there is not [`NNZ_SLACK`] more room.
    #[inline(always)]
    pub(super) fn new(nnz: &'a mut [u16], groups: usize) -> Self {
        assert!(nnz.len() >= groups + NNZ_SLACK);
        Self { nnz, count: 0 }
    }

    /// Appends the groups of one part of the bytes, of which the first has this number.
    ///
    /// # Safety
    /// No group is appended twice.
    #[inline(always)]
    pub(super) unsafe fn push<I: Isa>(&mut self, first: usize, mask: u32) {
        debug_assert!(self.count + NNZ_SLACK <= self.nnz.len());
        // SAFETY: there are at most as many entries as groups, and room for 16 more. Numbers of groups
        // fit 16 bits.
        unsafe {
            let to = self.nnz.as_mut_ptr().add(self.count);
            I::store_set_bits(to, first as u16, mask);
        }
        self.count += mask.count_ones() as usize;
    }
}
