//! The columns of a block, each compressed separately.
//!
//! A column is its number (one byte), its length before and after compression (four bytes each) and a
//! zstd frame. Columns are in the order of their numbers; empty ones are left out.

use std::io;

use super::scores::CONTEXTS;

/// Start positions: a line per game, with a FEN, or empty for the standard start position.
pub(super) const STARTS: u8 = 1;
/// Results: a byte per game.
pub(super) const RESULTS: u8 = 2;
/// Plies: a varint per game.
pub(super) const LENGTHS: u8 = 3;
/// Which moves have scores: run lengths per game, as varints.
pub(super) const SCORED: u8 = 4;
/// The score bits that are not in symbols.
pub(super) const SCORE_BITS: u8 = 5;
/// The first of the move columns, which are selected by the number of legal moves.
const MOVES: u8 = 16;
/// The first of the score symbol columns, which are selected by the [`ScoreModel`].
///
/// [`ScoreModel`]: super::scores::ScoreModel
const SCORES: u8 = 32;
/// From here on, a reader may skip unknown columns.
const OPTIONAL: u8 = 64;
/// Flags: a byte per move; absent if all are zero.
pub(super) const FLAGS: u8 = 64;
/// Siblings: moves searched but not played; absent if there are none.
pub(super) const SIBLINGS: u8 = 65;

/// The largest number of legal moves of each move column; more go to one last column.
const MOVE_COUNTS: [usize; 11] = [2, 4, 8, 16, 20, 24, 28, 32, 36, 40, 48];

/// The maximum uncompressed size of all columns of a block together: a thousand times the usual, and
/// little enough for any memory.
const MAX_BYTES: usize = 1 << 26;
/// The maximum size of a block's payload: bytes that do not compress become a little longer.
pub(super) const MAX_PAYLOAD_BYTES: usize = 2 * MAX_BYTES;

/// Repeated bytes are rare here; higher levels cost time and gain nothing.
const LEVEL: i32 = 1;

const _: () = assert!(MOVES as usize + MOVE_COUNTS.len() < SCORES as usize);
const _: () = assert!(SCORES as usize + CONTEXTS <= OPTIONAL as usize);

/// The column of a move index, for this number of legal moves (more than one).
#[inline]
pub(super) fn moves_column(legal: usize) -> u8 {
    const COLUMN_OF: [u8; 256] = {
        let mut column_of = [0; 256];
        let (mut legal, mut column) = (0, 0);
        while legal < 256 {
            while column < MOVE_COUNTS.len() && legal > MOVE_COUNTS[column] {
                column += 1;
            }
            column_of[legal] = MOVES + column as u8;
            legal += 1;
        }
        column_of
    };
    COLUMN_OF[legal.min(255)]
}

/// The column of a score symbol.
#[inline]
pub(super) const fn scores_column(context: usize) -> u8 {
    SCORES + context as u8
}

/// The number of column numbers.
const NUMBERS: usize = 256;

/// Columns by number.
pub(super) struct Columns(Vec<Vec<u8>>);

impl Default for Columns {
    fn default() -> Self {
        Self(vec![Vec::new(); NUMBERS])
    }
}

impl Columns {
    /// A column to append to.
    #[inline]
    pub(super) fn column(&mut self, number: u8) -> &mut Vec<u8> {
        &mut self.0[usize::from(number)]
    }

    /// The bytes of a column.
    #[inline]
    pub(super) fn bytes(&self, number: u8) -> &[u8] {
        &self.0[usize::from(number)]
    }

    /// All columns, compressed.
    pub(super) fn pack(&self) -> io::Result<Vec<u8>> {
        let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
        let mut packed = Vec::new();
        length(self.0.iter().map(Vec::len).sum())?;
        for (number, column) in (0..=u8::MAX).zip(&self.0) {
            if column.is_empty() {
                continue;
            }
            let stored = compressor.compress(column)?;
            packed.push(number);
            packed.extend_from_slice(&length(column.len())?.to_le_bytes());
            packed.extend_from_slice(&length(stored.len())?.to_le_bytes());
            packed.extend_from_slice(&stored);
        }
        Ok(packed)
    }

