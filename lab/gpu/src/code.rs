//! The device's code for a game: the same sources for NVRTC and, compiled by the build script, for the emulation.

use crate::abi::{Device, MoveList, PackedPosition};

/// The code of a game.
#[derive(Debug)]
pub struct DeviceCode {
    /// For NVRTC, to be concatenated in this order; as `emulation.c` includes them, and `cuda.h`.
    pub sources: [&'static str; SOURCE_NAMES.len() + 1],
    /// The constants of the rules, in the order of the game's `rules.h`.
    pub tables: fn() -> Vec<u64>,
    /// The emulation with the lanes as loops.
    pub loops: &'static Functions,
    /// The emulation with the lanes as fibers.
    #[cfg(fibers)]
    pub fibers: &'static Functions,
}

/// What `emulation.c` gives of a compilation.
#[derive(Debug)]
#[repr(C)]
pub struct Functions {
    pub play: unsafe extern "C" fn(*const Device, i64),
    pub perft: unsafe extern "C" fn(*const Device, *const PackedPosition, u32, u32, *mut u64),
    pub legal_moves: unsafe extern "C" fn(*const Device, *const PackedPosition, u32, *mut MoveList),
    pub evaluations: unsafe extern "C" fn(*const Device, *const PackedPosition, u32, *mut i32),
    memory_bytes: extern "C" fn(u32, u32) -> u64,
    shared_bytes: extern "C" fn(u32) -> u64,
    tables_bytes: extern "C" fn() -> u64,
    layout: extern "C" fn(u64) -> u64,
}

impl DeviceCode {
    /// Bytes of a warp's memory on the device.
    pub fn memory_bytes(&self, words: u32, table_bits: u32) -> usize {
        (self.loops.memory_bytes)(words, table_bits) as usize
    }

    /// Bytes of a warp's shared memory.
    pub fn shared_bytes(&self, words: u32) -> usize {
        (self.loops.shared_bytes)(words) as usize
    }

    /// Bytes of the tables.
    pub fn tables_bytes(&self) -> usize {
        (self.loops.tables_bytes)() as usize
    }
}

/// The sources without `cuda.h`. Those of the game are in its folder.
pub const SOURCE_NAMES: [&str; 15] = [
    "abi.h",
    "lanes.h",
    "rules.h",
    "warp.h",
    "board.h",
    "see.h",
    "generate.h",
    "repetition.h",
    "draws.h",
    "inputs.h",
    "moves.h",
    "evaluation.h",
    "search.h",
    "game.h",
    "kernels.h",
];

/// The [`DeviceCode`] of a game by the name of its folder, and the function that gives its tables.
macro_rules! device_code {
    ($game:literal, $tables:path) => {{
        unsafe extern "C" {
            #[link_name = concat!("quietus_gpu_", $game, "_loops")]
            safe static LOOPS: $crate::code::Functions;
            #[cfg(fibers)]
            #[link_name = concat!("quietus_gpu_", $game, "_fibers")]
            safe static FIBERS: $crate::code::Functions;
        }
        $crate::code::DeviceCode {
            sources: [
                include_str!("../device/abi.h"),
                include_str!("../device/lanes.h"),
                include_str!(concat!("../device/", $game, "/rules.h")),
                include_str!("../device/warp.h"),
                include_str!(concat!("../device/", $game, "/board.h")),
                include_str!(concat!("../device/", $game, "/see.h")),
                include_str!(concat!("../device/", $game, "/generate.h")),
                include_str!("../device/repetition.h"),
                include_str!(concat!("../device/", $game, "/draws.h")),
                include_str!(concat!("../device/", $game, "/inputs.h")),
                include_str!("../device/moves.h"),
                include_str!("../device/evaluation.h"),
                include_str!("../device/search.h"),
                include_str!("../device/game.h"),
                include_str!("../device/kernels.h"),
                include_str!("../device/cuda.h"),
            ],
            tables: $tables,
            loops: &LOOPS,
            #[cfg(fibers)]
            fibers: &FIBERS,
        }
    }};
}
pub(crate) use device_code;

#[cfg(test)]
mod tests {
    use std::mem::offset_of;

    use game::Score;

    use super::{DeviceCode, SOURCE_NAMES};
    use crate::abi::*;
    use crate::game::for_all_games;

    /// The size of a structure and the offsets of its fields.
    macro_rules! layout {
        ($type:ty: $($field:ident),*) => {
            vec![size_of::<$type>(), $(offset_of!($type, $field)),*]
        };
    }

    #[test]
    fn structures_are_laid_out_as_in_c() {
        let expected = [
            layout!(PackedPosition: pieces, extra, ply, clock, side, en_passant),
            layout!(Start: candidates, played_out, positions),
            layout!(NodeLimits: hard),
            layout!(Settings: verification, cut, win_score, win_plies, draw_score, draw_plies,
                draw_from_ply, max_plies, table_bits),
            layout!(GamePly: score),
            layout!(Counters: written, nodes, plies),
            layout!(Device: feature_weights, feature_biases, output_weights, output_biases, counters,
                starts, ring, memory, start_mask, ring_mask, filled, drained, warps, words, qa, qb,
                eval_scale, mirrored, bucket_of, settings),
            layout!(MoveList: moves),
            vec![CANDIDATES, LONGEST_GAME, CELL, HEADER_CELLS, BLOCK_WARPS],
            vec![Ending::ALL.len() - 1],
            [Score::mate_in(0), Score::INFINITE, Score::MAX_EVALUATION]
                .map(|score| score.raw() as usize)
                .to_vec(),
        ]
        .concat();
        for code in codes() {
            let numbers = (0..=expected.len()).map(|i| (code.loops.layout)(i as u64));
            // After the last number comes the end.
            let numbers: Vec<u64> = numbers.collect();
            let expected = expected.iter().map(|&number| number as u64);
            assert_eq!(numbers, expected.chain([u64::MAX]).collect::<Vec<_>>());
        }
    }

    fn codes() -> Vec<&'static DeviceCode> {
        let mut codes = Vec::new();
        for_all_games!(G => codes.push(<G as crate::OnDevice>::code()));
        codes
    }

    #[test]
    fn the_sources_are_those_of_the_emulation() {
        let emulation = include_str!("device/emulation.c");
        let names = emulation
            .lines()
            .filter_map(|line| line.strip_prefix("#include \""));
        let included: Vec<&str> = names.filter(|&name| name != "layout.h\"").collect();
        assert_eq!(included, SOURCE_NAMES.map(|name| format!("{name}\"")));
        let guard = |name: &str| format!("#define {}_H", name[..name.len() - 2].to_uppercase());
        for code in codes() {
            for (source, name) in code.sources.iter().zip(SOURCE_NAMES) {
                assert!(source.contains(&guard(name)), "{name}");
            }
        }
    }

    #[test]
    fn tables_are_as_long_as_in_c() {
        for code in codes() {
            assert_eq!(size_of_val(&*(code.tables)()), code.tables_bytes());
        }
    }
}
