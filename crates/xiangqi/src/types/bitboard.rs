//! Sets of squares as 90 of 128 bits.

use game::square_set;

use super::color::Color;
use super::square::{File, Rank, Square};

/// A set of squares: bit 0 is a0, bit 8 is i0, bit 89 is i9.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u128);

/// The set of each square: quicker to load than to shift, which takes several instructions for 128
/// bits.
static OF: [Bitboard; Square::COUNT] = {
    let mut sets = [Bitboard::EMPTY; Square::COUNT];
    let mut i = 0;
    while i < Square::COUNT {
        sets[i] = Bitboard(1 << i);
        i += 1;
    }
    sets
};

impl Bitboard {
    /// Every square.
    pub const FULL: Self = Self((1 << 90) - 1);

    /// Bits 0, 9, …, 81.
    const FILE_A: u128 = 0x2_0100_8040_2010_0804_0201;

    /// The set of one square.
    #[must_use]
    #[inline(always)]
    pub const fn of(square: Square) -> Self {
        OF[square.index()]
    }

    /// Whether a square is in the set.
    #[must_use]
    #[inline(always)]
    pub const fn has(self, square: Square) -> bool {
        // Without a branch, which would be mispredicted.
        let [low, high] = self.halves();
        let is_high = (square as u64 >> 6).wrapping_neg();
        (low ^ (low ^ high) & is_high) >> (square as u32 % 64) & 1 != 0
    }

    /// The squares 0 to 63 and those from 64 on.
    #[inline(always)]
    pub(crate) const fn halves(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> 64) as u64]
    }

    /// Calls `visit` for each square from the lowest: quicker than iterating where there are several,
    /// because each half is a loop of its own.
    #[inline(always)]
    pub(crate) fn for_each(self, mut visit: impl FnMut(Square)) {
        for (half, first) in self.halves().into_iter().zip([0, 64]) {
            let mut rest = half;
            while rest != 0 {
                visit(Square::from_index(first + rest.trailing_zeros() as usize));
                rest &= rest - 1;
            }
        }
    }

    /// The squares of a file.
    #[must_use]
    #[inline(always)]
    pub const fn file(file: File) -> Self {
        Self(Self::FILE_A << file as u32)
    }

    /// The squares of a rank.
    #[must_use]
    #[inline(always)]
    pub const fn rank(rank: Rank) -> Self {
        Self(0x1FF << (rank as u32 * 9))
    }

    /// The ranks on a color's side of the river.
    #[must_use]
    #[inline(always)]
    pub const fn home(color: Color) -> Self {
        match color {
            Color::Red => Self((1 << 45) - 1),
            Color::Black => Self(Self::FULL.0 ^ ((1 << 45) - 1)),
        }
    }

    /// The nine squares of a color's palace.
    #[must_use]
    #[inline(always)]
    pub const fn palace(color: Color) -> Self {
        const RED: u128 = 0b111_000 | 0b111_000 << 9 | 0b111_000 << 18;
        match color {
            Color::Red => Self(RED),
            Color::Black => Self(RED << 63),
        }
    }

    /// Every square moved one rank away from `color`'s side; the last rank falls off.
    #[must_use]
    #[inline(always)]
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::Red => Self(self.0 << 9 & Self::FULL.0),
            Color::Black => Self(self.0 >> 9),
        }
    }

    /// Every square moved one file toward the i-file; the i-file falls off.
    #[must_use]
    #[inline(always)]
    pub const fn east(self) -> Self {
        Self((self.0 & !(Self::FILE_A << 8)) << 1)
    }

    /// Every square moved one file toward the a-file; the a-file falls off.
    #[must_use]
    #[inline(always)]
    pub const fn west(self) -> Self {
        Self((self.0 & !Self::FILE_A) >> 1)
    }

    /// The squares that are not in `other`: the same as `& !other`, and cheaper.
    #[must_use]
    #[inline(always)]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

square_set!(Bitboard, Squares);

/// A set of squares drawn as a picture, rank 9 first.
///
/// ```
/// use xiangqi::{Bitboard, Square, bitboard};
/// let set = bitboard! {
///     . . . . . . . . X
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     X . . . . . . . .
/// };
/// assert_eq!(set, Bitboard::of(Square::A0) | Bitboard::of(Square::I9));
/// ```
#[macro_export]
macro_rules! bitboard {
    (@bit X) => { 1 };
    (@bit .) => { 0 };
    ($($cell:tt)*) => {{
        const CELLS: [u128; 90] = [$($crate::bitboard!(@bit $cell)),*];
        let mut set = 0;
        let mut i = 0;
        while i < 90 {
            set |= CELLS[i] << ((9 - i / 9) * 9 + i % 9);
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
        let edge = Bitboard::of(Square::I4) | Bitboard::of(Square::A5);
        assert_eq!(edge.east(), Bitboard::of(Square::B5));
        assert_eq!(edge.west(), Bitboard::of(Square::H4));
        let (first, last) = (Bitboard::rank(Rank::R0), Bitboard::rank(Rank::R9));
        assert_eq!(last.forward(Color::Red), Bitboard::EMPTY);
        assert_eq!(first.forward(Color::Black), Bitboard::EMPTY);
    }

    #[test]
    fn regions_are_where_they_belong() {
        assert_eq!(Bitboard::home(Color::Red).count(), 45);
        assert_eq!(!Bitboard::home(Color::Red), Bitboard::home(Color::Black));
        for color in Color::ALL {
            let palace = Bitboard::palace(color);
            assert_eq!(palace.count(), 9);
            assert!(palace.has(Square::E1.relative_to(color)));
            assert!(palace.has(Square::D0.relative_to(color)));
            assert!(palace.has(Square::F2.relative_to(color)));
        }
        for file in File::ALL {
            assert_eq!(Bitboard::file(file).count(), 10);
        }
    }

    #[test]
    fn iterates_in_order_and_collects_back() {
        let set = Bitboard::file(File::C) | Bitboard::rank(Rank::R7);
        let squares: Vec<Square> = set.into_iter().collect();
        assert!(squares.is_sorted());
        assert_eq!(squares.len(), 18);
        assert_eq!(squares.into_iter().collect::<Bitboard>(), set);
        assert!(set.several() && !Bitboard::of(Square::I9).several());
        assert_eq!(Bitboard::EMPTY.first(), None);
    }
}