    /// Decompresses the columns of a block's payload; the error says why it is invalid.
    pub(super) fn unpack(mut payload: &[u8]) -> Result<Self, String> {
        let mut columns = Self::default();
        let mut total = 0;
        let mut decompressor =
            zstd::bulk::Decompressor::new().map_err(|error| error.to_string())?;
        while let Some((&number, rest)) = payload.split_first() {
            let (plain, rest) = take_length(rest)?;
            let (stored, rest) = take_length(rest)?;
            if stored > rest.len() {
                return Err(format!("column {number} is longer than its block"));
            }
            total += plain;
            if total > MAX_BYTES {
                return Err(format!(
                    "its columns have more than {} MiB",
                    MAX_BYTES >> 20
                ));
            }
            let (stored, rest) = rest.split_at(stored);
            payload = rest;
            if !is_known(number) {
                if number < OPTIONAL {
                    return Err(format!("column {number} is unknown"));
                }
                continue;
            }
            let bytes = decompressor
                .decompress(stored, plain)
                .map_err(|error| format!("column {number} does not decompress: {error}"))?;
            if bytes.len() != plain {
                return Err(format!("column {number} has the wrong length"));
            }
            *columns.column(number) = bytes;
        }
        Ok(columns)
    }
}

fn is_known(number: u8) -> bool {
    let moves = MOVES..=MOVES + MOVE_COUNTS.len() as u8;
    let scores = SCORES..SCORES + CONTEXTS as u8;
    (STARTS..=SCORE_BITS).contains(&number)
        || moves.contains(&number)
        || scores.contains(&number)
        || (FLAGS..=SIBLINGS).contains(&number)
}

fn length(bytes: usize) -> io::Result<u32> {
    u32::try_from(bytes)
        .ok()
        .filter(|_| bytes <= MAX_BYTES)
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "a block is too large"))
}

fn take_length(bytes: &[u8]) -> Result<(usize, &[u8]), String> {
    let (length, rest) = bytes
        .split_first_chunk()
        .ok_or("the last column is truncated")?;
    Ok((u32::from_le_bytes(*length) as usize, rest))
}

#[cfg(test)]
mod tests {
    use super::{Columns, FLAGS, MAX_BYTES, RESULTS, moves_column, scores_column};

    #[test]
    fn columns_round_trip_and_unknown_optional_ones_are_skipped() {
        let mut columns = Columns::default();
        columns.column(RESULTS).extend([0, 1, 2]);
        columns.column(FLAGS).extend([7; 1000]);
        columns.column(200).push(1);
        let packed = columns.pack().unwrap();
        let unpacked = Columns::unpack(&packed).unwrap();
        assert_eq!(unpacked.bytes(RESULTS), [0, 1, 2]);
        assert_eq!(unpacked.bytes(FLAGS), [7; 1000]);
        assert!(unpacked.bytes(200).is_empty());
        columns.column(15).push(1);
        let error = Columns::unpack(&columns.pack().unwrap()).err().unwrap();
        assert_eq!(error, "column 15 is unknown");
        for cut in 1..packed.len() {
            // A truncated payload is only valid at the end of a column.
            let _ = Columns::unpack(&packed[..cut]);
        }
        assert!(Columns::unpack(&packed[..packed.len() - 1]).is_err());
    }

    #[test]
    fn columns_that_would_fill_the_memory_are_refused() {
        let mut columns = Columns::default();
        columns.column(RESULTS).resize(MAX_BYTES / 2, 0);
        let half = columns.pack().unwrap();
        assert!(half.len() < 10_000);
        assert!(Columns::unpack(&half.repeat(2)).is_ok());
        let error = Columns::unpack(&half.repeat(3)).err().unwrap();
        assert_eq!(error, "its columns have more than 64 MiB");
        columns.column(FLAGS).resize(MAX_BYTES / 2 + 1, 0);
        assert!(columns.pack().is_err());
    }

    #[test]
    fn move_columns_follow_the_table() {
        let expected = [
            (2, 16),
            (3, 17),
            (4, 17),
            (5, 18),
            (16, 19),
            (17, 20),
            (48, 26),
        ];
        for (legal, column) in expected {
            assert_eq!(moves_column(legal), column, "{legal}");
        }
        assert_eq!((moves_column(49), moves_column(218)), (27, 27));
        assert_eq!(scores_column(11), 43);
    }
}
