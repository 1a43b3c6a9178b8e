//! Sets of squares as 64 bits.

use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::color::Color;
use super::square::{File, Rank, Square};

/// A set of squares: bit 0 is a1, bit 63 is h8.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const FULL: Self = Self(u64::MAX);
    /// The light squares.
    pub const LIGHT_SQUARES: Self = Self(0x55AA_55AA_55AA_55AA);

    const FILE_A: u64 = 0x0101_0101_0101_0101;
    const FILE_H: u64 = Self::FILE_A << 7;

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
        Self(0xFF << (rank as u32 * 8))
    }

    /// The set of one square.
    #[must_use]
    #[inline(always)]
    pub const fn of(square: Square) -> Self {
        Self(1 << square as u32)
    }

    /// Whether the set has no square.
    #[must_use]
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has any square.
    #[must_use]
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether the set has two squares or more.
    #[must_use]
    #[inline(always)]
    pub const fn several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// How many squares the set has.
    #[must_use]
    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether a square is in the set.
    #[must_use]
    #[inline(always)]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square as u32 & 1 != 0
    }

    /// The lowest square of the set, if it has one.
    #[must_use]
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(self.lowest())
        }
    }

    /// The lowest square of a set that is known to have one; of the empty set, a1.
    #[must_use]
    #[inline(always)]
    pub(crate) const fn lowest(self) -> Square {
        Square::from_index(self.0.trailing_zeros() as usize)
    }

    /// The set without its lowest square.
    #[must_use]
    #[inline(always)]
    pub(crate) const fn without_lowest(self) -> Self {
        Self(self.0 & self.0.wrapping_sub(1))
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

    /// The union, in constant expressions.
    #[must_use]
    #[inline(always)]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

macro_rules! operator {
    ($trait:ident $method:ident $assign_trait:ident $assign_method:ident $op:tt) => {
        impl $trait for Bitboard {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $op other.0)
            }
        }

        impl $assign_trait for Bitboard {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                self.0 = self.0 $op other.0;
            }
        }
    };
}

operator!(BitAnd bitand BitAndAssign bitand_assign &);
operator!(BitOr bitor BitOrAssign bitor_assign |);
operator!(BitXor bitxor BitXorAssign bitxor_assign ^);

impl Not for Bitboard {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl From<Square> for Bitboard {
    #[inline(always)]
    fn from(square: Square) -> Self {
        Self::of(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares
            .into_iter()
            .fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

/// The squares of a set, from the lowest.
#[derive(Clone)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0 = self.0.without_lowest();
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

/// Drawn from the eighth rank down, `X` for a member and `.` for the rest.
impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            writeln!(f)?;
            for file in File::ALL {
                f.write_str(if self.has(Square::new(file, rank)) {
                    " X"
                } else {
                    " ."
                })?;
            }
        }
        Ok(())
    }
}

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
