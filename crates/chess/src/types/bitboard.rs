//! Sets of squares as 64 bits.

use game::square_set;

use super::color::Color;
use super::square::{File, Rank, Square};

/// A set of squares: bit 0 is a1, bit 63 is h8.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// Every square.
    pub const FULL: Self = Self(u64::MAX);
    /// The light squares.
    pub const LIGHT_SQUARES: Self = Self(0x55AA_55AA_55AA_55AA);

    const FILE_A: u64 = 0x0101_0101_0101_0101;
    const FILE_H: u64 = Self::FILE_A << 7;

    /// The squares of a file.
    #[inline(always)]
    pub const fn file(file: File) -> Self {
        Self(Self::FILE_A << file as u32)
    }

    /// The squares of a rank.
    #[inline(always)]
    pub const fn rank(rank: Rank) -> Self {
        Self(0xFF << (rank as u32 * 8))
    }

    /// Every square moved one rank away from `color`'s side; the last rank falls off.
    #[must_use]
    #[inline(always)]
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::White => Self(self.0 << 8),
            Color::Black => Self(self.0 >> 8),
        }
    }

    /// Every square moved one file toward the h-file; the h-file falls off.
    #[must_use]
    #[inline(always)]
    pub const fn east(self) -> Self {
        Self((self.0 & !Self::FILE_H) << 1)
    }

    /// Every square moved one file toward the a-file; the a-file falls off.
    #[must_use]
    #[inline(always)]
    pub const fn west(self) -> Self {
        Self((self.0 & !Self::FILE_A) >> 1)
    }

    /// The set of one square.
    #[must_use]
    #[inline(always)]
    pub const fn of(square: Square) -> Self {
        Self(1 << square as u32)
    }

    /// Whether a square is in the set.
    #[must_use]
    #[inline(always)]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square as u32 & 1 != 0
    }
}

square_set!(Bitboard, Squares);

/// A set of squares drawn as a picture, the eighth rank first.
///
/// ```
/// use chess::{Bitboard, Square, bitboard};
/// let set = bitboard! {
///     . . . . . . . X
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     X . . . . . . .
/// };
/// assert_eq!(set, Bitboard::of(Square::A1) | Bitboard::of(Square::H8));
/// ```
#[macro_export]
macro_rules! bitboard {
    (@bit X) => { 1 };
    (@bit .) => { 0 };
    ($($cell:tt)*) => {{
        const CELLS: [u64; 64] = [$($crate::bitboard!(@bit $cell)),*];
        let mut set = 0;
        let mut i = 0;
        while i < 64 {
            set |= CELLS[i] << (i ^ 56);
            i += 1;
        }
        $crate::Bitboard(set)
    }};
}

#[cfg(test)]
mod tests {
    use super::{Bitboard, Color, File, Rank, Square};

    #[test]
    fn shifts_do_not_wrap_around_the_edges() {
        let edge = Bitboard::of(Square::H4) | Bitboard::of(Square::A5);
        assert_eq!(edge.east(), Bitboard::of(Square::B5));
        assert_eq!(edge.west(), Bitboard::of(Square::G4));
        assert_eq!(
            Bitboard::rank(Rank::Eighth).forward(Color::White),
            Bitboard::EMPTY
        );
        assert_eq!(
            Bitboard::rank(Rank::First).forward(Color::Black),
            Bitboard::EMPTY
        );
    }

    #[test]
    fn iterates_in_order_and_collects_back() {
        let set = Bitboard::file(File::C) | Bitboard::rank(Rank::Third);
        let squares: Vec<Square> = set.into_iter().collect();
        assert!(squares.is_sorted());
        assert_eq!(squares.len(), 15);
        assert_eq!(squares.into_iter().collect::<Bitboard>(), set);
        assert!(set.several() && !Bitboard::of(Square::A1).several());
        assert_eq!(Bitboard::EMPTY.first(), None);
    }
}
