//! CRC-32 as in zlib, PNG and Ethernet: reflected polynomial 0xEDB88320, all ones in and out.
//!
//! Chosen because every language has it. It guards against damage, not against forgery. Sixteen
//! tables take sixteen bytes a step, which is about memory speed for a file of some megabytes.

use std::hint::black_box;

/// Bytes taken in one step, and so the number of tables.
const STEP: usize = 16;

/// `TABLES[n][byte]` is the remainder of `byte` followed by `n` zero bytes.
static TABLES: [[u32; 256]; STEP] = tables();

const fn tables() -> [[u32; 256]; STEP] {
    const POLYNOMIAL: u32 = 0xEDB8_8320;
    let mut tables = [[0; 256]; STEP];
    let mut byte = 0;
    while byte < 256 {
        let mut remainder = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            let carry = remainder & 1;
            remainder = (remainder >> 1) ^ (POLYNOMIAL * carry);
            bit += 1;
        }
        tables[0][byte] = remainder;
        byte += 1;
    }
    let mut zeros = 1;
    while zeros < STEP {
        let mut byte = 0;
        while byte < 256 {
            let shorter = tables[zeros - 1][byte];
            tables[zeros][byte] = (shorter >> 8) ^ tables[0][(shorter & 0xFF) as usize];
            byte += 1;
        }
        zeros += 1;
    }
    tables
}

/// The checksum of some bytes.
pub fn crc32(bytes: &[u8]) -> u32 {
    let (steps, rest) = bytes.as_chunks::<STEP>();
    let mut remainder = u32::MAX;
    for step in steps {
        let (words, _) = step.as_chunks::<4>();
        let word = |index: usize| u32::from_le_bytes(words[index]);
        // Kept apart: sixteen look-ups at once would become vector gathers, four times slower.
        let apart = |index: usize, zeros| black_box(of_word(word(index), zeros));
        remainder = of_word(word(0) ^ remainder, 12) ^ apart(1, 8) ^ apart(2, 4) ^ apart(3, 0);
    }
    for byte in rest {
        let index = (remainder as u8 ^ byte) as usize;
        remainder = (remainder >> 8) ^ TABLES[0][index];
    }
    !remainder
}

/// The remainder of four bytes that are followed by some zeros.
#[inline(always)]
fn of_word(word: u32, zeros: usize) -> u32 {
    let [first, second, third, fourth] = word.to_le_bytes();
    TABLES[zeros + 3][usize::from(first)]
        ^ TABLES[zeros + 2][usize::from(second)]
        ^ TABLES[zeros + 1][usize::from(third)]
        ^ TABLES[zeros][usize::from(fourth)]
}

#[cfg(test)]
mod tests {
    use game::Rng;

    use super::crc32;

    #[test]
    fn known_values() {
        assert_eq!(crc32(b""), 0);
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
        assert_eq!(
            crc32(b"The quick brown fox jumps over the lazy dog"),
            0x414F_A339
        );
    }

    #[test]
    fn table_lookups_match_bitwise_division() {
        let slow = |bytes: &[u8]| {
            let mut remainder = u32::MAX;
            for byte in bytes {
                remainder ^= u32::from(*byte);
                for _ in 0..8 {
                    let carry = remainder & 1;
                    remainder = (remainder >> 1) ^ (0xEDB8_8320 * carry);
                }
            }
            !remainder
        };
        let mut rng = Rng::new(5);
        for length in 0..200 {
            let bytes: Vec<u8> = (0..length).map(|_| rng.next_u64() as u8).collect();
            assert_eq!(crc32(&bytes), slow(&bytes), "{length}");
        }
    }
}
