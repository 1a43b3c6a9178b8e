//! The offsets of the blocks of a file: from its index or, if that is missing or damaged, by scanning
//! the blocks.
//!
//! The index follows the last block: magic, count, entries (block headers with their offsets),
//! checksum, its own offset, and a second magic as the file's last bytes.

use super::block::{self, BlockHeader, HEADER_BYTES};
use super::error::Damage;

const INDEX_MAGIC: [u8; 8] = *b"QGINDEX\n";
const END_MAGIC: [u8; 8] = *b"QGEND\r\n\n";
const ENTRY_BYTES: usize = 8 + HEADER_BYTES;
/// Both magics, count, checksum and offset.
const FRAME_BYTES: usize = 8 + 4 + 4 + 8 + 8;

/// A block and its offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) offset: u64,
    pub(super) header: BlockHeader,
}

impl Entry {
    /// The end of the block.
    pub(super) const fn end(&self) -> u64 {
        self.offset + self.header.total_bytes() as u64
    }
}

/// The blocks of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// The complete blocks. Their contents have not been checked.
    pub(super) entries: Vec<Entry>,
    /// Parts that are neither blocks nor the index.
    pub(super) damage: Vec<Damage>,
    /// The end of the last complete block, where the next one goes.
    pub(super) end: u64,
    /// Whether a valid index was found.
    pub(super) indexed: bool,
}

/// The number of the block that comes after these.
pub(super) fn next_number(entries: &[Entry]) -> u32 {
    entries.last().map_or(0, |entry| entry.header.number + 1)
}

impl Layout {
    /// Finds the blocks of a file whose header ends at `start`.
    pub(super) fn find(bytes: &[u8], start: usize) -> Self {
        Self::from_index(bytes, start).unwrap_or_else(|| Self::scan(bytes, start))
    }

    /// The number of the next block.
    pub(super) fn next_number(&self) -> u32 {
        next_number(&self.entries)
    }

    fn from_index(bytes: &[u8], start: usize) -> Option<Self> {
        let (body, tail) = bytes.split_last_chunk::<16>()?;
        if tail[8..] != END_MAGIC {
            return None;
        }
        let offset = u64::from_le_bytes(*tail.first_chunk()?);
        let index = body.get(usize::try_from(offset).ok()?..)?;
        let (index, checksum) = index.split_last_chunk()?;
        if crc32fast::hash(index) != u32::from_le_bytes(*checksum) {
            return None;
        }
        let (count, entries) = index.strip_prefix(&INDEX_MAGIC)?.split_first_chunk()?;
        let entries: Vec<Entry> = entries
            .chunks_exact(ENTRY_BYTES)
            .filter_map(read_entry)
            .collect();
        let is_sound = entries.len() == u32::from_le_bytes(*count) as usize
            && entries.iter().all(|entry| entry.end() <= offset);
        is_sound.then(|| Self {
            end: entries.last().map_or(start as u64, Entry::end),
            entries,
            damage: Vec::new(),
            indexed: true,
        })
    }

    fn scan(bytes: &[u8], start: usize) -> Self {
        let mut layout = Self {
            entries: Vec::new(),
            damage: Vec::new(),
            end: start as u64,
            indexed: false,
        };
        let mut at = start;
        while at < bytes.len() && !bytes[at..].starts_with(&INDEX_MAGIC) {
            match BlockHeader::read(&bytes[at..]) {
                Some(header) if header.total_bytes() <= bytes.len() - at => {
                    let offset = at as u64;
                    layout.entries.push(Entry { offset, header });
                    at += header.total_bytes();
                    layout.end = at as u64;
                }
                Some(header) => {
                    layout.add_damage(header.number, at, "it is truncated".to_owned());
                    break;
                }
                None => {
                    let next = next_part(bytes, at + 1);
                    let skipped = next - at;
                    let number = layout.next_number();
                    layout.add_damage(number, at, format!("{skipped} bytes are not a block"));
                    at = next;
                }
            }
        }
        layout
    }

    fn add_damage(&mut self, block: u32, at: usize, reason: String) {
        self.damage.push(Damage {
            block,
            offset: at as u64,
            reason,
        });
    }
}

