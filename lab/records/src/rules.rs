//! What game records need to know of a game.

use chess::Chess;
use game::{Dense, PackedMove, Position};
use pgn::Notation;
use xiangqi::Xiangqi;

use crate::record::{self, Record};
use crate::{GameResult, order};

/// A game with records.
pub trait RecordRules: Notation {
    /// The sort key of a move: `.qgames` indexes legal moves in this order. It is part of the format
    /// and never changes.
    fn move_key(mv: Self::Move) -> u16;

    /// The move with this sorted index, given the legal moves in any order.
    fn pick(moves: &[Self::Move], index: u8) -> Option<Self::Move> {
        let mut sorted = moves.to_vec();
        sorted.sort_unstable_by_key(|&mv| Self::move_key(mv));
        sorted.get(usize::from(index)).copied()
    }

    /// The number of plies before a position, as its move number tells.
    fn game_ply(position: &Self::Position) -> u32 {
        let side = position.side_to_move().index() as u32;
        2 * (Self::move_number(position).max(1) - 1) + side
    }

    /// The number of pieces on the board.
    fn piece_count(position: &Self::Position) -> u32;

    /// Packs a position with a score from White's view, of no group. An unknown result is flagged, and
    /// stored with the points of a draw.
    fn record(position: &Self::Position, score: i16, result: GameResult) -> Record;

    /// The position of a record, with the first side to move.
    ///
    /// # Errors
    /// If it is invalid.
    fn unpack(record: &Record) -> Result<Self::Position, String>;
}

impl RecordRules for Chess {
    #[inline(always)]
    fn move_key(mv: chess::Move) -> u16 {
        order::key(mv)
    }

    #[inline]
    fn pick(moves: &[chess::Move], index: u8) -> Option<chess::Move> {
        order::pick(moves, index)
    }

    #[inline]
    fn piece_count(position: &chess::Position) -> u32 {
        position.occupied().count()
    }

    #[inline]
    fn record(position: &chess::Position, score: i16, result: GameResult) -> Record {
        Record::new(position, score, result)
    }

    fn unpack(record: &Record) -> Result<chess::Position, String> {
        record.unpack().map(|labeled| labeled.position)
    }
}

impl RecordRules for Xiangqi {
    /// By origin, then target.
    #[inline(always)]
    fn move_key(mv: xiangqi::Move) -> u16 {
        mv.code()
    }

    #[inline]
    fn piece_count(position: &xiangqi::Position) -> u32 {
        position.occupied().count()
    }

    fn record(position: &xiangqi::Position, score: i16, result: GameResult) -> Record {
        record::xiangqi::pack(position, score, result)
    }

    fn unpack(record: &Record) -> Result<xiangqi::Position, String> {
        record::xiangqi::unpack(record)
    }
}
