//! The training record: a position in 32 bytes, as trainers read it.
//!
//! The `ChessBoard` of the bulletformat crate, with flags and a group in the three bytes that it leaves
//! free. Everything is seen from the side to move: for black the board is turned upside down and the
//! colors are swapped. Castling rights, en passant, clocks and the true color of the side to move are
//! not kept.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use bytemuck::{Pod, Zeroable};
use chess::pgn::GameResult;
use chess::{Castling, Color, Piece, PieceType, Placement, Position, Square};

use crate::game::seen_by;

/// How many bytes a record has.
const BYTES: usize = 32;
/// A flag: the result says nothing.
const NO_RESULT: u8 = 1;

/// A position with what the search and the game said about it. In order: the occupied squares (8
/// bytes), four bits for each piece on them (16 bytes), the score (2 bytes), twice the game's points
/// (1 byte), the king's square and, seen from the other side, the other king's (1 byte each), flags (1
/// byte), and the group (2 bytes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct Record([u8; BYTES]);

/// A position with what the search and the game said about it, unpacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelledPosition {
    /// The position.
    pub position: Position,
    /// The score, from white's view.
    pub score: i16,
    /// How the game ended.
    pub result: GameResult,
    /// The group; 0 if there is none.
    pub group: u16,
}

impl Record {
    /// A position with a score from white's view, of no group. Where the result is not known the
    /// points are those of a draw, and a flag says that they mean nothing.
    #[must_use]
    pub fn new(position: &Position, score: i16, result: GameResult) -> Self {
        let us = position.side_to_move();
        let points = match (result, us) {
            (GameResult::Draw | GameResult::Unknown, _) => 1,
            (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => 2,
            (GameResult::WhiteWins, Color::Black) | (GameResult::BlackWins, Color::White) => 0,
        };
        let occupied = position.occupied().0;
        let seen = match us {
            Color::White => occupied,
            Color::Black => occupied.swap_bytes(),
        };
        let mut bytes = [0; BYTES];
        bytes[..8].copy_from_slice(&seen.to_le_bytes());
        let mut rest = seen;
        for index in 0..seen.count_ones() as usize {
            let square = Square::from_index(rest.trailing_zeros() as usize).relative_to(us);
            rest &= rest - 1;
            let code = position.piece_on(square).map_or(0, |piece| {
                piece.kind() as u8 | u8::from(piece.color() != us) << 3
            });
            bytes[8 + index / 2] |= code << (4 * (index % 2));
        }
        bytes[24..26].copy_from_slice(&seen_by(us, score).to_le_bytes());
        bytes[26] = points;
        bytes[27] = position.king(us).relative_to(us) as u8;
        bytes[28] = position.king(!us).relative_to(!us) as u8;
        bytes[29] = match result {
            GameResult::Unknown => NO_RESULT,
            _ => 0,
        };
        Self(bytes)
    }

    /// The same in a group: positions of one group are not to be split between training and
    /// validation.
    #[must_use]
    pub fn in_group(mut self, group: u16) -> Self {
        self.0[30..].copy_from_slice(&group.to_le_bytes());
        self
    }

    /// The occupied squares, seen from the side to move.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> u64 {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&self.0[..8]);
        u64::from_le_bytes(bytes)
    }

    /// The pieces with their squares: the type's number, plus 8 for the other side's.
    pub fn pieces(&self) -> impl Iterator<Item = (u8, u8)> {
        let mut rest = self.occupied();
        (0..rest.count_ones().min(32) as usize).map(move |index| {
            let square = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            (self.0[8 + index / 2] >> (4 * (index % 2)) & 15, square)
        })
    }

    /// The score, from the view of the side to move.
    #[must_use]
    #[inline]
    pub const fn score(&self) -> i16 {
        i16::from_le_bytes([self.0[24], self.0[25]])
    }

