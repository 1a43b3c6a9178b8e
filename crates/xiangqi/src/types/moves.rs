//! Moves in 16 bits.

use std::fmt;
use std::num::NonZeroU16;

use game::PackedMove;

use super::square::Square;

/// A move: seven bits each for the squares. A capture is not marked: the position tells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    /// The move between two different squares.
    ///
    /// # Panics
    /// If both squares are a0.
    #[must_use]
    #[inline(always)]
    pub const fn new(from: Square, to: Square) -> Self {
        Self(NonZeroU16::new((from as u16) << 7 | to as u16).expect("a move changes the square"))
    }

    /// The square the move starts from.
    #[must_use]
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::from_index((self.0.get() >> 7) as usize)
    }

    /// The square the move goes to.
    #[must_use]
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::from_index(self.0.get() as usize)
    }
}

impl PackedMove for Move {
    const FILLER: Self = Self::new(Square::A0, Square::I9);

    #[inline(always)]
    fn code(self) -> u16 {
        self.0.get()
    }

    #[inline(always)]
    fn from_code(code: u16) -> Option<Self> {
        let (from, to) = (usize::from(code >> 7), usize::from(code & 127));
        let is_move = from < Square::COUNT && to < Square::COUNT && from != to;
        NonZeroU16::new(code).filter(|_| is_move).map(Self)
    }
}

/// In coordinates, ranks from zero: `h2e2`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::{Move, PackedMove, Square};

    #[test]
    fn every_code_is_a_move_or_nothing_and_reads_back() {
        let moves: Vec<Move> = (0..=u16::MAX).filter_map(Move::from_code).collect();
        assert_eq!(moves.len(), 90 * 89);
        for mv in moves {
            assert_eq!(Move::new(mv.from(), mv.to()), mv);
            assert_eq!(Move::from_code(mv.code()), Some(mv));
        }
        assert_eq!(size_of::<Option<Move>>(), 2);
    }

    #[test]
    fn text_shows_the_squares() {
        assert_eq!(Move::new(Square::H2, Square::E2).to_string(), "h2e2");
    }
}
