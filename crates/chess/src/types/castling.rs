//! Castling rights, for any placement of king and rooks.

use super::bitboard::Bitboard;
use super::color::Color;
use super::square::{File, Square};

/// The rooks that may still castle.
///
/// A right is the rook's square; the side of the king that the rook stands on says which wing it
/// is. All such rooks stand on the first or the eighth rank, so that two bytes hold the files of
/// each side's rooks. This one form serves standard chess, Chess960 and double Chess960.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Castling(u16);

impl Castling {
    /// Nobody may castle.
    pub const NONE: Self = Self(0);

    /// The right to castle with the rook on `file` of `color`'s first rank.
    pub const fn with_rook(color: Color, file: File) -> Self {
        Self(1 << (color as u32 * 8 + file as u32))
    }

    /// Whether nobody may castle.
    #[inline(always)]
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The squares of `color`'s rooks that may castle.
    #[inline(always)]
    pub const fn rooks(self, color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard(self.0 as u64 & 0xFF),
            Color::Black => Bitboard((self.0 as u64 >> 8) << 56),
        }
    }

    /// Both sets of rights together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What is left of the rights when something happens on these squares.
    #[must_use]
    #[inline(always)]
    pub(crate) const fn after_touching(self, squares: Bitboard) -> Self {
        Self(self.0 & !(squares.0 as u8 as u16 | (squares.0 >> 56 << 8) as u16))
    }

    /// What is left of the rights when `color`'s king moves.
    #[must_use]
    #[inline(always)]
    pub(crate) const fn after_king_move(self, color: Color) -> Self {
        match color {
            Color::White => Self(self.0 & 0xFF00),
            Color::Black => Self(self.0 & 0x00FF),
        }
    }

    /// Two bytes with the files of white's and black's rooks, for the hash key.
    pub(crate) const fn bits(self) -> u16 {
        self.0
    }
}

/// Where king and rook stand after castling, from the side of the king that the rook was on.
#[inline(always)]
pub(crate) const fn castled(king: Square, rook: Square) -> (Square, Square) {
    let rank = king.rank();
    if rook as u8 > king as u8 {
        (Square::new(File::G, rank), Square::new(File::F, rank))
    } else {
        (Square::new(File::C, rank), Square::new(File::D, rank))
    }
}

#[cfg(test)]
mod tests {
    use super::{Bitboard, Castling, Color, File, Square};

    #[test]
    fn rights_go_when_their_rook_or_king_is_touched() {
        let all = Color::ALL
            .into_iter()
            .flat_map(|color| [File::A, File::H].map(|file| Castling::with_rook(color, file)))
            .fold(Castling::NONE, Castling::and);
        assert_eq!(all.rooks(Color::White), Bitboard(0x81));
        assert_eq!(all.rooks(Color::Black), Bitboard(0x81 << 56));
        let without_h8 = all.after_touching(Bitboard::of(Square::H8));
        assert_eq!(without_h8.rooks(Color::Black), Bitboard::of(Square::A8));
        assert_eq!(without_h8.rooks(Color::White), all.rooks(Color::White));
        let kings_moved = all
            .after_king_move(Color::White)
            .after_king_move(Color::Black);
        assert!(kings_moved.is_none());
        assert_eq!(all.after_touching(!Bitboard(0x81 << 56 | 0x81)), all);
    }
}
