//! Sets of squares as the bits of a number.

/// Declares what is the same for the set of squares of any board:
/// `square_set!(Bitboard, Squares)` for
/// a tuple struct of an unsigned integer, in which bit `n` is the square with index `n`, and the
/// iterator over its squares. `Square`, `File` and `Rank` are in scope, `Bitboard::FULL` is the set
/// of all squares, and `Bitboard::of` and `Bitboard::has` are written as suits the integer.
#[macro_export]
macro_rules! square_set {
    ($set:ident, $squares:ident) => {
        impl $set {
            /// No square.
            pub const EMPTY: Self = Self(0);

            /// Whether the set has no square.
            #[inline(always)]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Whether the set has any square.
            #[inline(always)]
            pub const fn any(self) -> bool {
                self.0 != 0
            }

            /// Whether the set has two squares or more.
            #[inline(always)]
            pub const fn several(self) -> bool {
                self.0 & self.0.wrapping_sub(1) != 0
            }

            /// How many squares the set has.
            #[inline(always)]
            pub const fn count(self) -> u32 {
                self.0.count_ones()
            }

            /// The lowest square of the set, if it has one.
            #[inline(always)]
            pub const fn first(self) -> Option<Square> {
                if self.0 == 0 {
                    None
                } else {
                    Some(self.lowest())
                }
            }

            /// The lowest square of a set that is known to have one.
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

            /// The union, in constant expressions.
            #[must_use]
            #[inline(always)]
            pub const fn union(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }
        }

        $crate::square_set!(@operator $set BitAnd bitand BitAndAssign bitand_assign &);
        $crate::square_set!(@operator $set BitOr bitor BitOrAssign bitor_assign |);
        $crate::square_set!(@operator $set BitXor bitxor BitXorAssign bitxor_assign ^);

        impl ::std::ops::Not for $set {
            type Output = Self;

            #[inline(always)]
            fn not(self) -> Self {
                Self(!self.0 & Self::FULL.0)
            }
        }

        impl From<Square> for $set {
            #[inline(always)]
            fn from(square: Square) -> Self {
                Self::of(square)
            }
        }

        impl FromIterator<Square> for $set {
            fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
                squares
                    .into_iter()
                    .fold(Self::EMPTY, |set, square| set | Self::of(square))
            }
        }

        /// The squares of a set, from the lowest.
        #[derive(Clone)]
        pub struct $squares($set);

        impl Iterator for $squares {
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

        impl ExactSizeIterator for $squares {}

        impl IntoIterator for $set {
            type Item = Square;
            type IntoIter = $squares;

            #[inline(always)]
            fn into_iter(self) -> $squares {
                $squares(self)
            }
        }

        /// Drawn from the last rank down, `X` for a member and `.` for the rest.
        impl ::std::fmt::Debug for $set {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                for rank in Rank::ALL.into_iter().rev() {
                    writeln!(f)?;
                    for file in File::ALL {
                        let is_member = self.has(Square::new(file, rank));
                        f.write_str(if is_member { " X" } else { " ." })?;
                    }
                }
                Ok(())
            }
        }
    };
    (@operator $set:ident $trait:ident $method:ident $assign_trait:ident $assign_method:ident $op:tt) => {
        impl ::std::ops::$trait for $set {
            type Output = Self;

            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $op other.0)
            }
        }

        impl ::std::ops::$assign_trait for $set {
            #[inline(always)]
            fn $assign_method(&mut self, other: Self) {
                self.0 = self.0 $op other.0;
            }
        }
    };
}
