//! Bit-packed numbers, the lowest bit of a byte first.

/// Writes bits.
#[derive(Default)]
pub(super) struct BitWriter {
    bytes: Vec<u8>,
    pending: u64,
    count: u32,
}

impl BitWriter {
    /// Appends `count` bits, at most 32; higher bits of the number must be zero.
    pub(super) fn put(&mut self, bits: u32, count: u32) {
        self.pending |= u64::from(bits) << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.count -= 8;
        }
    }

    /// The bytes, padded with zeros.
    pub(super) fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.pending as u8);
        }
        self.bytes
    }
}

/// Reads bits.
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    pending: u64,
    count: u32,
}

impl<'a> BitReader<'a> {
    /// At the first bit.
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            pending: 0,
            count: 0,
        }
    }

    /// The next `count` bits, at most 32; `None` at the end.
    pub(super) fn take(&mut self, count: u32) -> Option<u32> {
        while self.count < count {
            let (&byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            self.pending |= u64::from(byte) << self.count;
            self.count += 8;
        }
        let bits = self.pending & ((1 << count) - 1);
        self.pending >>= count;
        self.count -= count;
        Some(bits as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::{BitReader, BitWriter};
    use game::Rng;

    #[test]
    fn bits_read_back() {
        let mut rng = Rng::new(3);
        let parts: Vec<(u32, u32)> = (0..1000)
            .map(|_| {
                let count = rng.below(33) as u32;
                ((rng.next_u64() & ((1 << count) - 1)) as u32, count)
            })
            .collect();
        let mut writer = BitWriter::default();
        parts
            .iter()
            .for_each(|&(bits, count)| writer.put(bits, count));
        let bytes = writer.finish();
        let mut reader = BitReader::new(&bytes);
        for (bits, count) in parts {
            assert_eq!(reader.take(count), Some(bits));
        }
        assert_eq!(reader.take(8), None);
    }
}
