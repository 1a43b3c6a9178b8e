//! Pieces and their types.

use super::color::Color;
use super::dense_enum;

dense_enum! {
    /// A type of piece, from the least valuable to the king.
    PieceType, 6, mask 7, { Pawn = 0, Knight = 1, Bishop = 2, Rook = 3, Queen = 4, King = 5 }
}

dense_enum! {
    /// A piece with its color: twice the number of its type, plus the number of its color.
    Piece, 12, mask 15, {
        WhitePawn = 0, BlackPawn = 1, WhiteKnight = 2, BlackKnight = 3,
        WhiteBishop = 4, BlackBishop = 5, WhiteRook = 6, BlackRook = 7,
        WhiteQueen = 8, BlackQueen = 9, WhiteKing = 10, BlackKing = 11,
    }
}

impl PieceType {
    /// The letter of this type in English notation, in upper case (`P` for a pawn).
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        }
    }

    /// The type with this upper-case letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'P' => Self::Pawn,
            'N' => Self::Knight,
            'B' => Self::Bishop,
            'R' => Self::Rook,
            'Q' => Self::Queen,
            'K' => Self::King,
            _ => return None,
        })
    }
}

impl Piece {
    /// The piece of a color and a type.
    #[inline(always)]
    pub const fn new(color: Color, kind: PieceType) -> Self {
        Self::from_index((kind as usize) << 1 | color as usize)
    }

    /// The side this piece belongs to.
    #[inline(always)]
    pub const fn color(self) -> Color {
        Color::from_index(self as usize)
    }

    /// The type of this piece.
    #[inline(always)]
    pub const fn kind(self) -> PieceType {
        PieceType::from_index(self as usize >> 1)
    }

    /// The letter of this piece in FEN: upper case for white.
    pub const fn letter(self) -> char {
        match self.color() {
            Color::White => self.kind().letter(),
            Color::Black => self.kind().letter().to_ascii_lowercase(),
        }
    }

    /// The piece with this letter in FEN.
    pub const fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_lowercase() {
            Color::Black
        } else {
            Color::White
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
        assert_eq!(Piece::from_letter('x'), None);
        assert_eq!(size_of::<Option<Piece>>(), 1);
    }
}
