//! Pieces and their types.

use chess::Color;
use game::dense_enum;

dense_enum! {
    /// A type of piece, from the least valuable to the king: bia, met, khon, ma, ruea and khun.
    PieceType, 6, mask 7, { Pawn = 0, Met = 1, Khon = 2, Knight = 3, Rook = 4, King = 5 }
}

dense_enum! {
    /// A piece with its color: twice the number of its type, plus the number of its color.
    Piece, 12, mask 15, {
        WhitePawn = 0, BlackPawn = 1, WhiteMet = 2, BlackMet = 3, WhiteKhon = 4, BlackKhon = 5,
        WhiteKnight = 6, BlackKnight = 7, WhiteRook = 8, BlackRook = 9,
        WhiteKing = 10, BlackKing = 11,
    }
}

impl PieceType {
    /// The letter of this type in FEN, in upper case: `S` for a khon, as its moves are those of the
    /// silver general.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Met => 'M',
            Self::Khon => 'S',
            Self::Knight => 'N',
            Self::Rook => 'R',
            Self::King => 'K',
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Met => "met",
            Self::Khon => "khon",
            Self::Knight => "knight",
            Self::Rook => "rook",
            Self::King => "king",
        }
    }

    /// The type with this upper-case letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// How many pieces of this type a side begins with.
    #[must_use]
    pub const fn start_count(self) -> u32 {
        match self {
            Self::Pawn => 8,
            Self::Met | Self::King => 1,
            Self::Khon | Self::Knight | Self::Rook => 2,
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

    /// The letter of this piece in FEN: upper case for white.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.color() {
            Color::White => self.kind().letter(),
            Color::Black => self.kind().letter().to_ascii_lowercase(),
        }
    }

    /// The piece with this letter in FEN.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|piece| piece.letter() == letter)
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
                assert_eq!(PieceType::from_letter(kind.letter()), Some(kind));
            }
        }
        assert_eq!(Piece::from_letter('s'), Some(Piece::BlackKhon));
        assert_eq!(Piece::from_letter('q'), None);
        assert_eq!(size_of::<Option<Piece>>(), 1);
    }
}
