//! Tables computed at compile time: attacks of met and khon, Zobrist keys.

pub(crate) mod leapers;
pub(crate) mod zobrist;
