//! The block header: 40 bytes with sizes, counts and checksums.

use chess::GameResult;

/// The first bytes of a block.
pub(super) const MAGIC: [u8; 4] = *b"QGBL";
/// The size of the header.
pub(super) const HEADER_BYTES: usize = 40;

/// The header of a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlockHeader {
    /// The block's number in its file, from 0.
    pub number: u32,
    /// The size of the payload.
    pub payload_bytes: u32,
    /// The number of games.
    pub games: u32,
    /// The number of plies.
    pub plies: u32,
    pub white_wins: u32,
    pub draws: u32,
    pub black_wins: u32,
    /// CRC-32 of the payload.
    pub(super) payload_checksum: u32,
}

impl BlockHeader {
    /// Counts a game.
    pub(super) fn count(&mut self, result: GameResult, plies: u32) {
        self.games += 1;
        self.plies += plies;
        match result {
            GameResult::WhiteWins => self.white_wins += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::BlackWins => self.black_wins += 1,
            GameResult::Unknown => {}
        }
    }

    /// The size of header and payload.
    pub(super) const fn total_bytes(&self) -> usize {
        HEADER_BYTES + self.payload_bytes as usize
    }

    /// The header as bytes.
    pub(super) fn to_bytes(self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        bytes[..4].copy_from_slice(&MAGIC);
        let fields = [
            self.number,
            self.payload_bytes,
            self.games,
            self.plies,
            self.white_wins,
            self.draws,
            self.black_wins,
            self.payload_checksum,
        ];
        for (slot, field) in bytes[4..36].chunks_exact_mut(4).zip(fields) {
            slot.copy_from_slice(&field.to_le_bytes());
        }
        let checksum = crc32fast::hash(&bytes[..36]);
        bytes[36..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads a header at the start of these bytes, if there is a valid one.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let bytes: &[u8; HEADER_BYTES] = bytes.first_chunk()?;
        let field = |index: usize| {
            let at = 4 * index;
            u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
        };
        let is_sound = bytes[..4] == MAGIC && crc32fast::hash(&bytes[..36]) == field(9);
        is_sound.then(|| Self {
            number: field(1),
            payload_bytes: field(2),
            games: field(3),
            plies: field(4),
            white_wins: field(5),
            draws: field(6),
            black_wins: field(7),
            payload_checksum: field(8),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::BlockHeader;
    use chess::GameResult;

    #[test]
    fn headers_round_trip_and_every_flipped_bit_is_detected() {
        let mut header = BlockHeader {
            number: 7,
            payload_bytes: 123_456,
            payload_checksum: 0xDEAD_BEEF,
            ..BlockHeader::default()
        };
        header.count(GameResult::WhiteWins, 90);
        header.count(GameResult::Unknown, 10);
        assert_eq!((header.games, header.plies, header.white_wins), (2, 100, 1));
        let bytes = header.to_bytes();
        assert_eq!(BlockHeader::read(&bytes), Some(header));
        assert_eq!(BlockHeader::read(&bytes[..39]), None);
        for bit in 0..8 * bytes.len() {
            let mut damaged = bytes;
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(BlockHeader::read(&damaged), None, "bit {bit}");
        }
    }
}
