//! The two sides.

use std::fmt;
use std::ops::Not;

use super::dense_enum;

dense_enum! {
    /// A side.
    Color, 2, mask 1, { White = 0, Black = 1 }
}

impl Color {
    /// `w` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }
}

/// `white` or `black`.
impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "white",
            Self::Black => "black",
        })
    }
}

impl Not for Color {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// A color known at compile time, for code that is made once for each side.
pub(crate) trait Side {
    const US: Color;
    type Them: Side;
}

/// White as a type.
pub(crate) struct White;

/// Black as a type.
pub(crate) struct Black;

impl Side for White {
    const US: Color = Color::White;
    type Them = Black;
}

impl Side for Black {
    const US: Color = Color::Black;
    type Them = White;
}
