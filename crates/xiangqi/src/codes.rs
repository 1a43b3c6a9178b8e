//! The numbers by which files hold xiangqi: books in the container of Polyglot with keys and moves of our
//! own, `.qgames` and training records.

use game::{Codes, PackedBoard, PackedMove};

use crate::{Bitboard, Color, Move, Piece, PieceType, Placement, Position, Square, Xiangqi};

impl Codes for Xiangqi {
    const RECORD_TAG: u8 = 0;

    fn book_key(position: &Position) -> u64 {
        position.keys().full
    }

    /// Target and origin from the low bits up, seven bits each: nine squares a rank from a0.
    fn book_code(mv: Move) -> u16 {
        mv.code()
    }

    fn coded_move(position: &Position, code: u16) -> Option<Move> {
        let mv = Move::from_code(code)?;
        (position.is_pseudo_legal(mv) && position.is_legal(mv)).then_some(mv)
    }

    fn is_repetition(position: &Position) -> bool {
        position.has_occurred()
    }

    /// By origin, then target.
    #[inline(always)]
    fn move_key(mv: Move) -> u16 {
        mv.code()
    }

    fn pack(position: &Position) -> PackedBoard {
        let us = position.side_to_move();
        let mut occupied = 0_u128;
        for square in position.occupied() {
            occupied |= 1 << square.relative_to(us) as u32;
        }
        let mut board = PackedBoard {
            occupied,
            ..PackedBoard::default()
        };
        for (index, square) in Bitboard(occupied).into_iter().enumerate() {
            let piece = position.piece_on(square.relative_to(us));
            let code = piece.map_or(0, |piece| {
                piece.kind() as u8 | u8::from(piece.color() != us) << 3
            });
            board.set_piece(index, code);
        }
        board
    }

    fn unpack(board: &PackedBoard) -> Result<Position, String> {
        let mut points = [None; Square::ALL.len()];
        for (piece, square) in board.pieces() {
            let kind = usize::from(piece & 7);
            if kind >= PieceType::ALL.len() {
                return Err(format!("piece {piece} is unknown"));
            }
            let color = Color::from_index(usize::from(piece >> 3));
            points[usize::from(square)] = Some(Piece::new(color, PieceType::from_index(kind)));
        }
        let placement = Placement {
            board: points,
            side: Color::Red,
            halfmove_clock: 0,
            fullmove_number: 1,
        };
        placement.validate().map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::{Codes, Position, Xiangqi};

    /// Files hold these keys and codes: if this fails, books of today are no longer read.
    #[test]
    fn keys_and_codes_are_those_of_the_format() {
        let mut position = Position::start();
        assert_eq!(Xiangqi::book_key(&position), 0xc4c4_8b55_a5f5_0a04);
        let cannon = position.parse_uci("h2e2").expect("legal");
        assert_eq!(Xiangqi::book_code(cannon), 25 << 7 | 22);
        assert_eq!(Xiangqi::coded_move(&position, 25 << 7 | 22), Some(cannon));
        assert_eq!(Xiangqi::coded_move(&position, 22 << 7 | 25), None);
        assert_eq!(Xiangqi::coded_move(&position, u16::MAX), None);
        position.play(cannon);
        assert_eq!(Xiangqi::book_key(&position), 0xdca4_3a82_8fa9_f909);
    }
}
