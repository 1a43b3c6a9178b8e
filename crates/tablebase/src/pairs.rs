//! Compressed values: recursive pairing with a canonical Huffman code, in blocks with a sparse
//! index.
//!
//! A symbol is a value or a pair of symbols. The longest codes are the smallest numbers.

use crate::bytes::{Cursor, Damaged, code_at, u16_at, u32_at};

/// The right child that marks a leaf.
const LEAF: u16 = 0xFFF;
/// The longest code that a file may use.
const MAX_CODE: u8 = 32;
/// Bytes of an entry of the sparse index: a block and an offset into it.
const INDEX_ENTRY: usize = 6;
/// No symbol stands for more values than a block can hold.
const MAX_VALUES: u32 = 1 << 16;

/// A symbol: a value, or a pair of symbols; and how many values it stands for.
#[derive(Clone, Copy, Debug)]
struct Symbol {
    left: u16,
    right: u16,
    values: u32,
}

/// The codes of one length.
#[derive(Clone, Copy, Debug)]
struct Length {
    /// The smallest code of this length, left-aligned in 64 bits.
    first_code: u64,
    first_symbol: u16,
}

/// How the values of a sub-table are stored.
#[derive(Clone, Debug)]
pub(crate) enum Pairs {
    /// All values are the same.
    Constant(u16),
    Compressed(Box<Blocks>),
}

/// Compressed values.
#[derive(Clone, Debug)]
pub(crate) struct Blocks {
    block_log: u8,
    span_log: u8,
    blocks: usize,
    /// Lengths stored for the blocks: more than blocks.
    length_count: usize,
    shortest: u8,
    lengths: Vec<Length>,
    symbols: Vec<Symbol>,
    // Offsets in the file.
    index_at: usize,
    index_count: usize,
    lengths_at: usize,
    data_at: usize,
}

impl Pairs {
    /// Reads the header; gives the flags, too.
    pub(crate) fn read(cursor: &mut Cursor<'_>) -> Result<(Self, u8), Damaged> {
        const CONSTANT: u8 = 0x80;
        let flags = cursor.u8()?;
        if flags & CONSTANT != 0 {
            let value = u16::from(cursor.u8()?);
            return Ok((Self::Constant(value), flags));
        }
        Blocks::read(cursor).map(|blocks| (Self::Compressed(Box::new(blocks)), flags))
    }

    /// The compressed values; none if all are the same.
    pub(crate) fn blocks_mut(&mut self) -> Option<&mut Blocks> {
        match self {
            Self::Constant(_) => None,
            Self::Compressed(blocks) => Some(blocks),
        }
    }

    /// The value with an index, or nothing if the file is damaged.
    pub(crate) fn value(&self, bytes: &[u8], index: u64) -> Option<u16> {
        match self {
            Self::Constant(value) => Some(*value),
            Self::Compressed(blocks) => blocks.value(bytes, index),
        }
    }
}

impl Blocks {
    fn read(cursor: &mut Cursor<'_>) -> Result<Self, Damaged> {
        let block_log = cursor.u8()?;
        let span_log = cursor.u8()?;
        let padding = usize::from(cursor.u8()?);
        let blocks = cursor.u32()? as usize;
        let longest = cursor.u8()?;
        let shortest = cursor.u8()?;
        let is_sane = block_log < 32
            && (1..32).contains(&span_log)
            && (1..=longest).contains(&shortest)
            && longest <= MAX_CODE;
        if !is_sane {
            return Err(Damaged);
        }
        let count = usize::from(longest - shortest) + 1;
        let first_symbols = (0..count)
            .map(|_| cursor.u16())
            .collect::<Result<Vec<_>, _>>()?;
        let symbol_count = usize::from(cursor.u16()?);
        let symbols = read_symbols(cursor.take(3 * symbol_count)?)?;
        cursor.align(2);
        Ok(Self {
            block_log,
            span_log,
            blocks,
            length_count: blocks + padding,
            shortest,
            lengths: lengths(&first_symbols, shortest),
            symbols,
            index_at: 0,
            index_count: 0,
            lengths_at: 0,
            data_at: 0,
        })
    }

    /// Reads where the sparse index lies, given the number of values.
    pub(crate) fn place_index(
        &mut self,
        cursor: &mut Cursor<'_>,
        values: u64,
    ) -> Result<(), Damaged> {
        let count = values.div_ceil(1 << self.span_log);
        self.index_count = usize::try_from(count).map_err(|_| Damaged)?;
        self.index_at = cursor.skip(self.index_count, INDEX_ENTRY)?;
        Ok(())
    }

