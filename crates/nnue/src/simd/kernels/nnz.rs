//! Sparse inputs: the groups of bytes that are not all zero (NNZ).

use super::CHUNK;
use crate::simd::Isa;

/// Room that the list needs beyond the number of groups.
pub const NNZ_SLACK: usize = 8;

/// `[mask]`: the indices of the bits that are set in a mask of eight.
static SET_BITS: [[u16; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut pattern = 0;
    while pattern < 256 {
        let (mut bit, mut count) = (0, 0);
        while bit < 8 {
            if pattern >> bit & 1 == 1 {
                table[pattern][count] = bit;
                count += 1;
            }
            bit += 1;
        }
        pattern += 1;
    }
    table
};

/// Lists the groups of four bytes, at most 127 each, that are not all zero, and gives their number.
///
/// # Panics
/// If the bytes are not a multiple of 64, or the list has not [`NNZ_SLACK`] more room than there
/// are groups.
#[inline(always)]
pub fn find_nnz<I: Isa>(bytes: &[u8], nnz: &mut [u16]) -> usize {
    I::run(|| {
        assert!(bytes.len().is_multiple_of(2 * CHUNK));
        assert!(nnz.len() >= bytes.len() / 4 + NNZ_SLACK);
        let mut count = 0;
        // 64 bytes are 16 groups: one vector or more.
        for (number, block) in bytes.chunks_exact(64).enumerate() {
            let mut pattern = 0;
            for part in (0..16).step_by(I::INTS) {
                // SAFETY: the vector from group `part` on ends within the block of 16.
                let ints = unsafe { I::load_ints(block.as_ptr().cast::<i32>().add(part)) };
                pattern |= I::positive(ints) << part;
            }
            for (half, pattern) in [pattern & 0xFF, pattern >> 8].into_iter().enumerate() {
                let base = (number * 16 + half * 8) as u16;
                let listed = &mut nnz[count..count + 8];
                for (group, bit) in listed.iter_mut().zip(SET_BITS[pattern as usize]) {
                    *group = base + bit;
                }
                count += pattern.count_ones() as usize;
            }
        }
        count
    })
}
