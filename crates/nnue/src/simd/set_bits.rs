//! The set bits of a mask by a table, for instruction sets that cannot compress a vector.

/// `[mask]`: the numbers of the bits that are set in a mask of eight.
static SET_BITS: [[u16; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut bit, mut count) = (0, 0);
        while bit < 8 {
            if mask >> bit & 1 == 1 {
                table[mask][count] = bit;
                count += 1;
            }
            bit += 1;
        }
        mask += 1;
    }
    table
};

/// [`Isa::store_set_bits`](super::Isa::store_set_bits) for eight bits.
///
/// # Safety
/// `to` points to room for eight numbers.
#[inline(always)]
pub(super) unsafe fn store(to: *mut u16, first: u16, mask: u32) {
    let bits = SET_BITS[(mask & 0xFF) as usize];
    // SAFETY: the caller vouches for the room.
    unsafe {
        to.cast::<[u16; 8]>()
            .write_unaligned(bits.map(|bit| first.wrapping_add(bit)))
    };
}