    /// Reads where the lengths of the blocks lie.
    pub(crate) fn place_lengths(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Damaged> {
        self.lengths_at = cursor.skip(self.length_count, 2)?;
        Ok(())
    }

    /// Reads where the blocks lie.
    pub(crate) fn place_blocks(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Damaged> {
        cursor.align(64);
        self.data_at = cursor.skip(self.blocks, 1 << self.block_log)?;
        Ok(())
    }

    fn value(&self, bytes: &[u8], index: u64) -> Option<u16> {
        let (block, offset) = self.locate(bytes, index)?;
        let start = self.data_at + (block << self.block_log);
        self.decode(bytes, start, offset)
    }

    /// The block that holds a value, and the value's place in it. An entry of the sparse index
    /// points to the middle of its span.
    fn locate(&self, bytes: &[u8], index: u64) -> Option<(usize, u32)> {
        let entry = usize::try_from(index >> self.span_log).ok()?;
        if entry >= self.index_count {
            return None;
        }
        let at = self.index_at + entry * INDEX_ENTRY;
        let mut block = u32_at(bytes, at)? as usize;
        let span = 1_i64 << self.span_log;
        let mut offset = i64::from(u16_at(bytes, at + 4)?) + (index as i64 & (span - 1)) - span / 2;
        while offset < 0 {
            block = block.checked_sub(1)?;
            offset += self.block_values(bytes, block)?;
        }
        loop {
            let values = self.block_values(bytes, block)?;
            if offset < values {
                break;
            }
            offset -= values;
            block += 1;
        }
        (block < self.blocks).then_some((block, offset as u32))
    }

    /// How many values a block holds.
    fn block_values(&self, bytes: &[u8], block: usize) -> Option<i64> {
        if block >= self.length_count {
            return None;
        }
        u16_at(bytes, self.lengths_at + 2 * block).map(|less_one| i64::from(less_one) + 1)
    }

    /// The value at a place of the block that begins at `start`.
    fn decode(&self, bytes: &[u8], start: usize, mut place: u32) -> Option<u16> {
        let mut bit = 0;
        loop {
            let at = start.checked_add(bit / 8)?;
            // At least 57 bits are valid, and no code is longer than 32.
            let code = code_at(bytes, at) << (bit % 8);
            let number = self
                .lengths
                .iter()
                .position(|length| code >= length.first_code)?;
            let length = &self.lengths[number];
            let bits = usize::from(self.shortest) + number;
            let symbol = (code - length.first_code) >> (64 - bits);
            let symbol = usize::from(length.first_symbol).checked_add(symbol as usize)?;
            let values = self.symbols.get(symbol)?.values;
            if place < values {
                return self.expand(symbol, place);
            }
            place -= values;
            bit += bits;
        }
    }

    /// The value at a place of a symbol.
    fn expand(&self, symbol: usize, mut place: u32) -> Option<u16> {
        let mut symbol = self.symbols.get(symbol)?;
        while symbol.right != LEAF {
            let left = self.symbols.get(usize::from(symbol.left))?;
            symbol = if place < left.values {
                left
            } else {
                place -= left.values;
                self.symbols.get(usize::from(symbol.right))?
            };
        }
        Some(symbol.left)
    }
}

/// The first code of each length, the shortest first. All codes of a length lie above the longer
/// ones, of which two share a prefix of the shorter length.
fn lengths(first_symbols: &[u16], shortest: u8) -> Vec<Length> {
    let mut lengths: Vec<Length> = first_symbols
        .iter()
        .map(|&first_symbol| Length {
            first_code: 0,
            first_symbol,
        })
        .collect();
    let mut longer = 0_u64;
    for number in (0..lengths.len().saturating_sub(1)).rev() {
        let used = i64::from(first_symbols[number]) - i64::from(first_symbols[number + 1]);
        longer = longer.wrapping_add_signed(used) / 2;
        let bits = u32::from(shortest) + number as u32;
        lengths[number].first_code = longer << (64 - bits);
    }
    lengths
}

/// Reads the symbols and counts what each stands for.
fn read_symbols(bytes: &[u8]) -> Result<Vec<Symbol>, Damaged> {
    let mut symbols: Vec<Symbol> = bytes
        .chunks_exact(3)
        .map(|bytes| Symbol {
            left: u16::from(bytes[0]) | u16::from(bytes[1] & 15) << 8,
            right: u16::from(bytes[1] >> 4) | u16::from(bytes[2]) << 4,
            values: 0,
        })
        .collect();
    let mut open = Vec::new();
    for number in 0..symbols.len() {
        open.push(number);
        while let Some(&top) = open.last() {
            let symbol = symbols[top];
            if symbol.values > 0 {
                open.pop();
                continue;
            }
            // Deeper than any tree of these symbols: a symbol contains itself.
            if open.len() > 2 * symbols.len() {
                return Err(Damaged);
            }
            let children = [usize::from(symbol.left), usize::from(symbol.right)];
            if symbol.right == LEAF {
                symbols[top].values = 1;
                continue;
            }
            let mut sum = 0;
            let mut is_complete = true;
            for child in children {
                let values = symbols.get(child).ok_or(Damaged)?.values;
                sum += values;
                if values == 0 {
                    is_complete = false;
                    open.push(child);
                }
            }
            if sum > MAX_VALUES {
                return Err(Damaged);
            }
            if is_complete {
                symbols[top].values = sum;
            }
        }
    }
    Ok(symbols)
}

#[cfg(test)]
mod tests {
    use super::{Damaged, lengths, read_symbols};

    #[test]
    fn pairs_count_their_values_and_must_not_contain_themselves() {
        // A leaf, a pair of it, and a pair of both.
        let symbols = read_symbols(&[7, 0xF0, 0xFF, 0, 0, 0, 0, 0x10, 0]).unwrap();
        assert_eq!(
            symbols.iter().map(|s| s.values).collect::<Vec<_>>(),
            [1, 2, 3]
        );
        assert_eq!(read_symbols(&[0, 0x10, 0, 0, 0, 0]).unwrap_err(), Damaged);
        let own_child = [7, 0xF0, 0xFF, 1, 0, 0];
        assert_eq!(read_symbols(&own_child).unwrap_err(), Damaged);
        assert_eq!(read_symbols(&[9, 0x10, 0]).unwrap_err(), Damaged);
    }

    #[test]
    fn the_longest_codes_are_the_smallest() {
        // Two codes of length 2 (00, 01), one of length 1 (1).
        let lengths = lengths(&[2, 0], 1);
        assert_eq!(lengths[0].first_code, 1 << 63);
        assert_eq!((lengths[1].first_code, lengths[1].first_symbol), (0, 0));
    }
}
