//! Compresses values as the files store them: frequent pairs become symbols, symbols get a Huffman
//! code, codes fill blocks.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap};

/// The block size and the span of the sparse index.
const BLOCK_LOG: u8 = 6;
const SPAN_LOG: u8 = 9;
/// The most symbols, the most values of one, and those of a block.
const MAX_SYMBOLS: usize = 256;
const MAX_VALUES: u32 = 256;
const MAX_BLOCK_VALUES: u32 = 1 << 15;
/// How many values are paired at a time, and on how many the pairs are chosen.
const CHUNK: usize = 1 << 14;
const SAMPLE: usize = 1 << 20;
const LEAF: u16 = 0xFFF;

/// The four parts of a compressed sub-table, in the order of the file.
pub(super) struct Compressed {
    pub(super) header: Vec<u8>,
    pub(super) index: Vec<u8>,
    pub(super) lengths: Vec<u8>,
    pub(super) blocks: Vec<u8>,
}

/// A symbol: its children (or its value and [`LEAF`]), and how many values it stands for.
#[derive(Clone, Copy)]
struct Symbol {
    left: u16,
    right: u16,
    values: u32,
}

pub(super) fn compress(values: &[u8], flags: u8) -> Compressed {
    let (symbols, stream) = pair(values);
    let lengths = code_lengths(&stream);
    // Symbols with a code come first, those with the longest codes before the others.
    let mut order: Vec<u16> = (0..symbols.len() as u16).collect();
    order.sort_by_key(|symbol| Reverse(lengths.get(symbol).copied().unwrap_or(0)));
    let coded: Vec<u8> = order
        .iter()
        .filter_map(|s| lengths.get(s).copied())
        .collect();
    let (longest, shortest) = (coded[0], coded[coded.len() - 1]);
    let first_symbols: Vec<u16> = (shortest..=longest)
        .map(|bits| coded.iter().filter(|&&other| other > bits).count() as u16)
        .collect();
    let codes = codes(&order, &coded);
    let blocks = fill_blocks(&stream, &symbols, &codes);
    let mut header = vec![flags, BLOCK_LOG, SPAN_LOG, 0];
    header.extend((blocks.values.len() as u32).to_le_bytes());
    header.extend([longest, shortest]);
    header.extend(first_symbols.iter().flat_map(|symbol| symbol.to_le_bytes()));
    header.extend((symbols.len() as u16).to_le_bytes());
    let renumbered = |old: u16| order.iter().take_while(|&&other| other != old).count() as u16;
    for &old in &order {
        let Symbol { left, right, .. } = symbols[usize::from(old)];
        let (left, right) = match right {
            LEAF => (left, LEAF),
            right => (renumbered(left), renumbered(right)),
        };
        header.extend([
            left as u8,
            (left >> 8 | right << 4) as u8,
            (right >> 4) as u8,
        ]);
    }
    if header.len() % 2 == 1 {
        header.push(0);
    }
    Compressed {
        header,
        index: sparse_index(&blocks.values, values.len()),
        lengths: blocks
            .values
            .iter()
            .flat_map(|&values| ((values - 1) as u16).to_le_bytes())
            .collect(),
        blocks: blocks.bytes,
    }
}

/// Values as symbols, which stand for frequent pairs of others.
fn pair(values: &[u8]) -> (Vec<Symbol>, Vec<u16>) {
    let leaves = values.iter().copied().collect::<BTreeSet<u8>>();
    let leaves = Vec::from_iter(leaves);
    let as_leaves = |chunk: &[u8]| {
        let leaf = |value: &u8| leaves.partition_point(|other| other < value) as u16;
        chunk.iter().map(leaf).collect::<Vec<u16>>()
    };
    let step = values.len().div_ceil(SAMPLE);
    let sample = values.chunks(CHUNK).step_by(step).flat_map(as_leaves);
    let symbols = choose_pairs(&leaves, sample.collect());
    let paired = |chunk: &[u8]| {
        let pairs = symbols.iter().zip(0..).skip(leaves.len());
        pairs.fold(as_leaves(chunk), |stream, (symbol, number)| {
            replace(&stream, (symbol.left, symbol.right), number)
        })
    };
    let stream = values.chunks(CHUNK).flat_map(paired).collect();
    (symbols, stream)
}

