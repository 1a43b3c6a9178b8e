//! The offsets of the blocks of a file: from its index or, if that is missing or damaged, by scanning
//! the blocks.
//!
//! The index follows the last block: magic, count, entries (block headers with their offsets),
//! checksum, its own offset, and a second magic as the file's last bytes.

use std::io::{self, Read, Seek, SeekFrom};

use super::block::{self, BlockHeader, HEADER_BYTES};
use super::error::Damage;
use super::read_at;

const INDEX_MAGIC: [u8; 8] = *b"QGINDEX\n";
const END_MAGIC: [u8; 8] = *b"QGEND\r\n\n";
const ENTRY_BYTES: usize = 8 + HEADER_BYTES;
/// Both magics, count, checksum and offset.
const FRAME_BYTES: usize = 8 + 4 + 4 + 8 + 8;
/// The last bytes of a file with an index: its offset and the second magic.
const TAIL_BYTES: usize = 16;
/// The largest index that is read: of 1.4 million blocks. Blocks of a larger file are scanned.
const MAX_INDEX_BYTES: u64 = 1 << 26;
/// How much is searched at a time for the next block after damage.
const SEARCH_BYTES: usize = 1 << 20;

/// A block and its offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) offset: u64,
    pub(super) header: BlockHeader,
}

impl Entry {
    /// The end of the block.
    pub(super) const fn end(&self) -> u64 {
        self.offset.saturating_add(self.header.total_bytes() as u64)
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
    entries
        .last()
        .map_or(0, |entry| entry.header.number.wrapping_add(1))
}

impl Layout {
    /// Finds the blocks of a file whose header ends at `start`.
    pub(super) fn find(file: &mut (impl Read + Seek), start: u64) -> io::Result<Self> {
        let length = file.seek(SeekFrom::End(0))?;
        match Self::from_index(file, start, length)? {
            Some(layout) => Ok(layout),
            None => Self::scan(file, start, length),
        }
    }

    /// The number of the next block.
    pub(super) fn next_number(&self) -> u32 {
        next_number(&self.entries)
    }

    fn from_index(
        file: &mut (impl Read + Seek),
        start: u64,
        length: u64,
    ) -> io::Result<Option<Self>> {
        let tail = read_at(file, length.saturating_sub(TAIL_BYTES as u64), TAIL_BYTES)?;
        let offset = match tail.split_first_chunk() {
            Some((offset, magic)) if magic == END_MAGIC => u64::from_le_bytes(*offset),
            _ => return Ok(None),
        };
        let bytes = length.saturating_sub(offset);
        if bytes > MAX_INDEX_BYTES {
            return Ok(None);
        }
        let index = read_at(file, offset, bytes as usize)?;
        Ok(read_index(&index, offset).map(|entries| Self {
            end: entries.last().map_or(start, Entry::end),
            entries,
            damage: Vec::new(),
            indexed: true,
        }))
    }

    fn scan(file: &mut (impl Read + Seek), start: u64, length: u64) -> io::Result<Self> {
        let mut layout = Self {
            entries: Vec::new(),
            damage: Vec::new(),
            end: start,
            indexed: false,
        };
        let mut at = start;
        while at < length {
            let bytes = read_at(file, at, HEADER_BYTES)?;
            if bytes.starts_with(&INDEX_MAGIC) {
                break;
            }
            match BlockHeader::read(&bytes) {
                Some(header) if header.total_bytes() as u64 <= length - at => {
                    layout.entries.push(Entry { offset: at, header });
                    at += header.total_bytes() as u64;
                    layout.end = at;
                }
                Some(header) => {
                    layout.add_damage(header.number, at, "it is truncated".to_owned());
                    break;
                }
                None => {
                    let next = next_part(file, at + 1, length)?;
                    let skipped = next - at;
                    let number = layout.next_number();
                    layout.add_damage(number, at, format!("{skipped} bytes are not a block"));
                    at = next;
                }
            }
        }
        Ok(layout)
    }

