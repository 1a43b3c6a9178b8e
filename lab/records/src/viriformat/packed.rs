//! A start position in 32 bytes (marlinformat): occupied squares, pieces in four bits each with a
//! separate code for rooks that may castle, side to move and en passant square, move counters, an
//! unused score, the result and a spare byte.

use chess::GameResult;
use chess::{Castling, Color, Piece, PieceType, Placement, Position, Square};

use super::{NotInViriformat, result_code};

/// The size of a packed position.
pub(super) const PACKED_BYTES: usize = 32;

/// The piece type of a rook that may castle.
const CASTLING_ROOK: u8 = 6;
/// No en passant square.
const NO_SQUARE: u8 = 64;

/// Packs a position.
pub(super) fn pack(
    position: &Position,
    result: GameResult,
) -> Result<[u8; PACKED_BYTES], NotInViriformat> {
    let mut bytes = [0; PACKED_BYTES];
    bytes[..8].copy_from_slice(&position.occupied().0.to_le_bytes());
    for (index, square) in position.occupied().into_iter().enumerate() {
        let Some(piece) = position.piece_on(square) else {
            continue;
        };
        let may_castle = position.castling().rooks(piece.color()).has(square);
        let kind = if may_castle {
            CASTLING_ROOK
        } else {
            piece.kind() as u8
        };
        bytes[8 + index / 2] |= (kind | (piece.color() as u8) << 3) << (4 * (index % 2));
    }
    let en_passant = position
        .en_passant()
        .map_or(NO_SQUARE, |square| square as u8);
    bytes[24] = (position.side_to_move() as u8) << 7 | en_passant;
    let clock = u8::try_from(position.halfmove_clock());
    bytes[25] = clock.map_err(|_| NotInViriformat::Clocks)?;
    let number = u16::try_from(position.fullmove_number());
    let number = number.map_err(|_| NotInViriformat::Clocks)?;
    bytes[26..28].copy_from_slice(&number.to_le_bytes());
    bytes[30] = result_code(result).ok_or(NotInViriformat::Result)?;
    Ok(bytes)
}

/// Unpacks a position and the result; the error says why it is invalid.
pub(super) fn unpack(bytes: &[u8; PACKED_BYTES]) -> Result<(Position, GameResult), String> {
    let mut occupied = [0; 8];
    occupied.copy_from_slice(&bytes[..8]);
    let mut occupied = u64::from_le_bytes(occupied);
    if occupied.count_ones() > 32 {
        return Err("more than 32 pieces".to_owned());
    }
    let mut placement = Placement {
        board: [None; 64],
        side: Color::from_index(usize::from(bytes[24] >> 7)),
        castling: Castling::NONE,
        en_passant: None,
        halfmove_clock: u16::from(bytes[25]),
        fullmove_number: u32::from(u16::from_le_bytes([bytes[26], bytes[27]])),
    };
    for index in 0..occupied.count_ones() as usize {
        let square = Square::from_index(occupied.trailing_zeros() as usize);
        occupied &= occupied - 1;
        let code = bytes[8 + index / 2] >> (4 * (index % 2)) & 15;
        let color = Color::from_index(usize::from(code >> 3));
        let kind = match code & 7 {
            7 => return Err(format!("unknown piece on {square}")),
            CASTLING_ROOK => {
                let right = Castling::with_rook(color, square.file());
                placement.castling = placement.castling.and(right);
                PieceType::Rook
            }
            kind => PieceType::from_index(usize::from(kind)),
        };
        placement.board[square.index()] = Some(Piece::new(color, kind));
    }
    let square = bytes[24] & 0x7F;
    if square < NO_SQUARE {
        placement.en_passant = Some(Square::from_index(usize::from(square)));
    } else if square > NO_SQUARE {
        return Err(format!("en passant square {square} does not exist"));
    }
    let result = match bytes[30] {
        0 => GameResult::BlackWins,
        1 => GameResult::Draw,
        2 => GameResult::WhiteWins,
        other => return Err(format!("unknown result {other}")),
    };
    let position = placement.validate().map_err(|error| error.to_string())?;
    Ok((position, result))
}
