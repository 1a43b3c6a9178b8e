//! Moves in 16 bits.

use std::fmt;
use std::num::NonZeroU16;

use game::PackedMove;

use super::piece::PieceType;
use super::square::Square;

/// What is special about a move. The numbers are the top four bits of a move's code; zero and
/// those from nine on belong to no move, so that a code of zero can mean "no move".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u16)]
pub enum MoveKind {
    /// A piece goes to an empty square or takes what stands there.
    Normal = 1,
    /// A pawn goes two squares.
    DoublePush = 2,
    /// A pawn takes a pawn that just went two squares beside it.
    EnPassant = 3,
    /// The king castles; the target square is that of the own rook.
    Castle = 4,
    /// A pawn promotes to a knight.
    PromoteKnight = 5,
    /// A pawn promotes to a bishop.
    PromoteBishop = 6,
    /// A pawn promotes to a rook.
    PromoteRook = 7,
    /// A pawn promotes to a queen.
    PromoteQueen = 8,
}

impl MoveKind {
    /// Every kind, in the order of their numbers.
    pub const ALL: [Self; 8] = [
        Self::Normal,
        Self::DoublePush,
        Self::EnPassant,
        Self::Castle,
        Self::PromoteKnight,
        Self::PromoteBishop,
        Self::PromoteRook,
        Self::PromoteQueen,
    ];

    /// The four promotions, the most valuable first.
    pub(crate) const PROMOTIONS: [Self; 4] = [
        Self::PromoteQueen,
        Self::PromoteKnight,
        Self::PromoteRook,
        Self::PromoteBishop,
    ];

    /// The promotion to a type of piece, if a pawn may become one.
    pub const fn promoting_to(kind: PieceType) -> Option<Self> {
        Some(match kind {
            PieceType::Knight => Self::PromoteKnight,
            PieceType::Bishop => Self::PromoteBishop,
            PieceType::Rook => Self::PromoteRook,
            PieceType::Queen => Self::PromoteQueen,
            PieceType::Pawn | PieceType::King => return None,
        })
    }

    /// What the pawn becomes, if it becomes anything.
    #[inline(always)]
    pub const fn promotion(self) -> Option<PieceType> {
        Some(match self {
            Self::PromoteKnight => PieceType::Knight,
            Self::PromoteBishop => PieceType::Bishop,
            Self::PromoteRook => PieceType::Rook,
            Self::PromoteQueen => PieceType::Queen,
            _ => return None,
        })
    }

    /// The bits of this kind in a move's code.
    #[inline(always)]
    const fn bits(self) -> NonZeroU16 {
        const fn shifted(kind: u16) -> NonZeroU16 {
            NonZeroU16::new(kind << 12).expect("kinds are numbered from one")
        }
        match self {
            Self::Normal => const { shifted(1) },
            Self::DoublePush => const { shifted(2) },
            Self::EnPassant => const { shifted(3) },
            Self::Castle => const { shifted(4) },
            Self::PromoteKnight => const { shifted(5) },
            Self::PromoteBishop => const { shifted(6) },
            Self::PromoteRook => const { shifted(7) },
            Self::PromoteQueen => const { shifted(8) },
        }
    }
}

/// A move: six bits each for the squares, four for the [`MoveKind`].
///
/// A capture is not marked: the position tells. Castling is written as the king taking its own
/// rook, which is unambiguous in Chess960.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    /// A move of a given kind.
    #[inline(always)]
    pub fn new(from: Square, to: Square, kind: MoveKind) -> Self {
        Self(kind.bits() | (from as u16) << 6 | to as u16)
    }

    /// The square the move starts from.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::from_index((self.0.get() >> 6) as usize)
    }

    /// The square the move goes to; for castling, the rook's square.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square::from_index(self.0.get() as usize)
    }

    /// What is special about the move.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        match self.0.get() >> 12 {
            1 => MoveKind::Normal,
            2 => MoveKind::DoublePush,
            3 => MoveKind::EnPassant,
            4 => MoveKind::Castle,
            5 => MoveKind::PromoteKnight,
            6 => MoveKind::PromoteBishop,
            7 => MoveKind::PromoteRook,
            _ => MoveKind::PromoteQueen,
        }
    }

    /// What the pawn becomes, if it becomes anything.
    #[inline(always)]
    pub const fn promotion(self) -> Option<PieceType> {
        self.kind().promotion()
    }
}

impl PackedMove for Move {
    const FILLER: Self = Self(NonZeroU16::MAX);

    #[inline(always)]
    fn code(self) -> u16 {
        self.0.get()
    }

    #[inline(always)]
    fn from_code(code: u16) -> Option<Self> {
        match code >> 12 {
            1..=8 => NonZeroU16::new(code).map(Self),
            _ => None,
        }
    }
}

/// In the Chess960 spelling of UCI, which needs no position: castling is the king's square and the
/// rook's square.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promotion() {
            Some(kind) => write!(f, "{}", kind.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self} ({:?})", self.kind())
    }
}

#[cfg(test)]
mod tests {
    use super::{Move, MoveKind, PackedMove, Square};

    #[test]
    fn every_code_is_a_move_or_nothing_and_reads_back() {
        let moves: Vec<Move> = (0..=u16::MAX).filter_map(Move::from_code).collect();
        assert_eq!(moves.len(), 8 * 64 * 64);
        for mv in moves {
            assert_eq!(Move::new(mv.from(), mv.to(), mv.kind()), mv);
            assert_eq!(Move::from_code(mv.code()), Some(mv));
        }
        assert_eq!(size_of::<Option<Move>>(), 2);
    }

    #[test]
    fn text_shows_squares_and_promotion() {
        assert_eq!(
            Move::new(Square::E7, Square::E8, MoveKind::PromoteKnight).to_string(),
            "e7e8n"
        );
        assert_eq!(
            Move::new(Square::E1, Square::H1, MoveKind::Castle).to_string(),
            "e1h1"
        );
    }
}
