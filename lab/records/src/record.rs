//! The training record: a labeled position in 32 bytes, in bulletformat.
//!
//! The `ChessBoard` of the bulletformat crate, with flags and a group in its three free bytes.
//! Everything is relative to the side to move: for Black the board is flipped vertically and the
//! colors are swapped. Castling rights, en passant, move counters and the color of the side to move
//! are not stored.
//!
//! Records of xiangqi have the same size and mark themselves.

pub(crate) mod xiangqi;

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use bytemuck::{Pod, Zeroable};
use chess::GameResult;
use chess::{Castling, Chess, Color, Piece, PieceType, Placement, Position, Square};
use game::Rules;
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator};

use crate::RecordRules;
use crate::game::seen_by;

/// The size of a record.
const BYTES: usize = 32;
/// A flag: the result says nothing.
const NO_RESULT: u8 = 1;
/// A flag: the position is one of xiangqi.
const IS_XIANGQI: u8 = 1 << 7;
/// Where the half points of a position of xiangqi are among the flags.
const POINTS_SHIFT: u32 = 3;

/// A position with score and result: occupied squares (8 bytes), four bits per piece (16 bytes), score
/// (2 bytes), half points (1 byte), own king square, opponent's king square from the opponent's side
/// (1 byte each), flags (1 byte) and the group (2 bytes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct Record([u8; BYTES]);

/// A position with score and result, unpacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabeledPosition<R: Rules = Chess> {
    /// The position.
    pub position: R::Position,
    /// The score from White's view.
    pub score: i16,
    /// The result of the game.
    pub result: GameResult,
    /// The group; 0 if there is none.
    pub group: u16,
}

impl Record {
    /// Packs a position with a score from White's view, of no group. An unknown result is flagged, and
    /// stored with the points of a draw.
    pub fn new(position: &Position, score: i16, result: GameResult) -> Self {
        let us = position.side_to_move();
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
        bytes[26] = half_points(result, us.index());
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

    /// The occupied squares, relative to the side to move.
    #[inline]
    pub fn occupied(&self) -> u64 {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&self.0[..8]);
        u64::from_le_bytes(bytes)
    }

    /// The pieces and their squares: the index of the piece type, plus 8 for the opponent's.
    pub fn pieces(&self) -> impl Iterator<Item = (u8, u8)> {
        let mut rest = self.occupied();
        self.pieces_on((0..rest.count_ones()).map(move |_| {
            let square = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            square
        }))
    }

    fn pieces_on(&self, squares: impl Iterator<Item = u8>) -> impl Iterator<Item = (u8, u8)> {
        squares
            .take(32)
            .enumerate()
            .map(|(index, square)| (self.0[8 + index / 2] >> (4 * (index % 2)) & 15, square))
    }

    /// Whether the position is one of xiangqi.
    #[inline]
    pub const fn is_xiangqi(&self) -> bool {
        self.0[29] & IS_XIANGQI != 0
    }

    /// The score for the side to move.
    #[inline]
    pub const fn score(&self) -> i16 {
        i16::from_le_bytes([self.0[24], self.0[25]])
    }

    /// The same position with another score for the side to move.
    #[must_use]
    pub fn with_score(mut self, score: i16) -> Self {
        self.0[24..26].copy_from_slice(&score.to_le_bytes());
        self
    }

    /// The half points of the side to move: 0 for a loss, 1 for a draw, 2 for a win.
    #[inline]
    pub const fn double_points(&self) -> u8 {
        match self.is_xiangqi() {
            false => self.0[26],
            true => self.0[29] >> POINTS_SHIFT & 3,
        }
    }

    /// Whether the result is known. If not, only the score counts.
    #[inline]
    pub const fn has_result(&self) -> bool {
        self.0[29] & NO_RESULT == 0
    }

    /// The group: a hash of the game or the parent that the position comes from; 0 if there is none.
    #[inline]
    pub const fn group(&self) -> u16 {
        u16::from_le_bytes([self.0[30], self.0[31]])
    }

    /// The king square of the side to move.
    #[inline]
    pub const fn our_king(&self) -> u8 {
        self.0[27]
    }

    /// The opponent's king square, from the opponent's side.
    #[inline]
    pub const fn their_king(&self) -> u8 {
        self.0[28]
    }

    /// Records as bytes.
    pub fn as_bytes(records: &[Self]) -> &[u8] {
        bytemuck::cast_slice(records)
    }

    fn is_valid(&self) -> bool {
        let kings = |code: u8, square: u8| {
            let mut kings = self.pieces().filter(move |&(piece, _)| piece == code);
            (kings.next(), kings.next()) == (Some((code, square)), None)
        };
        !self.is_xiangqi()
            && self.occupied().count_ones() <= 32
            && self.double_points() <= 2
            && self.pieces().all(|(piece, _)| piece & 7 < 6)
            && kings(5, self.our_king())
            && kings(13, self.their_king() ^ 56)
    }

    /// Unpacks the position with White to move.
    ///
    /// # Errors
    /// If the position is invalid.
    pub fn unpack(&self) -> Result<LabeledPosition, String> {
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
            halfmove_clock: 0,
            fullmove_number: 1,
        };
        let result = match self.double_points() {
            _ if !self.has_result() => GameResult::Unknown,
            0 => GameResult::BlackWins,
            1 => GameResult::Draw,
            _ => GameResult::WhiteWins,
        };
        Ok(LabeledPosition {
            position: placement.validate().map_err(|error| error.to_string())?,
            score: self.score(),
            result,
            group: self.group(),
        })
    }
}

impl<R: RecordRules> LabeledPosition<R> {
    /// The training record.
    pub fn record(&self) -> Record {
        R::record(&self.position, self.score, self.result).in_group(self.group)
    }
}

/// The half points of a side, by its index.
fn half_points(result: GameResult, us: usize) -> u8 {
    match (result, result.winner()) {
        (GameResult::Unknown, _) | (_, None) => 1,
        (_, Some(winner)) if winner == us => 2,
        _ => 0,
    }
}

/// Reads a bulletformat file.
///
/// # Errors
/// If it cannot be read or is invalid.
pub fn read_records(path: &Path) -> io::Result<Vec<Record>> {
    let mut file = File::open(path)?;
    let bytes = file.metadata()?.len();
    let invalid = |reason: String| io::Error::new(io::ErrorKind::InvalidData, reason);
    let count = usize::try_from(bytes).map_err(|error| invalid(error.to_string()))? / BYTES;
    let mut records: Vec<Record> = vec![Zeroable::zeroed(); count];
    file.read_exact(bytemuck::cast_slice_mut(&mut records))?;
    if bytes % BYTES as u64 != 0 {
        return Err(invalid(format!(
            "the size, {bytes} bytes, is not a multiple of the record size, 32"
        )));
    }
    if !records.is_empty() && records.iter().all(Record::is_xiangqi) {
        return Err(invalid(
            "it has positions of xiangqi, not of chess".to_owned(),
        ));
    }
    let is_bad = |record: &Record| !record.is_valid();
    match records.par_iter().position_first(is_bad) {
        None => Ok(records),
        Some(index) => Err(invalid(format!("record {index} is not a valid position"))),
    }
}
