//! The training record: a labeled position in 32 bytes, in bulletformat.
//!
//! The `ChessBoard` of the bulletformat crate, with flags and a group in its three free bytes.
//! Everything is relative to the side to move: for Black the board is flipped vertically and the
//! colors are swapped. Castling rights, en passant, move counters and the color of the side to move
//! are not stored.
//!
//! Boards of more than 64 squares have the same size and mark themselves: the squares beyond the 64th and
//! the half points are in the bytes of half points, kings and flags.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use bytemuck::{Pod, Zeroable};
use chess::Chess;
use game::{Codes, Dense, GameResult, PackedBoard, Position, Rules};
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator};

use crate::game::seen_by;

/// The size of a record.
const BYTES: usize = 32;
/// A flag: the result says nothing.
const NO_RESULT: u8 = 1;
/// A flag: the board has more than 64 squares.
const IS_WIDE: u8 = 1 << 7;
/// Where the flags tell games with boards of the same size apart ([`Codes::RECORD_TAG`]).
const TAG_SHIFT: u32 = 6;
/// Where the flags of a wide board have its last squares.
const SQUARES_SHIFT: u32 = 1;
const SQUARES_MASK: u8 = 0b11;
/// Where the flags of a wide board have the half points.
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
    #[inline]
    pub fn new<R: Codes>(position: &R::Position, score: i16, result: GameResult) -> Self {
        let us = position.side_to_move().index();
        let board = R::pack(position);
        let points = half_points(result, us);
        let mut bytes = [0; BYTES];
        bytes[..8].copy_from_slice(&(board.occupied as u64).to_le_bytes());
        bytes[8..24].copy_from_slice(&board.pieces);
        bytes[24..26].copy_from_slice(&seen_by(us, score).to_le_bytes());
        let unknown = u8::from(result == GameResult::Unknown) * NO_RESULT;
        bytes[29] = unknown | game_flags::<R>();
        if is_wide::<R>() {
            let high = ((board.occupied >> 64) as u32).to_le_bytes();
            bytes[26..29].copy_from_slice(&high[..3]);
            bytes[29] |= points << POINTS_SHIFT | high[3] << SQUARES_SHIFT;
        } else {
            bytes[26] = points;
            bytes[27..29].copy_from_slice(&board.kings);
        }
        Self(bytes)
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> PackedBoard {
        let bytes = &self.0;
        let mut board = PackedBoard {
            occupied: u128::from(self.occupied()),
            ..PackedBoard::default()
        };
        board.pieces.copy_from_slice(&bytes[8..24]);
        if self.is_wide() {
            let top = bytes[29] >> SQUARES_SHIFT & SQUARES_MASK;
            let high = u32::from_le_bytes([bytes[26], bytes[27], bytes[28], top]);
            board.occupied |= u128::from(high) << 64;
        } else {
            board.kings = [bytes[27], bytes[28]];
        }
        board
    }

    /// Whether the position is one of this game.
    #[inline]
    pub const fn is_of<R: Codes>(&self) -> bool {
        self.0[29] & (IS_WIDE | 1 << TAG_SHIFT) == game_flags::<R>()
    }

    #[inline]
    const fn is_wide(&self) -> bool {
        self.0[29] & IS_WIDE != 0
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
        let count = (rest.count_ones() as usize).min(PackedBoard::PIECES);
        (0..count).map(move |index| {
            let square = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            (self.0[8 + index / 2] >> (4 * (index % 2)) & 15, square)
        })
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
        match self.is_wide() {
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

    /// The king square of the side to move. On a board of up to 64 squares.
    #[inline]
    pub const fn our_king(&self) -> u8 {
        self.0[27]
    }

    /// The opponent's king square, from the opponent's side. On a board of up to 64 squares.
    #[inline]
    pub const fn their_king(&self) -> u8 {
        self.0[28]
    }

    /// Both, where there is room for them.
    pub fn kings(&self) -> Option<[usize; 2]> {
        let kings = [self.our_king(), self.their_king()];
        (!self.is_wide()).then(|| kings.map(usize::from))
    }

    /// Records as bytes.
    pub fn as_bytes(records: &[Self]) -> &[u8] {
        bytemuck::cast_slice(records)
    }

    /// Bytes as records; what is left over after the last whole one is ignored.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Vec<Self> {
        let (whole, _) = bytes.as_chunks::<BYTES>();
        whole.iter().map(|&bytes| Self(bytes)).collect()
    }

    fn is_valid(&self) -> bool {
        let kings = |code: u8, square: u8| {
            let mut kings = self.pieces().filter(move |&(piece, _)| piece == code);
            (kings.next(), kings.next()) == (Some((code, square)), None)
        };
        self.is_of::<Chess>()
            && self.occupied().count_ones() <= 32
            && self.double_points() <= 2
            && self.pieces().all(|(piece, _)| piece & 7 < 6)
            && kings(5, self.our_king())
            && kings(13, self.their_king() ^ 56)
    }

    /// Unpacks the position with the first side to move.
    ///
    /// # Errors
    /// If it is of another game, or invalid.
    pub fn unpack<R: Codes>(&self) -> Result<LabeledPosition<R>, String> {
        if !self.is_of::<R>() {
            return Err(format!("not a position of {}", R::NAME));
        }
        let board = self.board();
        let is_on_board = board.occupied >> R::Square::COUNT == 0;
        if !is_on_board || board.occupied.count_ones() as usize > PackedBoard::PIECES {
            return Err("more squares or pieces than there are".to_owned());
        }
        let result = match self.double_points() {
            _ if !self.has_result() => GameResult::Unknown,
            0 => GameResult::BlackWins,
            1 => GameResult::Draw,
            _ => GameResult::WhiteWins,
        };
        Ok(LabeledPosition {
            position: R::unpack(&board)?,
            score: self.score(),
            result,
            group: self.group(),
        })
    }
}

/// Whether the board of a game has more than 64 squares.
const fn is_wide<R: Codes>() -> bool {
    R::Square::COUNT > 64
}

/// The flags that tell the game.
const fn game_flags<R: Codes>() -> u8 {
    (if is_wide::<R>() { IS_WIDE } else { 0 }) | R::RECORD_TAG << TAG_SHIFT
}

impl<R: Codes> LabeledPosition<R> {
    /// The training record.
    pub fn record(&self) -> Record {
        Record::new::<R>(&self.position, self.score, self.result).in_group(self.group)
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
    read_records_of::<Chess>(path)
}

/// The same of any game.
///
/// # Errors
/// If it cannot be read, is invalid, or has positions of another game.
pub fn read_records_of<R: Codes>(path: &Path) -> io::Result<Vec<Record>> {
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
    if !records.is_empty() && !records.iter().any(Record::is_of::<R>) {
        return Err(invalid(format!(
            "it has positions of another game, not of {}",
            R::NAME
        )));
    }
    let is_bad = |record: &Record| match record.is_of::<Chess>() {
        true => !(record.is_of::<R>() && record.is_valid()),
        false => record.unpack::<R>().is_err(),
    };
    match records.par_iter().position_first(is_bad) {
        None => Ok(records),
        Some(index) => Err(invalid(format!("record {index} is not a valid position"))),
    }
}
