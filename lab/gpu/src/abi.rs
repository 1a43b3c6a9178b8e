//! What host and device exchange: `src/device/abi.h` in Rust, where the fields are explained.

use nnue::features::MAX_MATERIAL;

/// Start positions that a game may choose from.
pub const CANDIDATES: usize = 4;
/// Plies after the start position that a game may have.
pub const LONGEST_GAME: usize = 1024;
/// Bytes of a cell of the ring of games.
pub const CELL: usize = 16;
/// Cells of a game before its plies.
pub const HEADER_CELLS: usize = 2;
pub const BLOCK_WARPS: usize = 4;

/// Why the device ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Ending {
    Checkmate,
    Stalemate,
    /// Neither side can mate.
    InsufficientMaterial,
    /// The fifty-move rule, or the move limit of the game.
    MoveLimit,
    ThreefoldRepetition,
    /// A bare king against mating material.
    BareKing,
    MateScore,
    /// The win rule.
    WinScore,
    /// The draw rule.
    DrawScore,
    /// The longest game.
    TooLong,
    /// All candidates were one-sided.
    AllRejected,
}

impl Ending {
    /// All endings, in the order of their numbers.
    pub const ALL: [Self; 11] = [
        Self::Checkmate,
        Self::Stalemate,
        Self::InsufficientMaterial,
        Self::MoveLimit,
        Self::ThreefoldRepetition,
        Self::BareKing,
        Self::MateScore,
        Self::WinScore,
        Self::DrawScore,
        Self::TooLong,
        Self::AllRejected,
    ];
}

/// A position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct PackedPosition {
    /// Occupied squares, the first in the lowest bit.
    pub occupied: [u64; 2],
    /// A nibble for each occupied square: type from 1, 8 added for the second side.
    pub pieces: [u8; 16],
    /// What the game has beside it: see [`crate::OnDevice::extra`].
    pub extra: u16,
    /// Plies of the game before this position.
    pub ply: u16,
    /// Plies that count for the move limit.
    pub clock: u16,
    /// 0: the first side moves.
    pub side: u8,
    /// The en-passant square, or 64.
    pub en_passant: u8,
}

/// A game to play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Start {
    /// The number of the game.
    pub number: u64,
    /// How many of `positions` there are.
    pub candidates: u32,
    /// A bit for each candidate: not adjudicated as won.
    pub played_out: u32,
    /// The candidates.
    pub positions: [PackedPosition; CANDIDATES],
}

/// Node limits of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct NodeLimits {
    /// No iteration begins after so many nodes.
    pub soft: u32,
    /// The search stops after so many nodes.
    pub hard: u32,
}

/// How games are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Settings {
    /// Limits of each move.
    pub nodes: NodeLimits,
    /// Limits of the verification search; a soft limit of 0: none.
    pub verification: NodeLimits,
    /// Starts with a larger absolute score are rejected.
    pub cut: i32,
    /// Win adjudication: the score.
    pub win_score: i32,
    /// Win adjudication: plies in a row; 0: none.
    pub win_plies: u32,
    /// Draw adjudication: the score.
    pub draw_score: i32,
    /// Draw adjudication: plies in a row; 0: none.
    pub draw_plies: u32,
    /// Draw adjudication: the first ply that counts.
    pub draw_from_ply: u32,
    /// Plies of the longest game, opening included.
    pub max_plies: u32,
    /// Entries of a warp's transposition table, as a power of two.
    pub table_bits: u32,
}

/// A played move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct GamePly {
    /// The code of the move.
    pub mv: u16,
    /// The score for the side that moves.
    pub score: i16,
}

/// Counters in device memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Counters {
    /// Starts taken from the queue.
    pub taken: u64,
    /// Cells written to the ring.
    pub written: u64,
    /// Nodes of all warps.
    pub nodes: u64,
    /// Plies of all warps.
    pub plies: u64,
}

/// Everything that a kernel gets. Addresses are the device's, or the host's for the emulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Device {
    /// Address of the tables of the game.
    pub tables: u64,
    /// Address of the feature weights.
    pub feature_weights: u64,
    /// Address of the feature biases.
    pub feature_biases: u64,
    /// Address of the output weights.
    pub output_weights: u64,
    /// Address of the output biases.
    pub output_biases: u64,
    /// Address of the [`Counters`].
    pub counters: u64,
    /// Address of the ring of [`Start`]s.
    pub starts: u64,
    /// Address of the ring of games.
    pub ring: u64,
    /// Address of the memory of the warps.
    pub memory: u64,
    /// Start `n` is at `n & start_mask`.
    pub start_mask: u64,
    /// Cell `n` is at `n & ring_mask`.
    pub ring_mask: u64,
    /// Starts put into the queue so far.
    pub filled: u64,
    /// Cells read so far.
    pub drained: u64,
    pub warps: u32,
    /// Width of the network divided by 64, rounded up.
    pub words: u32,
    /// QA of the network.
    pub qa: i32,
    /// QB of the network.
    pub qb: i32,
    /// Centipawns of an output of one.
    pub eval_scale: i32,
    /// 1: a perspective's board may be mirrored.
    pub mirrored: u32,
    /// The output bucket by material.
    pub bucket_of: [u8; MAX_MATERIAL + 1],
    /// How games are played.
    pub settings: Settings,
}

/// The legal moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct MoveList {
    /// How many.
    pub count: u16,
    /// Their codes.
    pub moves: [u16; 255],
}

impl Default for MoveList {
    fn default() -> Self {
        Self {
            count: 0,
            moves: [0; 255],
        }
    }
}