/// The offset of the next block or the index, or the end of the file.
fn next_part(bytes: &[u8], from: usize) -> usize {
    let is_part = |at: &usize| {
        let rest = &bytes[*at..];
        rest.starts_with(&INDEX_MAGIC)
            || rest.starts_with(&block::MAGIC) && BlockHeader::read(rest).is_some()
    };
    (from..bytes.len()).find(is_part).unwrap_or(bytes.len())
}

fn read_entry(bytes: &[u8]) -> Option<Entry> {
    let (offset, header) = bytes.split_first_chunk()?;
    Some(Entry {
        offset: u64::from_le_bytes(*offset),
        header: BlockHeader::read(header)?,
    })
}

/// The index as bytes, for this offset in the file.
pub(super) fn index_bytes(entries: &[Entry], offset: u64) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(FRAME_BYTES + entries.len() * ENTRY_BYTES);
    bytes.extend_from_slice(&INDEX_MAGIC);
    bytes.extend_from_slice(&(entries.len() as u32).to_le_bytes());
    for entry in entries {
        bytes.extend_from_slice(&entry.offset.to_le_bytes());
        bytes.extend_from_slice(&entry.header.to_bytes());
    }
    let checksum = crc32fast::hash(&bytes);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    bytes.extend_from_slice(&offset.to_le_bytes());
    bytes.extend_from_slice(&END_MAGIC);
    bytes
}

#[cfg(test)]
mod tests {
    use super::{BlockHeader, Entry, Layout, index_bytes};

    const START: usize = 10;

    /// A file of blocks with these payload lengths, and its blocks.
    fn file(lengths: &[u32]) -> (Vec<u8>, Vec<Entry>) {
        let mut bytes = vec![b'h'; START];
        let mut entries = Vec::new();
        for (number, &payload_bytes) in (0..).zip(lengths) {
            let header = BlockHeader {
                number,
                payload_bytes,
                ..BlockHeader::default()
            };
            let offset = bytes.len() as u64;
            entries.push(Entry { offset, header });
            bytes.extend_from_slice(&header.to_bytes());
            bytes.resize(bytes.len() + payload_bytes as usize, 0xAA);
        }
        (bytes, entries)
    }

    #[test]
    fn index_and_scan_agree() {
        let (mut bytes, entries) = file(&[5, 0, 700]);
        let walked = Layout::find(&bytes, START);
        assert!(!walked.indexed && walked.damage.is_empty());
        assert_eq!(
            (&walked.entries, walked.end),
            (&entries, bytes.len() as u64)
        );
        assert_eq!(walked.next_number(), 3);
        bytes.extend(index_bytes(&entries, bytes.len() as u64));
        let indexed = Layout::find(&bytes, START);
        assert!(indexed.indexed);
        assert_eq!((&indexed.entries, indexed.end), (&entries, walked.end));
        // With a damaged index the blocks are found by the scan.
        let last = bytes.len() - 30;
        bytes[last] ^= 1;
        assert_eq!(Layout::find(&bytes, START), walked);
    }

    #[test]
    fn truncation_loses_only_the_last_block() {
        let (bytes, entries) = file(&[5, 20, 30]);
        let last = usize::try_from(entries[2].offset).unwrap();
        for cut in last + 1..bytes.len() {
            let layout = Layout::find(&bytes[..cut], START);
            assert_eq!(layout.entries, entries[..2]);
            assert_eq!(layout.end, last as u64);
            assert_eq!((layout.damage.len(), layout.damage[0].block), (1, 2));
        }
    }

    #[test]
    fn a_damaged_header_loses_only_its_block() {
        let (mut bytes, entries) = file(&[5, 20, 30]);
        let middle = usize::try_from(entries[1].offset).unwrap();
        bytes[middle + 9] ^= 4;
        let layout = Layout::find(&bytes, START);
        assert_eq!(layout.entries, [entries[0], entries[2]]);
        assert_eq!(
            layout.damage[0].to_string(),
            format!("block 1 at byte {middle}: 60 bytes are not a block")
        );
        assert_eq!(layout.next_number(), 3);
    }
}
