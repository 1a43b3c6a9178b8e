//! Magic bitboards: slider attacks by multiplication, for CPUs without a fast PEXT.
//!
//! Multiplying the relevant occupied squares by a square's magic number brings them, collision-free
//! or with harmless collisions, into the top bits of the product. The numbers were found by trial
//! with sparse random candidates; one that does not work fails to compile.

use super::sliders::{BISHOP_ENTRIES, BISHOP_SLOTS, ROOK_ENTRIES, ROOK_SLOTS, Slot, fill_subsets};
use super::{BISHOP_DIRECTIONS, ROOK_DIRECTIONS};
use crate::types::bitboard::Bitboard;
use crate::types::square::Square;

/// Where in a square's part of the table the attacks for some occupied squares are.
#[inline(always)]
const fn position(mask: u64, magic: u64, occupied: u64) -> usize {
    ((occupied & mask).wrapping_mul(magic) >> (64 - mask.count_ones())) as usize
}

/// The most subsets that one square has.
const MOST_SUBSETS: usize = 4096;

const fn fill<const N: usize>(
    slots: &[Slot; 64],
    magics: &[u64; 64],
    directions: &[(i8, i8)],
) -> [Bitboard; N] {
    let mut table = [Bitboard::EMPTY; N];
    let mut index = 0;
    while index < 64 {
        let Slot { mask, offset } = slots[index];
        let mut attacks = [Bitboard::EMPTY; MOST_SUBSETS];
        fill_subsets(Square::from_index(index), directions, &mut attacks, 0);
        let mut subset = 0_u64;
        let mut number = 0;
        loop {
            let entry = offset as usize + position(mask, magics[index], subset);
            let is_free = table[entry].is_empty() || table[entry].0 == attacks[number].0;
            assert!(is_free, "not a magic number");
            table[entry] = attacks[number];
            number += 1;
            subset = subset.wrapping_sub(mask) & mask;
            if subset == 0 {
                break;
            }
        }
        index += 1;
    }
    table
}

static BISHOP: [Bitboard; BISHOP_ENTRIES] = fill(&BISHOP_SLOTS, &BISHOP_MAGICS, &BISHOP_DIRECTIONS);
static ROOK: [Bitboard; ROOK_ENTRIES] = fill(&ROOK_SLOTS, &ROOK_MAGICS, &ROOK_DIRECTIONS);

#[inline(always)]
pub(super) fn bishop_entry(square: Square, occupied: Bitboard) -> Bitboard {
    let Slot { mask, offset } = BISHOP_SLOTS[square.index()];
    BISHOP[offset as usize + position(mask, BISHOP_MAGICS[square.index()], occupied.0)]
}

#[inline(always)]
pub(super) fn rook_entry(square: Square, occupied: Bitboard) -> Bitboard {
    let Slot { mask, offset } = ROOK_SLOTS[square.index()];
    ROOK[offset as usize + position(mask, ROOK_MAGICS[square.index()], occupied.0)]
}

