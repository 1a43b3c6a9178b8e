//! A position to learn from, in 32 bytes.

use chess::{Color, Piece, PieceType, Position, Square};
use nnue::architecture::MAX_PIECES;

/// Bytes of a record.
pub const RECORD_LEN: usize = 32;

/// A position with its score and the game's result, in bulletformat's `ChessBoard` layout.
///
/// Everything is as the side to move sees it, which here is always white. The occupied squares (8
/// bytes, little-endian), four bits for each piece in the order of squares (the type, plus 8 for
/// those of the other side), the score (2 bytes), twice the result, the own king's square, the other
/// king's square as its side sees it, and three bytes that are not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<'a>(pub &'a [u8; RECORD_LEN]);

impl Record<'_> {
    /// The occupied squares.
    #[must_use]
    #[inline]
    pub fn occupied(self) -> u64 {
        let [a, b, c, d, e, f, g, h, ..] = *self.0;
        u64::from_le_bytes([a, b, c, d, e, f, g, h])
    }

    /// How many pieces there are.
    #[must_use]
    #[inline]
    pub fn count(self) -> usize {
        self.occupied().count_ones() as usize
    }

    /// The score in hundredths of a pawn.
    #[must_use]
    #[inline]
    pub fn score(self) -> i16 {
        i16::from_le_bytes([self.0[24], self.0[25]])
    }

    /// The result of the game: 1 for a win, one half for a draw, 0 for a loss.
    #[must_use]
    #[inline]
    pub fn result(self) -> f32 {
        f32::from(self.0[26]) / 2.0
    }

    /// The square of a side's king.
    #[must_use]
    #[inline]
    pub fn king(self, side: Color) -> Square {
        Square::from_index(usize::from(match side {
            Color::White => self.0[27],
            Color::Black => self.0[28] ^ 56,
        }))
    }

    /// The pieces with their squares, in the order of squares.
    #[inline]
    pub fn pieces(self) -> impl Iterator<Item = (Piece, Square)> {
        let mut occupied = self.occupied();
        (0..self.count()).map(move |number| {
            let square = occupied.trailing_zeros() as usize;
            occupied &= occupied - 1;
            let code = self.code(number);
            let color = if code & 8 == 0 {
                Color::White
            } else {
                Color::Black
            };
            let kind = PieceType::from_index(usize::from(code & 7));
            (Piece::new(color, kind), Square::from_index(square))
        })
    }

    /// The four bits of a piece.
    #[inline]
    fn code(self, number: usize) -> u8 {
        (self.0[8 + number / 2] >> (4 * (number % 2))) & 15
    }

    /// Why the bytes are no position, if they are none.
    #[must_use]
    pub fn fault(self) -> Option<&'static str> {
        let count = self.count();
        if count > MAX_PIECES {
            return Some("more than 32 pieces");
        }
        if self.0[26] > 2 {
            return Some("a result that is neither win, draw nor loss");
        }
        if self.0[27] > 63 || self.0[28] > 63 {
            return Some("a king outside the board");
        }
        if (0..count).any(|number| self.code(number) & 7 > 5) {
            return Some("a piece that does not exist");
        }
        for side in Color::ALL {
            let king = Piece::new(side, PieceType::King);
            let mut kings = self.pieces().filter(|&(piece, _)| piece == king);
            if kings.next() != Some((king, self.king(side))) || kings.next().is_some() {
                return Some("a king that is missing, doubled or misplaced");
            }
        }
        None
    }
}

/// The record of a position. Score and result are those of the side to move.
#[must_use]
pub fn record(position: &Position, score: i16, result: f32) -> [u8; RECORD_LEN] {
    let us = position.side_to_move();
    let mut bytes = [0; RECORD_LEN];
    let mut occupied = 0_u64;
    let mut number = 0;
    for seen in Square::ALL {
        let Some(piece) = position.piece_on(seen.relative_to(us)) else {
            continue;
        };
        occupied |= 1 << seen.index();
        let code = piece.kind().index() as u8 | u8::from(piece.color() != us) << 3;
        bytes[8 + number / 2] |= code << (4 * (number % 2));
        number += 1;
    }
    bytes[..8].copy_from_slice(&occupied.to_le_bytes());
    bytes[24..26].copy_from_slice(&score.to_le_bytes());
    bytes[26] = (2.0 * result) as u8;
    bytes[27] = position.king(us).relative_to(us).index() as u8;
    bytes[28] = position.king(!us).relative_to(!us).index() as u8;
    bytes
}

#[cfg(test)]
mod tests {
    use chess::{Color, Position};
    use nnue::Pieces;

    use super::{Record, record};

    #[test]
    fn a_record_is_the_position_as_the_side_to_move_sees_it() {
        let white = Position::from_fen("4k3/8/8/3q4/8/8/PP6/R3K3 w - - 0 1").unwrap();
        let black = Position::from_fen("r3k3/pp6/8/8/3Q4/8/8/4K3 b - - 0 1").unwrap();
        let bytes = record(&white, -321, 0.5);
        assert_eq!(bytes, record(&black, -321, 0.5));
        let record = Record(&bytes);
        assert_eq!((record.score(), record.result()), (-321, 0.5));
        assert_eq!(record.count(), 6);
        let pieces: Pieces = record.pieces().collect();
        assert_eq!(pieces, Pieces::from(&white));
        assert_eq!(record.king(Color::White), pieces.king(Color::White));
        assert_eq!(record.king(Color::Black), pieces.king(Color::Black));
        assert_eq!(record.fault(), None);
    }

    #[test]
    fn bytes_that_are_no_position_are_known() {
        let good = record(&Position::start(), 10, 1.0);
        let fault = |place: usize, byte: u8| {
            let mut bytes = good;
            bytes[place] = byte;
            Record(&bytes).fault()
        };
        assert_eq!(fault(31, 1), None);
        assert!(fault(3, 255).unwrap().contains("pieces"));
        assert!(fault(8, 0x77).unwrap().contains("exist"));
        assert!(fault(26, 3).unwrap().contains("result"));
        assert!(fault(27, 64).unwrap().contains("outside"));
        assert!(fault(28, 3).unwrap().contains("king"));
        assert!(fault(10, 0x11).unwrap().contains("king"));
    }
}
