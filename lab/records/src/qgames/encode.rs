//! Encodes games into a block.

use std::io;

use game::{Codes, GameResult, MoveList, Position, Stage};
use thiserror::Error;

use super::bits::BitWriter;
use super::block::BlockHeader;
use super::columns::{
    Columns, FLAGS, LENGTHS, RESULTS, SCORE_BITS, SCORED, SIBLINGS, STARTS, moves_column,
    scores_column,
};
use super::scores::ScoreModel;
use super::varint::{put, zigzag};
use crate::game::{Game, Ply};
use crate::order::find;

/// An illegal move in a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("move {text} at ply {ply} is not legal in {fen}")]
pub struct IllegalMove {
    /// The ply, from 0.
    pub ply: usize,
    /// The move.
    pub text: String,
    /// The position.
    pub fen: String,
}

/// A game with its move indices: the slow part of encoding, done before the block is locked.
pub(super) struct Prepared<'a, R: Codes> {
    game: &'a Game<R>,
    /// The index of each move and its column; none where only one move is legal.
    moves: Vec<Option<(u8, u8)>>,
    /// The indices of the siblings' moves.
    siblings: Vec<u8>,
}

impl<'a, R: Codes> Prepared<'a, R> {
    /// Replays the game.
    pub(super) fn new(game: &'a Game<R>) -> Result<Self, IllegalMove> {
        let mut position = game.start.position();
        let mut numbers = Vec::with_capacity(game.plies.len());
        let mut siblings = Vec::new();
        let mut moves = MoveList::new();
        for (number, ply) in game.plies.iter().enumerate() {
            moves.clear();
            position.generate(Stage::All, &mut moves);
            let illegal = |mv: R::Move| illegal::<R>(&position, mv, number);
            let index = find::<R>(&moves, ply.mv).ok_or_else(|| illegal(ply.mv))?;
            numbers.push((moves.len() > 1).then(|| (index, moves_column(moves.len()))));
            if let Some(sibling) = ply.sibling {
                let found = find::<R>(&moves, sibling.mv);
                siblings.push(found.ok_or_else(|| illegal(sibling.mv))?);
            }
            R::play(&mut position, ply.mv);
        }
        Ok(Self {
            game,
            moves: numbers,
            siblings,
        })
    }
}

#[cold]
fn illegal<R: Codes>(position: &R::Position, mv: R::Move, ply: usize) -> IllegalMove {
    IllegalMove {
        ply,
        text: R::move_text(position, mv),
        fen: R::fen(position),
    }
}

/// A block under construction.
#[derive(Default)]
pub(super) struct BlockBuilder {
    columns: Columns,
    score_bits: BitWriter,
    header: BlockHeader,
    has_flags: bool,
    has_siblings: bool,
}

impl BlockBuilder {
    /// Plies so far.
    pub(super) const fn plies(&self) -> u32 {
        self.header.plies
    }

    /// Games so far.
    pub(super) const fn games(&self) -> u32 {
        self.header.games
    }

    /// Adds a game.
    pub(super) fn push<R: Codes>(&mut self, prepared: &Prepared<'_, R>) {
        let game = prepared.game;
        let starts = self.columns.column(STARTS);
        starts.extend_from_slice(game.start.fen().unwrap_or_default().as_bytes());
        starts.push(b'\n');
        self.columns.column(RESULTS).push(result_code(game.result));
        let plies = game.plies.len() as u64;
        put(self.columns.column(LENGTHS), plies);
        for &(index, column) in prepared.moves.iter().flatten() {
            self.columns.column(column).push(index);
        }
        put_runs(&game.plies, self.columns.column(SCORED));
        self.push_scores(&game.plies);
        self.push_extras(prepared);
        self.header.count(game.result, plies as u32);
    }

    fn push_scores<M>(&mut self, plies: &[Ply<M>]) {
        let mut model = ScoreModel::new();
        for score in plies.iter().filter_map(|ply| ply.score) {
            let column = scores_column(model.context());
            let symbol = model.encode(score, &mut self.score_bits);
            self.columns.column(column).push(symbol);
        }
    }

    /// Adds flags and siblings, which most games do not have.
    fn push_extras<R: Codes>(&mut self, prepared: &Prepared<'_, R>) {
        let plies = &prepared.game.plies;
        let flags = plies.iter().map(|ply| ply.flags);
        self.has_flags |= flags.clone().any(|flags| flags != 0);
        self.columns.column(FLAGS).extend(flags);
        self.has_siblings |= !prepared.siblings.is_empty();
        let column = self.columns.column(SIBLINGS);
        put(column, prepared.siblings.len() as u64);
        let mut indices = prepared.siblings.iter();
        let mut distance = 0;
        for ply in plies {
            if let (Some(sibling), Some(&index)) = (ply.sibling, indices.as_slice().first()) {
                indices.next();
                put(column, distance);
                column.push(index);
                let base = i32::from(ply.score.unwrap_or(0));
                put(column, u64::from(zigzag(i32::from(sibling.score) - base)));
                distance = 0;
            } else {
                distance += 1;
            }
        }
    }

    /// Compresses the block.
    pub(super) fn pack(mut self) -> io::Result<PackedBlock> {
        if !self.has_flags {
            self.columns.column(FLAGS).clear();
        }
        if !self.has_siblings {
            self.columns.column(SIBLINGS).clear();
        }
        *self.columns.column(SCORE_BITS) = self.score_bits.finish();
        let payload = self.columns.pack()?;
        let too_large = |_| io::Error::new(io::ErrorKind::InvalidInput, "a block is too large");
        self.header.payload_bytes = u32::try_from(payload.len()).map_err(too_large)?;
        self.header.payload_checksum = crc32fast::hash(&payload);
        Ok(PackedBlock {
            header: self.header,
            payload,
        })
    }
}

/// A compressed block without its number.
pub(super) struct PackedBlock {
    header: BlockHeader,
    payload: Vec<u8>,
}

impl PackedBlock {
    /// The block as written to the file.
    pub(super) fn number(mut self, number: u32) -> (BlockHeader, Vec<u8>) {
        self.header.number = number;
        let mut bytes = self.header.to_bytes().to_vec();
        bytes.append(&mut self.payload);
        (self.header, bytes)
    }
}

/// The result as a byte.
const fn result_code(result: GameResult) -> u8 {
    match result {
        GameResult::BlackWins => 0,
        GameResult::Draw => 1,
        GameResult::WhiteWins => 2,
        GameResult::Unknown => 3,
    }
}

/// Run-length encodes which moves have scores: the length of the first run (without scores), the
/// number of further stored runs, and their lengths, with and without scores in turn. The last run is
/// implied.
fn put_runs<M>(plies: &[Ply<M>], column: &mut Vec<u8>) {
    let runs = plies.chunk_by(|a, b| a.score.is_some() == b.score.is_some());
    let starts_scored = plies.first().is_some_and(|ply| ply.score.is_some());
    let empty = starts_scored.then_some(0);
    let mut lengths = empty.into_iter().chain(runs.map(<[Ply<M>]>::len));
    put(column, lengths.next().unwrap_or(0) as u64);
    let lengths: Vec<usize> = lengths.collect();
    // The last run extends to the end of the game and needs no length.
    let named = lengths.len().saturating_sub(1);
    put(column, named as u64);
    for &length in &lengths[..named] {
        put(column, length as u64);
    }
}