    fn add_damage(&mut self, block: u32, offset: u64, reason: String) {
        self.damage.push(Damage {
            block,
            offset,
            reason,
        });
    }
}

/// The entries of an index at this offset, if it is sound.
fn read_index(bytes: &[u8], offset: u64) -> Option<Vec<Entry>> {
    let (index, _) = bytes.split_last_chunk::<TAIL_BYTES>()?;
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
    is_sound.then_some(entries)
}

/// The offset of the next block or the index, or the end of the file.
fn next_part(file: &mut (impl Read + Seek), mut from: u64, length: u64) -> io::Result<u64> {
    loop {
        let bytes = read_at(file, from, SEARCH_BYTES)?;
        let is_part = |at: &usize| {
            let rest = &bytes[*at..];
            rest.starts_with(&INDEX_MAGIC)
                || rest.starts_with(&block::MAGIC) && BlockHeader::read(rest).is_some()
        };
        if let Some(at) = (0..bytes.len()).find(is_part) {
            return Ok(from + at as u64);
        }
        if bytes.len() < SEARCH_BYTES {
            return Ok(length.max(from));
        }
        // A header may begin in the last bytes.
        from += (SEARCH_BYTES - HEADER_BYTES) as u64;
    }
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
    use std::io::Cursor;

    use super::{BlockHeader, Entry, Layout, SEARCH_BYTES, index_bytes};

    const START: usize = 10;

    fn find(bytes: &[u8]) -> Layout {
        Layout::find(&mut Cursor::new(bytes), START as u64).expect("memory can be read")
    }

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
        let walked = find(&bytes);
        assert!(!walked.indexed && walked.damage.is_empty());
        assert_eq!(
            (&walked.entries, walked.end),
            (&entries, bytes.len() as u64)
        );
        assert_eq!(walked.next_number(), 3);
        bytes.extend(index_bytes(&entries, bytes.len() as u64));
        let indexed = find(&bytes);
        assert!(indexed.indexed);
        assert_eq!((&indexed.entries, indexed.end), (&entries, walked.end));
        // With a damaged index the blocks are found by the scan.
        let last = bytes.len() - 30;
        bytes[last] ^= 1;
        assert_eq!(find(&bytes), walked);
    }

    #[test]
    fn truncation_loses_only_the_last_block() {
        let (bytes, entries) = file(&[5, 20, 30]);
        let last = usize::try_from(entries[2].offset).unwrap();
        for cut in last + 1..bytes.len() {
            let layout = find(&bytes[..cut]);
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
        let layout = find(&bytes);
        assert_eq!(layout.entries, [entries[0], entries[2]]);
        assert_eq!(
            layout.damage[0].to_string(),
            format!("block 1 at byte {middle}: 60 bytes are not a block")
        );
        assert_eq!(layout.next_number(), 3);
    }

    #[test]
    fn a_block_is_found_behind_long_damage() {
        let (bytes, entries) = file(&[30]);
        for damaged in [
            SEARCH_BYTES - 60,
            SEARCH_BYTES - 20,
            SEARCH_BYTES,
            3 * SEARCH_BYTES,
        ] {
            let hurt = [&bytes[..START], &vec![7; damaged], &bytes[START..]].concat();
            let offset = (START + damaged) as u64;
            assert_eq!(
                find(&hurt).entries,
                [Entry {
                    offset,
                    ..entries[0]
                }]
            );
        }
    }

    #[test]
    fn an_index_that_points_outside_of_the_file_is_not_used() {
        let (bytes, entries) = file(&[5, 20]);
        let at = bytes.len() as u64;
        for offset in [at, at - 20, u64::MAX - 10, u64::MAX] {
            let wild = [
                entries[0],
                Entry {
                    offset,
                    ..entries[1]
                },
            ];
            let layout = find(&[&bytes[..], &index_bytes(&wild, at)].concat());
            assert!(!layout.indexed, "{offset}");
            assert_eq!(layout.entries, entries);
        }
        for offset in [0, 3, at - 1, at + 1, u64::MAX] {
            let layout = find(&[&bytes[..], &index_bytes(&entries, offset)].concat());
            assert_eq!(
                (layout.indexed, layout.entries),
                (false, entries.clone()),
                "{offset}"
            );
        }
    }
}
