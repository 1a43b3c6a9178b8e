//! The numbers by which files hold makruk: books in the container of Polyglot with keys and moves of our
//! own, `.qgames` and training records.

use chess::{Color, Square};
use game::{Codes, PackedBoard, PackedMove};

use crate::{Count, Makruk, Move, Piece, PieceType, Placement, Position};

impl Codes for Makruk {
    /// Chess has 0 on its board of the same size.
    const RECORD_TAG: u8 = 1;

    fn book_key(position: &Position) -> u64 {
        position.keys().full
    }

    /// Target and origin from the low bits up, six bits each, and the bit of a promotion.
    fn book_code(mv: Move) -> u16 {
        mv.code()
    }

    fn coded_move(position: &Position, code: u16) -> Option<Move> {
        let mv = Move::from_code(code)?;
        (position.is_pseudo_legal(mv) && position.is_legal(mv)).then_some(mv)
    }

    fn is_repetition(position: &Position) -> bool {
        position.is_repetition(usize::MAX)
    }

    /// By origin, then target.
    #[inline(always)]
    fn move_key(mv: Move) -> u16 {
        mv.code()
    }

    fn pack(position: &Position) -> PackedBoard {
        let us = position.side_to_move();
        let own = |square: Square| square.relative_to(us);
        let occupied = position.occupied();
        let seen: chess::Bitboard = occupied.into_iter().map(own).collect();
        let mut board = PackedBoard {
            occupied: u128::from(seen.0),
            kings: [us, !us].map(|color| position.king(color).relative_to(color) as u8),
            ..PackedBoard::default()
        };
        for (index, square) in seen.into_iter().enumerate() {
            let code = position.piece_on(own(square)).map_or(0, |piece| {
                piece.kind() as u8 | u8::from(piece.color() != us) << 3
            });
            board.set_piece(index, code);
        }
        board
    }

    fn unpack(board: &PackedBoard) -> Result<Position, String> {
        let mut squares = [None; 64];
        for (piece, square) in board.pieces() {
            let kind = usize::from(piece & 7);
            if kind >= PieceType::ALL.len() {
                return Err(format!("piece {piece} is unknown"));
            }
            let color = Color::from_index(usize::from(piece >> 3));
            squares[usize::from(square)] = Some(Piece::new(color, PieceType::from_index(kind)));
        }
        let placement = Placement {
            board: squares,
            side: Color::White,
            count: Count::default(),
            quiet_plies: 0,
            fullmove_number: 1,
        };
        placement.validate().map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::{Codes, Makruk, Position};

    /// Files hold these keys and codes: if this fails, books of today are no longer read.
    #[test]
    fn keys_and_codes_are_those_of_the_format() {
        let mut position = Position::start();
        assert_eq!(Makruk::book_key(&position), 0x5766_a1ac_f4ca_989b);
        let pawn = position.parse_uci("e3e4").expect("legal");
        assert_eq!(Makruk::book_code(pawn), 20 << 6 | 28);
        assert_eq!(Makruk::coded_move(&position, 20 << 6 | 28), Some(pawn));
        assert_eq!(Makruk::coded_move(&position, 28 << 6 | 20), None);
        assert_eq!(Makruk::coded_move(&position, u16::MAX), None);
        position.play(pawn);
        assert_eq!(Makruk::book_key(&position), 0x7302_0e09_adf5_e12e);
    }

    #[test]
    fn boards_are_packed_as_the_side_to_move_sees_them() {
        let fen = "8/8/2k1n3/8/8/4P3/3K4/7R b - - 0 1";
        let position = Position::from_fen(fen).expect("valid");
        let again = Makruk::unpack(&Makruk::pack(&position)).expect("valid");
        assert_eq!(again.fen(), "7r/3k4/4p3/8/8/2K1N3/8/8 w - - 0 1");
        let mut unknown = Makruk::pack(&position);
        unknown.pieces[0] |= 7;
        assert!(Makruk::unpack(&unknown).is_err());
    }
}