#[rustfmt::skip]
const BISHOP_MAGICS: [u64; 64] = [
    0x0C20_0801_0110_2200, 0x0320_2440_8204_400C, 0x4009_8401_0200_0000, 0x0084_4040_8280_0000,
    0x4134_0421_4080_8020, 0x8840_8230_4100_CC20, 0x8104_0101_08A0_0000, 0x8004_206F_0808_4000,
    0x0040_0820_9116_0200, 0x0100_2002_0082_0880, 0x0318_4202_0202_2808, 0x4100_0808_4100_1020,
    0x0000_0404_2020_0021, 0x2041_2101_2010_2010, 0x00C2_4601_1421_0404, 0x0000_8684_0092_1000,
    0x0040_1460_0244_0160, 0x1410_0044_1032_8708, 0x0010_0888_01B1_2120, 0x4408_0001_0411_0200,
    0x3001_0218_2008_08A0, 0x0425_0002_9000_9001, 0x0262_8004_0649_1042, 0x2020_8009_0088_0100,
    0x0020_9000_A082_0200, 0x0130_9000_1A06_1220, 0x4805_0440_3000_4A04, 0x0800_8400_0802_1060,
    0x0032_8400_1080_2001, 0x8004_0500_0090_0880, 0x010E_0080_8200_B010, 0x0805_0200_005A_0080,
    0x0204_0404_0220_A104, 0x0500_9044_1010_0400, 0x0089_0041_0108_0800, 0x0000_0200_8028_0081,
    0x0060_0204_0009_8028, 0x0009_0C08_0801_0100, 0x0281_9404_0029_1100, 0x0004_1040_4040_8400,
    0x0000_82D0_1002_4001, 0x081E_00B0_8400_0801, 0xA048_6200_3200_1000, 0x0000_1602_1404_0200,
    0x0200_4001_2200_0C11, 0x0010_0210_0108_0C10, 0x4104_8800_840A_0104, 0x1850_2140_4080_0500,
    0x8200_8808_0210_0010, 0x0680_248C_2420_0408, 0x1000_0025_0848_0040, 0x4001_0020_8404_40A2,
    0x8090_0110_8202_200A, 0x4E00_1120_420C_2000, 0x0011_1041_2104_0006, 0x0020_8444_1440_4000,
    0x7002_0104_0202_0200, 0x0002_C444_1208_0200, 0x0090_8040_2402_4804, 0x0001_0000_0D08_4800,
    0x08A0_5031_1002_0204, 0x0400_1008_0808_0820, 0x0004_08A0_E800_A108, 0x0410_0244_A106_0204,
];

#[rustfmt::skip]
const ROOK_MAGICS: [u64; 64] = [
    0x0080_00B0_2440_0A80, 0x0040_1000_4000_2000, 0x0180_09A0_0080_1000, 0x0200_0806_0040_1120,
    0x0680_2800_8002_2400, 0x0200_0200_0104_9008, 0x0880_0080_0200_0100, 0x0E00_0029_0480_4402,
    0x0000_8020_8000_4000, 0x0080_C010_0140_2002, 0xA240_8080_1000_2000, 0xC111_0021_0010_0008,
    0x4001_0005_0010_0802, 0x0001_0004_0100_0208, 0x8404_0042_0804_1081, 0x0801_0003_0024_8A42,
    0x2000_2080_0080_400C, 0x4110_0040_2000_4008, 0x0000_8880_2000_1000, 0x2508_0080_8008_1000,
    0x0088_0080_0400_0A80, 0x0004_8080_0200_0401, 0x0002_0400_1061_0822, 0x2008_A200_1080_4114,
    0x5040_0040_8000_8021, 0x0010_0048_4000_2000, 0x0018_4022_0014_8200, 0x8800_1000_8080_0800,
    0x0004_0180_8005_0800, 0x0243_0003_0008_0400, 0x0402_5014_0008_0201, 0x00B1_809A_0004_4405,
    0x0620_8040_0080_0028, 0x2001_0080_2300_4000, 0x000A_0080_1200_4020, 0x2081_0802_8480_1000,
    0x0000_8004_0080_0802, 0x0042_8002_0180_1400, 0x80A5_4108_2400_0230, 0x4408_0642_8200_0904,
    0x0000_8000_4000_8020, 0x00D0_4000_2000_8080, 0x3801_0020_0041_0010, 0x030D_0010_000D_0020,
    0x0004_0408_0101_0010, 0x4004_0002_0100_4040, 0x0000_3001_4864_0002, 0x1000_0040_8102_0004,
    0x0000_2080_0040_1880, 0x0010_0040_0020_0040, 0x0000_408A_1022_0200, 0x9408_0086_0810_0080,
    0x0000_1005_0008_0100, 0x0002_0200_8004_0080, 0x1008_2248_3001_0400, 0x0805_2300_C403_A600,
    0x1048_1080_0221_0043, 0x0800_1440_0081_0023, 0x2201_0008_1040_2001, 0x2010_0010_0904_2101,
    0x0021_0008_0030_2205, 0x0003_0006_8804_000B, 0x0000_5802_0C91_1004, 0x8003_0000_2200_5081,
];
