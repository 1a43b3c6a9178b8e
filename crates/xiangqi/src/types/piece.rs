//! Pieces and their types.

use game::dense_enum;

use super::color::Color;

dense_enum! {
    /// A type of piece, from the least valuable to the king (general). The pawn is the soldier,
    /// the rook the chariot.
    PieceType, 7, mask 7, {
        Pawn = 0, Elephant = 1, Advisor = 2, Horse = 3, Cannon = 4, Rook = 5, King = 6,
    }
}

dense_enum! {
    /// A piece with its color: twice the number of its type, plus the number of its color.
    Piece, 14, mask 15, {
        RedPawn = 0, BlackPawn = 1, RedElephant = 2, BlackElephant = 3,
        RedAdvisor = 4, BlackAdvisor = 5, RedHorse = 6, BlackHorse = 7,
        RedCannon = 8, BlackCannon = 9, RedRook = 10, BlackRook = 11,
        RedKing = 12, BlackKing = 13,
    }
}

impl PieceType {
    /// The letter of this type in FEN, in upper case: `B` for an elephant and `N` for a horse.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Elephant => 'B',
            Self::Advisor => 'A',
            Self::Horse => 'N',
            Self::Cannon => 'C',
            Self::Rook => 'R',
            Self::King => 'K',
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Elephant => "elephant",
            Self::Advisor => "advisor",
            Self::Horse => "horse",
            Self::Cannon => "cannon",
            Self::Rook => "rook",
            Self::King => "king",
        }
    }

    /// The type with this upper-case letter; `E` and `H` are read for elephants and horses too.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'P' => Self::Pawn,
            'B' | 'E' => Self::Elephant,
            'A' => Self::Advisor,
            'N' | 'H' => Self::Horse,
            'C' => Self::Cannon,
            'R' => Self::Rook,
            'K' => Self::King,
            _ => return None,
        })
    }

    /// How many pieces of this type a side begins with, and can have at most.
    #[must_use]
    pub const fn max_count(self) -> u32 {
        match self {
            Self::Pawn => 5,
            Self::King => 1,
            _ => 2,
        }
    }
}

impl Piece {
    /// The piece of a color and a type.
    #[must_use]
    #[inline(always)]
    pub const fn new(color: Color, kind: PieceType) -> Self {
        Self::from_index((kind as usize) << 1 | color as usize)
    }

    /// The side this piece belongs to.
    #[must_use]
    #[inline(always)]
    pub const fn color(self) -> Color {
        Color::from_index(self as usize)
    }

    /// The type of this piece.
    #[must_use]
    #[inline(always)]
    pub const fn kind(self) -> PieceType {
        PieceType::from_index(self as usize >> 1)
    }

    /// The letter of this piece in FEN: upper case for red.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.color() {
            Color::Red => self.kind().letter(),
            Color::Black => self.kind().letter().to_ascii_lowercase(),
        }
    }

    /// The piece with this letter in FEN.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_lowercase() {
            Color::Black
        } else {
            Color::Red
        };
        match PieceType::from_letter(letter.to_ascii_uppercase()) {
            Some(kind) => Some(Self::new(color, kind)),
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Color, Piece, PieceType};

    #[test]
    fn pieces_compose_and_read_back() {
        for color in Color::ALL {
            for kind in PieceType::ALL {
                let piece = Piece::new(color, kind);
                assert_eq!((piece.color(), piece.kind()), (color, kind));
                assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
            }
        }
        assert_eq!(Piece::from_letter('h'), Some(Piece::BlackHorse));
        assert_eq!(Piece::from_letter('E'), Some(Piece::RedElephant));
        assert_eq!(Piece::from_letter('x'), None);
        assert_eq!(size_of::<Option<Piece>>(), 1);
    }
}
