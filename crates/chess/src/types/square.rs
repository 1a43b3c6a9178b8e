//! Squares, files and ranks.

use super::color::Color;
use super::dense_enum;

dense_enum! {
    /// A file, from white's left.
    File, 8, mask 7, { A = 0, B = 1, C = 2, D = 3, E = 4, F = 5, G = 6, H = 7 }
}

dense_enum! {
    /// A rank, from white's side.
    Rank, 8, mask 7, {
        First = 0, Second = 1, Third = 2, Fourth = 3,
        Fifth = 4, Sixth = 5, Seventh = 6, Eighth = 7,
    }
}

dense_enum! {
    /// A square: a1 is 0, b1 is 1, h8 is 63.
    Square, 64, mask 63, {
        A1 = 0, B1 = 1, C1 = 2, D1 = 3, E1 = 4, F1 = 5, G1 = 6, H1 = 7,
        A2 = 8, B2 = 9, C2 = 10, D2 = 11, E2 = 12, F2 = 13, G2 = 14, H2 = 15,
        A3 = 16, B3 = 17, C3 = 18, D3 = 19, E3 = 20, F3 = 21, G3 = 22, H3 = 23,
        A4 = 24, B4 = 25, C4 = 26, D4 = 27, E4 = 28, F4 = 29, G4 = 30, H4 = 31,
        A5 = 32, B5 = 33, C5 = 34, D5 = 35, E5 = 36, F5 = 37, G5 = 38, H5 = 39,
        A6 = 40, B6 = 41, C6 = 42, D6 = 43, E6 = 44, F6 = 45, G6 = 46, H6 = 47,
        A7 = 48, B7 = 49, C7 = 50, D7 = 51, E7 = 52, F7 = 53, G7 = 54, H7 = 55,
        A8 = 56, B8 = 57, C8 = 58, D8 = 59, E8 = 60, F8 = 61, G8 = 62, H8 = 63,
    }
}

impl File {
    /// The letter of this file, in lower case.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The file with this lower-case letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'a'..='h' => Some(Self::from_index(letter as usize - 'a' as usize)),
            _ => None,
        }
    }
}

impl Rank {
    /// The digit of this rank.
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank with this digit.
    pub const fn from_digit(digit: char) -> Option<Self> {
        match digit {
            '1'..='8' => Some(Self::from_index(digit as usize - '1' as usize)),
            _ => None,
        }
    }

    /// This rank as `color` counts it: white's first rank is black's eighth.
    #[must_use]
    #[inline(always)]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => Self::from_index(7 - self as usize),
        }
    }
}

impl Square {
    /// The square where a file meets a rank.
    #[inline(always)]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::from_index((rank as usize) << 3 | file as usize)
    }

    /// The file this square lies on.
    #[inline(always)]
    pub const fn file(self) -> File {
        File::from_index(self as usize & 7)
    }

    /// The rank this square lies on.
    #[inline(always)]
    pub const fn rank(self) -> Rank {
        Rank::from_index(self as usize >> 3)
    }

    /// This square as `color` sees it: for black, mirrored to the other side of the board.
    #[must_use]
    #[inline(always)]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => Self::from_index(self as usize ^ 56),
        }
    }

    /// The square one rank further from `color`'s side. Wraps around at the board's edge.
    #[must_use]
    #[inline(always)]
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::White => Self::from_index((self as usize).wrapping_add(8)),
            Color::Black => Self::from_index((self as usize).wrapping_sub(8)),
        }
    }

    /// The square `files` to the right and `ranks` up, if it is on the board.
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self as i8 % 8 + files;
        let rank = self as i8 / 8 + ranks;
        if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            Some(Self::from_index((rank * 8 + file) as usize))
        } else {
            None
        }
    }
}

game::square_text!(Square, "a1" to "h8");

#[cfg(test)]
mod tests {
    use super::{Color, Rank, Square};

    #[test]
    fn text_and_numbers_round_trip() {
        for (index, square) in Square::ALL.into_iter().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(Square::from_index(index), square);
            assert_eq!(Square::new(square.file(), square.rank()), square);
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        for bad in ["", "a", "a9", "i1", "a1b", "A1"] {
            assert!(bad.parse::<Square>().is_err(), "{bad}");
        }
    }

    #[test]
    fn steps_stay_on_the_board() {
        assert_eq!(Square::E4.offset(1, 2), Some(Square::F6));
        assert_eq!(Square::H4.offset(1, 0), None);
        assert_eq!(Square::A1.offset(0, -1), None);
        assert_eq!(Square::E4.forward(Color::Black), Square::E3);
        assert_eq!(Rank::Second.relative_to(Color::Black), Rank::Seventh);
    }
}
