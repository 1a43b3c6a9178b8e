//! The vocabulary of chess: colors, pieces, squares, sets of squares, moves, castling rights.

pub mod bitboard;
pub mod castling;
pub mod color;
pub mod moves;
pub mod piece;
pub mod square;

/// Declares an enum whose values number densely from zero, with constant-time conversion both
/// ways. `from_index` takes any number and keeps only the bits that the type can use, so that it
/// needs no check; the compiler turns its `match` into nothing.
macro_rules! dense_enum {
    ($(#[$doc:meta])* $name:ident, $count:literal, mask $mask:literal, { $($value:ident = $index:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[allow(missing_docs, reason = "the values' names say all there is to say")]
        pub enum $name { $($value = $index),+ }

        impl $name {
            /// How many values there are.
            pub const COUNT: usize = $count;

            /// All values in order.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$value),+];

            /// The number of this value, from zero.
            #[must_use]
            #[inline(always)]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// The value with this number; higher bits of the number are ignored, and numbers
            /// that remain too large mean the last value.
            #[must_use]
            #[inline(always)]
            pub const fn from_index(index: usize) -> Self {
                match (index & $mask) as u8 {
                    $($index => Self::$value,)+
                    #[allow(unreachable_patterns, reason = "full masks leave nothing over")]
                    _ => Self::ALL[Self::COUNT - 1],
                }
            }
        }

        impl ::game::Dense for $name {
            const COUNT: usize = $count;

            #[inline(always)]
            fn index(self) -> usize {
                self as usize
            }
        }
    };
}
pub(crate) use dense_enum;
