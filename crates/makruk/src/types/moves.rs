//! Moves in 16 bits.

use std::fmt;
use std::num::NonZeroU16;

use chess::Square;
use game::PackedMove;

use super::piece::PieceType;

/// The bit of a promotion.
const PROMOTION: u16 = 1 << 12;

/// A move: six bits each for the squares, and one that tells a promotion. A capture is not marked: the
/// position tells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    /// The move between two different squares.
    ///
    /// # Panics
    /// If both squares are a1.
    #[must_use]
    #[inline(always)]
    pub const fn new(from: Square, to: Square) -> Self {
        Self(NonZeroU16::new((from as u16) << 6 | to as u16).expect("a move changes the square"))
    }

    /// The move of a pawn that becomes a met.
    #[must_use]
    #[inline(always)]
    pub const fn promoting(from: Square, to: Square) -> Self {
        Self(Self::new(from, to).0.saturating_add(PROMOTION))
    }

    /// The square the move starts from.
    #[must_use]
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::from_index((self.0.get() >> 6) as usize)
    }

    /// The square the move goes to.
    #[must_use]
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::from_index(self.0.get() as usize)
    }

    /// Whether a pawn becomes a met.
    #[must_use]
    #[inline(always)]
    pub const fn promotes(self) -> bool {
        self.0.get() & PROMOTION != 0
    }
}

impl PackedMove for Move {
    const FILLER: Self = Self::new(Square::A1, Square::H8);

    #[inline(always)]
    fn code(self) -> u16 {
        self.0.get()
    }

    #[inline(always)]
    fn from_code(code: u16) -> Option<Self> {
        let is_move = code < 2 * PROMOTION && code >> 6 & 63 != code & 63;
        NonZeroU16::new(code).filter(|_| is_move).map(Self)
    }
}

/// In coordinates, with the letter of a promotion: `e3e4`, `e5e6m`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotes() {
            true => write!(f, "{}", PieceType::Met.letter().to_ascii_lowercase()),
            false => Ok(()),
        }
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
        assert_eq!(moves.len(), 2 * 64 * 63);
        for mv in moves {
            let again = match mv.promotes() {
                true => Move::promoting(mv.from(), mv.to()),
                false => Move::new(mv.from(), mv.to()),
            };
            assert_eq!(again, mv);
            assert_eq!(Move::from_code(mv.code()), Some(mv));
        }
        assert_eq!(size_of::<Option<Move>>(), 2);
    }

    #[test]
    fn text_shows_squares_and_promotion() {
        assert_eq!(Move::new(Square::E3, Square::E4).to_string(), "e3e4");
        assert_eq!(Move::promoting(Square::E5, Square::D6).to_string(), "e5d6m");
    }
}
