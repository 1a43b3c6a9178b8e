//! One entry of a book, and its move.

use std::cmp::Reverse;

use chess::{File, Move, Piece, Position, Rank, Square};

/// Bytes of an entry.
pub(crate) const SIZE: usize = 16;

/// The pieces of a promotion by their number, from 1.
const PROMOTIONS: [char; 4] = ['n', 'b', 'r', 'q'];

/// One move of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position.
    pub key: u64,
    /// The move, in the format's own code: target, origin and promotion from the low bits up, three
    /// bits for each file and rank.
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

    /// Its bytes.
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

    /// The move, if it is legal: keys can collide.
    pub fn legal_move(&self, position: &Position) -> Option<Move> {
        let square = |bits: u16| {
            let (file, rank) = (usize::from(bits & 7), usize::from(bits >> 3 & 7));
            Square::new(File::from_index(file), Rank::from_index(rank))
        };
        let mut text = format!("{}{}", square(self.mv >> 6), square(self.mv));
        match usize::from(self.mv >> 12 & 7) {
            0 => {}
            number => text.push(*PROMOTIONS.get(number - 1)?),
        }
        // Castling is the king taking its rook; a few books have the king's two steps instead.
        position.parse_uci(&text).ok()
    }
}

/// A move in the format's code.
pub(crate) fn encode(mv: Move) -> u16 {
    let bits = |square: Square| (square.file().index() + 8 * square.rank().index()) as u16;
    let promotion = mv.promotion().and_then(|kind| {
        let letter = Piece::new(chess::Color::Black, kind).letter();
        PROMOTIONS.iter().position(|&known| known == letter)
    });
    let promotion = promotion.map_or(0, |index| index as u16 + 1);
    bits(mv.to()) | bits(mv.from()) << 6 | promotion << 12
}
