//! Positions of xiangqi in a record. Pieces, score and group are where chess has them; the squares
//! beyond the 64th, the half points and the mark of the game are in the bytes of chess's half points,
//! kings and flags.

use game::GameResult;
use xiangqi::{Bitboard, Color, Piece, PieceType, Placement, Position, Square};

use super::{BYTES, IS_XIANGQI, NO_RESULT, POINTS_SHIFT, Record, half_points};
use crate::game::seen_by_side;

/// The bits of the byte of flags that are squares.
const SQUARES_SHIFT: u32 = 1;
const SQUARES_MASK: u8 = 0b11;

/// Packs a position with a score from Red's view.
pub(crate) fn pack(position: &Position, score: i16, result: GameResult) -> Record {
    let us = position.side_to_move();
    let mut seen = 0_u128;
    for square in position.occupied() {
        seen |= 1 << square.relative_to(us) as u32;
    }
    let mut bytes = [0; BYTES];
    let high = (seen >> 64) as u32;
    bytes[..8].copy_from_slice(&(seen as u64).to_le_bytes());
    bytes[26..29].copy_from_slice(&high.to_le_bytes()[..3]);
    for (index, square) in Bitboard(seen).into_iter().enumerate() {
        let piece = position.piece_on(square.relative_to(us));
        let code = piece.map_or(0, |piece| {
            piece.kind() as u8 | u8::from(piece.color() != us) << 3
        });
        bytes[8 + index / 2] |= code << (4 * (index % 2));
    }
    bytes[24..26].copy_from_slice(&seen_by_side(us.index(), score).to_le_bytes());
    let unknown = u8::from(result == GameResult::Unknown) * NO_RESULT;
    let points = half_points(result, us.index()) << POINTS_SHIFT;
    bytes[29] = IS_XIANGQI | unknown | points | ((high >> 24) as u8) << SQUARES_SHIFT;
    Record(bytes)
}

/// The occupied squares, relative to the side to move.
pub(super) fn occupied(record: &Record) -> u128 {
    let bytes = &record.0;
    let top = bytes[29] >> SQUARES_SHIFT & SQUARES_MASK;
    let high = u32::from_le_bytes([bytes[26], bytes[27], bytes[28], top]);
    u128::from(high) << 64 | u128::from(record.occupied())
}

/// The position, with Red to move.
pub(crate) fn unpack(record: &Record) -> Result<Position, String> {
    if !record.is_xiangqi() {
        return Err("a position of chess, not of xiangqi".to_owned());
    }
    let occupied = occupied(record);
    if occupied >> Square::ALL.len() != 0 || occupied.count_ones() > 32 {
        return Err("more squares or pieces than there are".to_owned());
    }
    let mut board = [None; 90];
    let squares = Bitboard(occupied).into_iter().map(|square| square as u8);
    for (piece, square) in record.pieces_on(squares) {
        let kind = usize::from(piece & 7);
        if kind >= PieceType::ALL.len() {
            return Err(format!("piece {piece} is unknown"));
        }
        let color = Color::from_index(usize::from(piece >> 3));
        board[usize::from(square)] = Some(Piece::new(color, PieceType::from_index(kind)));
    }
    let placement = Placement {
        board,
        side: Color::Red,
        halfmove_clock: 0,
        fullmove_number: 1,
    };
    placement.validate().map_err(|error| error.to_string())
}
