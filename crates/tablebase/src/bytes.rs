//! Bounds-checked reads of a file's bytes. Numbers are little-endian, the code stream big-endian.

/// The file ends too early or contradicts itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Damaged;

/// A cursor over the bytes of a file.
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    pub(crate) at: usize,
}

impl<'a> Cursor<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// The next `len` bytes.
    pub(crate) fn take(&mut self, len: usize) -> Result<&'a [u8], Damaged> {
        let end = self.at.checked_add(len).ok_or(Damaged)?;
        let taken = self.bytes.get(self.at..end).ok_or(Damaged)?;
        self.at = end;
        Ok(taken)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, Damaged> {
        self.take(1).map(|bytes| bytes[0])
    }

    pub(crate) fn u16(&mut self) -> Result<u16, Damaged> {
        self.take(2)
            .map(|bytes| u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    pub(crate) fn u32(&mut self) -> Result<u32, Damaged> {
        let low = self.u16()?;
        let high = self.u16()?;
        Ok(u32::from(low) | u32::from(high) << 16)
    }

    /// Skips to the next multiple of `alignment`.
    pub(crate) fn align(&mut self, alignment: usize) {
        self.at = self.at.next_multiple_of(alignment);
    }

    /// Skips `count` items of `size` bytes, and tells where they begin.
    pub(crate) fn skip(&mut self, count: usize, size: usize) -> Result<usize, Damaged> {
        let start = self.at;
        self.take(count.checked_mul(size).ok_or(Damaged)?)?;
        Ok(start)
    }
}

/// A 16-bit number at an offset.
#[inline]
pub(crate) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let bytes = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_le_bytes(bytes.try_into().ok()?))
}

/// A 32-bit number at an offset.
#[inline]
pub(crate) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_le_bytes(bytes.try_into().ok()?))
}

/// Eight bytes of the code stream from an offset; zeros beyond the end of the file.
#[inline]
pub(crate) fn code_at(bytes: &[u8], at: usize) -> u64 {
    match bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        Some(&chunk) => u64::from_be_bytes(chunk),
        None => (0..8).fold(0, |code, i| {
            code << 8 | u64::from(bytes.get(at.saturating_add(i)).copied().unwrap_or(0))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::{Cursor, Damaged, code_at, u16_at, u32_at};

    #[test]
    fn reads_stop_at_the_end() {
        let bytes = [1, 2, 3, 4, 5];
        let mut cursor = Cursor::new(&bytes);
        assert_eq!(cursor.u32(), Ok(0x0403_0201));
        assert_eq!(cursor.u16(), Err(Damaged));
        assert_eq!(cursor.u8(), Ok(5));
        assert_eq!(cursor.skip(usize::MAX, 2), Err(Damaged));
        assert_eq!(u16_at(&bytes, 3), Some(0x0504));
        assert_eq!(
            (u16_at(&bytes, 4), u32_at(&bytes, usize::MAX)),
            (None, None)
        );
        assert_eq!(code_at(&bytes, 3), 0x0405_0000_0000_0000);
        assert_eq!(code_at(&bytes, usize::MAX), 0);
    }
}
