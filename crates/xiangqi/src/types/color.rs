//! The two sides.

use std::fmt;
use std::ops::Not;

use game::dense_enum;

dense_enum! {
    /// A side.
    Color, 2, mask 1, { Red = 0, Black = 1 }
}

impl Color {
    /// `w` for red, `b` for black, as FEN writes them.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Red => 'w',
            Self::Black => 'b',
        }
    }
}

/// `red` or `black`.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Red => "red",
            Self::Black => "black",
        })
    }
}

impl Not for Color {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        match self {
            Self::Red => Self::Black,
            Self::Black => Self::Red,
        }
    }
}
