//! XQF, the files of XQStudio: a header of 1,024 bytes, then a record for the start and for each
//! move. After version 1.0, keys in the header scramble the squares and all records.
//!
//! A square is ten times the file plus the rank, from Red's left corner. Only the main line is read.

use std::ops::RangeInclusive;

use game::GameResult;
use pgn::Game;

use super::encoding::decode_gb18030;
use super::{ImportError, add_tag, error};
use crate::{File, Rank, Square, Xiangqi};

/// The version bytes of 1.0 to 1.8.
const VERSIONS: RangeInclusive<u8> = 10..=18;
/// The first version that is scrambled.
const SCRAMBLED: u8 = 11;
/// The first version that lists the pieces in another order.
const ROTATED: u8 = 12;
/// Where the header has the places of the pieces.
const PLACES: usize = 16;
/// Where the header has the result.
const RESULT: usize = 51;
/// The bytes of the header.
const HEADER: usize = 1024;
/// What is added to the squares of a move.
const OFFSETS: [u8; 2] = [24, 32];
/// The base of the key of the records.
const PHRASE: [u8; 32] = *b"[(C) Copyright Mr. Dong Shiwei.]";
/// Where the header has texts, each after its length, how long they may be, and the tags of PGN that
/// they become; of two for the same the first that is there.
const TEXTS: [(usize, usize, &str); 7] = [
    (208, 63, "Event"),
    (80, 63, "Event"),
    (272, 15, "Date"),
    (288, 15, "Site"),
    (304, 15, "Red"),
    (320, 15, "Black"),
    (464, 15, "Annotator"),
];

/// What was added to the bytes of a file: nothing in version 1.0.
#[derive(Default)]
struct Keys {
    places: u8,
    /// The squares of a move.
    squares: [u8; 2],
    /// The length of a comment.
    comment: u32,
    records: [u8; 32],
}

impl Keys {
    fn of(header: &[u8]) -> Self {
        let (mask, seeds) = (header[3], &header[12..16]);
        let key = |seed: u8, previous: u8| {
            let square = seed.wrapping_mul(seed);
            square
                .wrapping_mul(54)
                .wrapping_add(221)
                .wrapping_mul(previous)
        };
        let places = key(seeds[1], seeds[1]);
        let from = key(seeds[2], places);
        let to = key(seeds[3], from);
        let comment = u32::from(u16::from_be_bytes([seeds[0], seeds[1]]));
        Self {
            places,
            squares: [from, to],
            comment: comment % 32_000 + 767,
            records: std::array::from_fn(|index| {
                let part = index % 4;
                PHRASE[index] & (seeds[part] & mask | header[8 + part])
            }),
        }
    }
}

/// A file whose records are plain.
struct Xqf<'a> {
    header: &'a [u8],
    keys: Keys,
}

/// The record of the start or of a move.
struct Record<'a> {
    squares: [u8; 2],
    has_next: bool,
    comment: &'a [u8],
    /// What follows.
    rest: &'a [u8],
}

impl Xqf<'_> {
    fn version(&self) -> u8 {
        self.header[2]
    }

    /// The record that bytes begin with.
    fn record<'a>(&self, bytes: &'a [u8]) -> Option<Record<'a>> {
        let (&[from, to, flags, _], mut rest) = bytes.split_first_chunk()?;
        let (has_next, has_comment) = match self.version() {
            SCRAMBLED.. => (flags & 0x80 != 0, flags & 0x20 != 0),
            _ => (flags & 0xF0 != 0, true),
        };
        let mut comment: &[u8] = &[];
        if has_comment {
            let (length, text) = rest.split_first_chunk()?;
            let length = u32::from_le_bytes(*length).checked_sub(self.keys.comment)?;
            (comment, rest) = text.split_at_checked(usize::try_from(length).ok()?)?;
        }
        Some(Record {
            squares: [from, to],
            has_next,
            comment,
            rest,
        })
    }

    /// The places of the pieces, without those that are not there.
    fn places(&self) -> [Option<Square>; 32] {
        let mut places = [None; 32];
        let shift = match self.version() {
            ROTATED.. => usize::from(self.keys.places) + 1,
            _ => 0,
        };
        for (index, &byte) in self.header[PLACES..][..32].iter().enumerate() {
            places[(index + shift) % 32] = square(byte.wrapping_sub(self.keys.places));
        }
        places
    }

    fn result(&self) -> GameResult {
        match self.header[RESULT] {
            1 => GameResult::WhiteWins,
            2 => GameResult::BlackWins,
            3 | 4 => GameResult::Draw,
            _ => GameResult::Unknown,
        }
    }

    fn move_of(&self, record: &Record<'_>) -> Option<(Square, Square)> {
        let [from, to] = std::array::from_fn(|index| {
            let plain = record.squares[index].wrapping_sub(OFFSETS[index]);
            square(plain.wrapping_sub(self.keys.squares[index]))
        });
        Some((from?, to?))
    }
}

fn square(place: u8) -> Option<Square> {
    let (file, rank) = (place / 10, place % 10);
    (file < 9).then(|| Square::new(File::from_index(file.into()), Rank::from_index(rank.into())))
}

fn comment(bytes: &[u8]) -> Option<String> {
    let text = decode_gb18030(bytes);
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

pub(super) fn read(bytes: &[u8]) -> Result<Game<Xiangqi>, ImportError> {
    let (header, body) = bytes
        .split_at_checked(HEADER)
        .ok_or_else(|| error("XQF file too short"))?;
    let keys = match header[2] {
        version if !VERSIONS.contains(&version) => {
            return Err(error(format!("XQF version {version} is not supported")));
        }
        SCRAMBLED.. => Keys::of(header),
        _ => Keys::default(),
    };
    let body = body.iter().zip(keys.records.iter().cycle());
    let body: Vec<u8> = body.map(|(byte, key)| byte.wrapping_sub(*key)).collect();
    let file = Xqf { header, keys };
    let (mut moves, mut comments) = (Vec::new(), Vec::new());
    let start = file.record(&body);
    let start_comment = start.as_ref().and_then(|start| comment(start.comment));
    let mut next = start;
    while let Some(previous) = next.filter(|record| record.has_next) {
        let record = file.record(previous.rest);
        let record = record.ok_or_else(|| error("XQF file ends inside a move"))?;
        let mv = file.move_of(&record);
        moves.push(mv.ok_or_else(|| error(format!("bad XQF move {}", moves.len() + 1)))?);
        comments.push(comment(record.comment));
        next = Some(record);
    }
    let mut game = super::game(file.places(), &moves, file.result())?;
    game.line.comment = start_comment;
    for (mv, comment) in game.line.moves.iter_mut().zip(comments) {
        mv.comment = comment;
    }
    for (at, size, tag) in TEXTS {
        let length = size.min(header[at].into());
        add_tag(&mut game, tag, &decode_gb18030(&header[at + 1..][..length]));
    }
    Ok(game)
}
