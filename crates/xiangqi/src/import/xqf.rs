//! XQF 1.0, the files of XQStudio: a header of 1,024 bytes, then a record for the start and for each
//! move. Later versions scramble all that.
//!
//! A square is ten times the file plus the rank, from Red's left corner. Only the main line is read.

use game::GameResult;
use pgn::Game;

use super::{ImportError, error};
use crate::{File, Rank, Square, Xiangqi};

/// The version byte of 1.0.
const VERSION: u8 = 10;
/// Where the header has the places of the pieces.
const PLACES: usize = 16;
/// Where the header has the result.
const RESULT: usize = 51;
/// The bytes of the header.
const HEADER: usize = 1024;
/// What is added to the squares of a move.
const OFFSETS: [u8; 2] = [24, 32];

fn square(place: u8) -> Option<Square> {
    let (file, rank) = (place / 10, place % 10);
    (file < 9).then(|| Square::new(File::from_index(file.into()), Rank::from_index(rank.into())))
}

/// The record that a text begins with, as squares and flags, and what follows it and its comment.
fn record(bytes: &[u8]) -> Option<([u8; 3], &[u8])> {
    let (&[from, to, flags, _, a, b, c, d], rest) = bytes.split_first_chunk()?;
    let comment = u32::from_le_bytes([a, b, c, d]);
    Some((
        [from, to, flags],
        rest.get(usize::try_from(comment).ok()?..)?,
    ))
}

pub(super) fn read(bytes: &[u8]) -> Result<Game<Xiangqi>, ImportError> {
    let header = bytes
        .get(..HEADER)
        .ok_or_else(|| error("XQF file too short"))?;
    if header[2] != VERSION {
        return Err(error(format!("XQF version {} is not supported", header[2])));
    }
    let mut places = [None; 32];
    for (place, &byte) in places.iter_mut().zip(&header[PLACES..]) {
        *place = square(byte);
    }
    let result = match header[RESULT] {
        1 => GameResult::WhiteWins,
        2 => GameResult::BlackWins,
        3 => GameResult::Draw,
        _ => GameResult::Unknown,
    };
    let mut moves = Vec::new();
    // The first record is the start's.
    let mut next = record(&bytes[HEADER..]);
    while let Some((_, rest)) = next.filter(|([.., flags], _)| flags & 0xF0 != 0) {
        next = record(rest);
        let ([from, to, _], _) = next.ok_or_else(|| error("XQF file ends inside a move"))?;
        let of = |byte: u8, index: usize| square(byte.wrapping_sub(OFFSETS[index]));
        match (of(from, 0), of(to, 1)) {
            (Some(from), Some(to)) => moves.push((from, to)),
            _ => return Err(error(format!("bad XQF move {}", moves.len() + 1))),
        }
    }
    super::game(places, &moves, result)
}
