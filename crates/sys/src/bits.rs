//! Parallel bit extract (PEXT, BMI2).

/// Gathers the bits of `source` that `mask` selects into the low bits of the result.
#[inline(always)]
pub fn pext(source: u64, mask: u64) -> u64 {
    // SAFETY: this module is compiled only for targets that have BMI2.
    unsafe { core::arch::x86_64::_pext_u64(source, mask) }
}

#[cfg(test)]
mod tests {
    use super::pext;

    #[test]
    fn gathers_selected_bits() {
        assert_eq!(pext(0b1011_0110, 0b1111_0000), 0b1011);
        assert_eq!(pext(u64::MAX, 0x8000_0000_0000_0001), 0b11);
        assert_eq!(pext(0x8000_0000_0000_0000, 0x8000_0000_0000_0001), 0b10);
    }
}
