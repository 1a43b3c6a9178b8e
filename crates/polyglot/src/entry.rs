//! One entry of a book.

use std::cmp::Reverse;

/// Bytes of an entry.
pub(crate) const SIZE: usize = 16;

/// One move of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position.
    pub key: u64,
    /// The move, in the code of its game ([`Codes::book_code`](crate::Codes::book_code)).
    pub mv: u16,
    /// How often to play it, relative to the position's other moves.
    pub weight: u16,
    /// For programs that learn; unused here and kept.
    pub learn: u32,
}

impl Entry {
    /// From its bytes.
    pub(crate) fn read(bytes: &[u8; SIZE]) -> Self {
        let [
            k0,
            k1,
            k2,
            k3,
            k4,
            k5,
            k6,
            k7,
            m0,
            m1,
            w0,
            w1,
            l0,
            l1,
            l2,
            l3,
        ] = *bytes;
        Self {
            key: u64::from_be_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
            mv: u16::from_be_bytes([m0, m1]),
            weight: u16::from_be_bytes([w0, w1]),
            learn: u32::from_be_bytes([l0, l1, l2, l3]),
        }
    }

    pub(crate) fn bytes(&self) -> impl Iterator<Item = u8> + use<> {
        let key = self.key.to_be_bytes().into_iter();
        key.chain(self.mv.to_be_bytes())
            .chain(self.weight.to_be_bytes())
            .chain(self.learn.to_be_bytes())
    }

    /// The order in a file: by key, the heaviest move first.
    pub(crate) const fn order(&self) -> (u64, Reverse<u16>, u16) {
        (self.key, Reverse(self.weight), self.mv)
    }
}
