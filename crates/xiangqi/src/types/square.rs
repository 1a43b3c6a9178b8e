//! Squares (points of the board), files and ranks.

use game::dense_enum;

use super::color::Color;

dense_enum! {
    /// A file, from red's left.
    File, 9, mask 15, { A = 0, B = 1, C = 2, D = 3, E = 4, F = 5, G = 6, H = 7, I = 8 }
}

dense_enum! {
    /// A rank, from red's side, numbered from zero as in coordinates.
    Rank, 10, mask 15, {
        R0 = 0, R1 = 1, R2 = 2, R3 = 3, R4 = 4, R5 = 5, R6 = 6, R7 = 7, R8 = 8, R9 = 9,
    }
}

dense_enum! {
    /// A square: a0 is 0, b0 is 1, a1 is 9, i9 is 89.
    Square, 90, mask 127, {
        A0 = 0, B0 = 1, C0 = 2, D0 = 3, E0 = 4, F0 = 5, G0 = 6, H0 = 7, I0 = 8,
        A1 = 9, B1 = 10, C1 = 11, D1 = 12, E1 = 13, F1 = 14, G1 = 15, H1 = 16, I1 = 17,
        A2 = 18, B2 = 19, C2 = 20, D2 = 21, E2 = 22, F2 = 23, G2 = 24, H2 = 25, I2 = 26,
        A3 = 27, B3 = 28, C3 = 29, D3 = 30, E3 = 31, F3 = 32, G3 = 33, H3 = 34, I3 = 35,
        A4 = 36, B4 = 37, C4 = 38, D4 = 39, E4 = 40, F4 = 41, G4 = 42, H4 = 43, I4 = 44,
        A5 = 45, B5 = 46, C5 = 47, D5 = 48, E5 = 49, F5 = 50, G5 = 51, H5 = 52, I5 = 53,
        A6 = 54, B6 = 55, C6 = 56, D6 = 57, E6 = 58, F6 = 59, G6 = 60, H6 = 61, I6 = 62,
        A7 = 63, B7 = 64, C7 = 65, D7 = 66, E7 = 67, F7 = 68, G7 = 69, H7 = 70, I7 = 71,
        A8 = 72, B8 = 73, C8 = 74, D8 = 75, E8 = 76, F8 = 77, G8 = 78, H8 = 79, I8 = 80,
        A9 = 81, B9 = 82, C9 = 83, D9 = 84, E9 = 85, F9 = 86, G9 = 87, H9 = 88, I9 = 89,
    }
}

impl File {
    /// The letter of this file, in lower case.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The file with this lower-case letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'a'..='i' => Some(Self::from_index(letter as usize - 'a' as usize)),
            _ => None,
        }
    }
}

impl Rank {
    /// The digit of this rank.
    #[must_use]
    pub const fn digit(self) -> char {
        (b'0' + self as u8) as char
    }

    /// The rank with this digit.
    #[must_use]
    pub const fn from_digit(digit: char) -> Option<Self> {
        match digit {
            '0'..='9' => Some(Self::from_index(digit as usize - '0' as usize)),
            _ => None,
        }
    }

    /// This rank as `color` counts it: red's rank 0 is black's rank 9.
    #[must_use]
    #[inline(always)]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::Red => self,
            Color::Black => Self::from_index(9 - self as usize),
        }
    }
}

impl Square {
    /// The square where a file meets a rank.
    #[must_use]
    #[inline(always)]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::from_index(rank as usize * 9 + file as usize)
    }

    /// The file this square lies on.
    #[must_use]
    #[inline(always)]
    pub const fn file(self) -> File {
        File::from_index((self as u8 % 9) as usize)
    }

    /// The rank this square lies on.
    #[must_use]
    #[inline(always)]
    pub const fn rank(self) -> Rank {
        Rank::from_index((self as u8 / 9) as usize)
    }

    /// The square on the other side of the river, on the same file.
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self::new(self.file(), self.rank().relative_to(Color::Black))
    }

    /// The square on the other wing, on the same rank.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self::new(File::from_index(8 - self.file() as usize), self.rank())
    }

    /// This square as `color` sees it: for black, flipped to the other side of the river.
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::Red => self,
            Color::Black => self.flipped(),
        }
    }

    /// The square `files` to the right and `ranks` up, if it is on the board.
    #[must_use]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = self as i8 % 9 + files;
        let rank = self as i8 / 9 + ranks;
        if file >= 0 && file < 9 && rank >= 0 && rank < 10 {
            Some(Self::from_index((rank * 9 + file) as usize))
        } else {
            None
        }
    }
}

game::square_text!(Square, "a0" to "i9");

#[cfg(test)]
mod tests {
    use super::{Color, Square};

    #[test]
    fn text_and_numbers_round_trip() {
        for (index, square) in Square::ALL.into_iter().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(Square::from_index(index), square);
            assert_eq!(Square::new(square.file(), square.rank()), square);
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        for bad in ["", "a", "a10", "j1", "a1b", "A1"] {
            assert!(bad.parse::<Square>().is_err(), "{bad}");
        }
    }

    #[test]
    fn steps_and_reflections_stay_on_the_board() {
        assert_eq!(Square::E4.offset(1, 2), Some(Square::F6));
        assert_eq!(Square::I4.offset(1, 0), None);
        assert_eq!(Square::A0.offset(0, -1), None);
        assert_eq!(Square::B2.relative_to(Color::Black), Square::B7);
        assert_eq!(Square::B2.mirrored(), Square::H2);
        assert_eq!(Square::E9.mirrored(), Square::E9);
    }
}