/// The leaves, and a symbol for the most frequent pair as long as that helps.
fn choose_pairs(leaves: &[u8], mut stream: Vec<u16>) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> = leaves
        .iter()
        .map(|&value| Symbol {
            left: u16::from(value),
            right: LEAF,
            values: 1,
        })
        .collect();
    while symbols.len() < MAX_SYMBOLS {
        let mut counts = vec![0_u32; MAX_SYMBOLS * MAX_SYMBOLS];
        for pair in stream.windows(2) {
            counts[usize::from(pair[0]) * MAX_SYMBOLS + usize::from(pair[1])] += 1;
        }
        let values = |(left, right): (u16, u16)| {
            symbols[usize::from(left)].values + symbols[usize::from(right)].values
        };
        let pairs =
            (0..).map(|pair: usize| ((pair / MAX_SYMBOLS) as u16, (pair % MAX_SYMBOLS) as u16));
        let best = pairs
            .zip(counts)
            .filter(|&(pair, count)| count > 8 && values(pair) <= MAX_VALUES)
            .max_by_key(|&(pair, count)| (count, Reverse(pair)));
        let Some((best, _)) = best else { break };
        let symbol = symbols.len() as u16;
        symbols.push(Symbol {
            left: best.0,
            right: best.1,
            values: values(best),
        });
        stream = replace(&stream, best, symbol);
    }
    symbols
}

fn replace(stream: &[u16], pair: (u16, u16), symbol: u16) -> Vec<u16> {
    let mut replaced = Vec::with_capacity(stream.len());
    let mut rest = stream;
    while let Some((&first, others)) = rest.split_first() {
        if first == pair.0 && others.first() == Some(&pair.1) {
            replaced.push(symbol);
            rest = &others[1..];
        } else {
            replaced.push(first);
            rest = others;
        }
    }
    replaced
}

/// The lengths of a Huffman code, by symbol.
fn code_lengths(stream: &[u16]) -> BTreeMap<u16, u8> {
    let mut counts: BTreeMap<u16, u64> = BTreeMap::new();
    for &symbol in stream {
        *counts.entry(symbol).or_default() += 1;
    }
    let mut heap: BinaryHeap<_> = counts
        .into_iter()
        .map(|(symbol, count)| Reverse((count, vec![symbol])))
        .collect();
    let mut lengths = BTreeMap::new();
    if heap.len() == 1 {
        lengths.extend(heap.pop().into_iter().map(|Reverse((_, one))| (one[0], 1)));
        return lengths;
    }
    while let (Some(Reverse(first)), Some(Reverse(second))) = (heap.pop(), heap.pop()) {
        let mut joined = first.1;
        joined.extend(second.1);
        for &symbol in &joined {
            *lengths.entry(symbol).or_default() += 1;
        }
        if heap.is_empty() {
            break;
        }
        heap.push(Reverse((first.0 + second.0, joined)));
    }
    lengths
}

/// The canonical code of each symbol and its bits: the longest from zero up.
fn codes(order: &[u16], coded: &[u8]) -> HashMap<u16, (u64, u8)> {
    let mut code = 0_u64;
    let mut last = coded[0];
    let mut codes = HashMap::new();
    for (&symbol, &bits) in order.iter().zip(coded) {
        code >>= last - bits;
        codes.insert(symbol, (code, bits));
        (code, last) = (code + 1, bits);
    }
    codes
}

struct Blocks {
    bytes: Vec<u8>,
    /// How many values each block holds.
    values: Vec<u32>,
}

fn fill_blocks(stream: &[u16], symbols: &[Symbol], codes: &HashMap<u16, (u64, u8)>) -> Blocks {
    let size = 1_usize << BLOCK_LOG;
    let mut blocks = Blocks {
        bytes: Vec::new(),
        values: Vec::new(),
    };
    let (mut bit, mut held) = (8 * size, 0);
    for symbol in stream {
        let (code, bits) = codes[symbol];
        let values = symbols[usize::from(*symbol)].values;
        if bit + usize::from(bits) > 8 * size || held + values > MAX_BLOCK_VALUES {
            blocks.bytes.resize(blocks.bytes.len() + size, 0);
            blocks.values.push(0);
            (bit, held) = (0, 0);
        }
        let start = blocks.bytes.len() - size;
        for shift in (0..bits).rev() {
            if code >> shift & 1 == 1 {
                blocks.bytes[start + bit / 8] |= 0x80 >> (bit % 8);
            }
            bit += 1;
        }
        held += values;
        blocks.values.pop();
        blocks.values.push(held);
    }
    blocks
}

/// Block and offset of the value in the middle of each span.
fn sparse_index(block_values: &[u32], values: usize) -> Vec<u8> {
    let span = 1_usize << SPAN_LOG;
    let mut index = Vec::new();
    let (mut block, mut start) = (0, 0);
    for middle in (0..values.div_ceil(span)).map(|entry| entry * span + span / 2) {
        while block + 1 < block_values.len() && middle - start >= block_values[block] as usize {
            start += block_values[block] as usize;
            block += 1;
        }
        index.extend((block as u32).to_le_bytes());
        index.extend(((middle - start) as u16).to_le_bytes());
    }
    index
}
