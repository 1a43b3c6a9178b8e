//! LEB128 varints: seven bits per byte, the lowest first, the top bit set in all bytes but the last.

/// Appends a number.
pub(super) fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads a number from the front; `None` if it is incomplete.
pub(super) fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Zigzag encoding of signed numbers: 0, -1, 1, -2, 2, ...
#[inline]
pub(super) const fn zigzag(number: i32) -> u32 {
    (number << 1 ^ number >> 31) as u32
}

/// The inverse of [`zigzag`].
#[inline]
pub(super) const fn unzigzag(number: u32) -> i32 {
    (number >> 1) as i32 ^ -((number & 1) as i32)
}

#[cfg(test)]
mod tests {
    use super::{put, take, unzigzag, zigzag};

    #[test]
    fn numbers_read_back() {
        let numbers = [0, 1, 127, 128, 300, 65_535, u64::from(u32::MAX), u64::MAX];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|&number| put(&mut bytes, number));
        let mut rest = &bytes[..];
        for number in numbers {
            assert_eq!(take(&mut rest), Some(number));
        }
        assert_eq!(take(&mut rest), None);
        assert_eq!(take(&mut &[0x80][..]), None);
        assert_eq!(take(&mut &[0xFF; 11][..]), None);
    }

    #[test]
    fn zigzag_starts_at_zero_and_reads_back() {
        assert_eq!([0, -1, 1, -2, 2].map(zigzag), [0, 1, 2, 3, 4]);
        for number in (-70_000..70_000).chain([i32::MIN, i32::MAX]) {
            assert_eq!(unzigzag(zigzag(number)), number);
        }
    }
}