    /// The same position with another score, from the view of the side to move.
    #[must_use]
    pub fn with_score(mut self, score: i16) -> Self {
        self.0[24..26].copy_from_slice(&score.to_le_bytes());
        self
    }

    /// The points of the side to move, twice: 0 for a loss, 1 for a draw, 2 for a win.
    #[must_use]
    #[inline]
    pub const fn double_points(&self) -> u8 {
        self.0[26]
    }

    /// Whether the points are known. If not, the score alone counts.
    #[must_use]
    #[inline]
    pub const fn has_result(&self) -> bool {
        self.0[29] & NO_RESULT == 0
    }

    /// The group: a hash of the game or the parent that the position comes from; 0 if nobody wrote
    /// one.
    #[must_use]
    #[inline]
    pub const fn group(&self) -> u16 {
        u16::from_le_bytes([self.0[30], self.0[31]])
    }

    /// The square of the side to move's king.
    #[must_use]
    #[inline]
    pub const fn our_king(&self) -> u8 {
        self.0[27]
    }

    /// The square of the other king, as the other side sees it.
    #[must_use]
    #[inline]
    pub const fn their_king(&self) -> u8 {
        self.0[28]
    }

    /// Records as the bytes of a file.
    #[must_use]
    pub fn as_bytes(records: &[Self]) -> &[u8] {
        bytemuck::cast_slice(records)
    }

    fn is_sound(&self) -> bool {
        let kings = |code: u8| {
            let squares = self.pieces().filter(move |&(piece, _)| piece == code);
            squares.map(|(_, square)| square).collect::<Vec<u8>>()
        };
        self.occupied().count_ones() <= 32
            && self.double_points() <= 2
            && self.pieces().all(|(piece, _)| piece & 7 < 6)
            && kings(5) == [self.our_king()]
            && kings(13) == [self.their_king() ^ 56]
    }

    /// The position as if white were to move, with what was said about it.
    ///
    /// # Errors
    /// If such a position cannot occur.
    pub fn unpack(&self) -> Result<LabelledPosition, String> {
        let mut board = [None; 64];
        for (piece, square) in self.pieces() {
            let color = Color::from_index(usize::from(piece >> 3));
            let kind = PieceType::from_index(usize::from(piece & 7));
            board[usize::from(square)] = Some(Piece::new(color, kind));
        }
        let placement = Placement {
            board,
            side: Color::White,
            castling: Castling::NONE,
            en_passant: None,
            rule_clock: 0,
            fullmove_number: 1,
        };
        let result = match self.double_points() {
            _ if !self.has_result() => GameResult::Unknown,
            0 => GameResult::BlackWins,
            1 => GameResult::Draw,
            _ => GameResult::WhiteWins,
        };
        Ok(LabelledPosition {
            position: placement.validate().map_err(|error| error.to_string())?,
            score: self.score(),
            result,
            group: self.group(),
        })
    }
}

impl LabelledPosition {
    /// The training record.
    #[must_use]
    pub fn record(&self) -> Record {
        Record::new(&self.position, self.score, self.result).in_group(self.group)
    }
}

/// Reads a file of records.
///
/// # Errors
/// If it cannot be read, or cannot be such a file.
pub fn read_records(path: &Path) -> io::Result<Vec<Record>> {
    let mut file = File::open(path)?;
    let bytes = file.metadata()?.len();
    let invalid = |reason: String| io::Error::new(io::ErrorKind::InvalidData, reason);
    let count = usize::try_from(bytes).map_err(|error| invalid(error.to_string()))? / BYTES;
    let mut records: Vec<Record> = vec![Zeroable::zeroed(); count];
    file.read_exact(bytemuck::cast_slice_mut(&mut records))?;
    if bytes % BYTES as u64 != 0 {
        return Err(invalid(format!(
            "{bytes} bytes are no whole number of records of 32"
        )));
    }
    match records.iter().position(|record| !record.is_sound()) {
        None => Ok(records),
        Some(index) => Err(invalid(format!("record {index} is not a position"))),
    }
}
