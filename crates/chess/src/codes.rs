//! The numbers by which files hold chess: books in Polyglot format, `.qgames` and training records.

mod book;
mod numbers;
mod order;

use game::{Codes, PackedBoard};

use crate::{Castling, Chess, Color, Move, Piece, PieceType, Placement, Position, Square};

impl Codes for Chess {
    const RECORD_TAG: u8 = 0;

    fn book_key(position: &Position) -> u64 {
        book::key(position)
    }

    fn book_code(mv: Move) -> u16 {
        book::code(mv)
    }

    fn coded_move(position: &Position, code: u16) -> Option<Move> {
        book::coded_move(position, code)
    }

    fn is_repetition(position: &Position) -> bool {
        position.is_repetition(usize::MAX)
    }

    #[inline(always)]
    fn move_key(mv: Move) -> u16 {
        order::key(mv)
    }

    #[inline]
    fn pick(moves: &[Move], index: u8) -> Option<Move> {
        order::pick(moves, index)
    }

    /// For Black the board is flipped vertically.
    #[inline]
    fn pack(position: &Position) -> PackedBoard {
        let us = position.side_to_move();
        let occupied = position.occupied().0;
        let seen = match us {
            Color::White => occupied,
            Color::Black => occupied.swap_bytes(),
        };
        let mut board = PackedBoard {
            occupied: u128::from(seen),
            pieces: [0; 16],
            kings: [us, !us].map(|color| position.king(color).relative_to(color) as u8),
        };
        let mut rest = seen;
        for index in 0..seen.count_ones() as usize {
            let square = Square::from_index(rest.trailing_zeros() as usize).relative_to(us);
            rest &= rest - 1;
            let code = position.piece_on(square).map_or(0, |piece| {
                piece.kind() as u8 | u8::from(piece.color() != us) << 3
            });
            board.set_piece(index, code);
        }
        board
    }

    fn unpack(board: &PackedBoard) -> Result<Position, String> {
        let mut squares = [None; 64];
        for (piece, square) in board.pieces() {
            let color = Color::from_index(usize::from(piece >> 3));
            let kind = usize::from(piece & 7);
            if kind >= PieceType::ALL.len() {
                return Err(format!("piece {piece} is unknown"));
            }
            squares[usize::from(square)] = Some(Piece::new(color, PieceType::from_index(kind)));
        }
        let placement = Placement {
            board: squares,
            side: Color::White,
            castling: Castling::NONE,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        };
        placement.validate().map_err(|error| error.to_string())
    }
}
