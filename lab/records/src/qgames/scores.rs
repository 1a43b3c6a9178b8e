//! Lossless score coding.
//!
//! A score is stored as its difference from the game's previous score. The size of the last two
//! differences predicts the size of the next, so they are the context that selects one of several
//! columns. A large difference is a symbol for its leading bits, plus raw bits that do not compress.

use super::bits::{BitReader, BitWriter};
use super::varint::{unzigzag, zigzag};

/// The number of contexts (columns).
pub(super) const CONTEXTS: usize = 12;

/// Zigzag differences below this are their own symbols.
const PLAIN: u32 = 64;
/// The bit length of the smallest larger difference.
const PLAIN_BITS: u32 = 7;
/// Leading bits in a symbol, after the first, which is always one.
const LEADING: u32 = 3;

/// The context model: the previous score and the last two differences.
pub(super) struct ScoreModel {
    last: i32,
    differences: [u32; 2],
}

impl ScoreModel {
    /// At the start of a game.
    pub(super) const fn new() -> Self {
        Self {
            last: 0,
            differences: [32; 2],
        }
    }

    /// The context of the next score.
    #[inline]
    pub(super) fn context(&self) -> usize {
        let activity = self.differences[0] + self.differences[1];
        let bits = u32::BITS - activity.leading_zeros();
        (bits as usize).min(CONTEXTS - 1)
    }

    /// The symbol of a score; raw bits go to `bits`.
    #[inline]
    pub(super) fn encode(&mut self, score: i16, bits: &mut BitWriter) -> u8 {
        let difference = i32::from(score) - self.last;
        self.update(difference);
        let number = zigzag(difference);
        if number < PLAIN {
            return number as u8;
        }
        let size = u32::BITS - number.leading_zeros();
        let further = size - 1 - LEADING;
        bits.put(number & ((1 << further) - 1), further);
        let leading = number >> further & ((1 << LEADING) - 1);
        (PLAIN + ((size - PLAIN_BITS) << LEADING) + leading) as u8
    }

    /// The score of a symbol; `None` if it is invalid.
    #[inline]
    pub(super) fn decode(&mut self, symbol: u8, bits: &mut BitReader<'_>) -> Option<i16> {
        let symbol = u32::from(symbol);
        let number = if symbol < PLAIN {
            symbol
        } else {
            let size = PLAIN_BITS + ((symbol - PLAIN) >> LEADING);
            let further = size - 1 - LEADING;
            let leading = 1 << LEADING | symbol & ((1 << LEADING) - 1);
            leading << further | bits.take(further)?
        };
        let difference = unzigzag(number);
        let score = i16::try_from(self.last + difference).ok()?;
        self.update(difference);
        Some(score)
    }

    #[inline]
    fn update(&mut self, difference: i32) {
        self.last += difference;
        self.differences = [difference.unsigned_abs(), self.differences[0]];
    }
}

#[cfg(test)]
mod tests {
    use super::{BitReader, BitWriter, CONTEXTS, ScoreModel};

    /// All differences between these scores, in one game.
    #[test]
    fn every_score_round_trips() {
        let corners = [
            i16::MIN,
            -32_000,
            -300,
            -33,
            -32,
            -1,
            0,
            1,
            31,
            32,
            33,
            400,
            i16::MAX,
        ];
        let jumps = corners
            .iter()
            .flat_map(|&a| corners.map(|b| [a, b]))
            .flatten();
        let scores: Vec<i16> = (i16::MIN..=i16::MAX).chain(jumps).collect();
        let mut writer = BitWriter::default();
        let mut model = ScoreModel::new();
        let symbols: Vec<u8> = scores
            .iter()
            .map(|&score| {
                assert!(model.context() < CONTEXTS);
                model.encode(score, &mut writer)
            })
            .collect();
        let bytes = writer.finish();
        let mut bits = BitReader::new(&bytes);
        let mut model = ScoreModel::new();
        for (symbol, score) in symbols.into_iter().zip(scores) {
            assert_eq!(model.decode(symbol, &mut bits), Some(score));
        }
    }

    #[test]
    fn invalid_symbols_are_refused() {
        for symbol in 64..=u8::MAX {
            let mut model = ScoreModel::new();
            assert_eq!(model.decode(symbol, &mut BitReader::new(&[])), None);
            // Any bits give a score or `None`, never a panic.
            let _ = model.decode(symbol, &mut BitReader::new(&[0xFF; 8]));
        }
    }
}
