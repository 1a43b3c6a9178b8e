//! Xiangqi as text: positions (FEN) and moves in coordinates, in WXF and in Chinese notation.
//!
//! Readers take what other programs write, as far as it has one meaning; writers write what the
//! standards ask for. Bad text gives an error that names what was wrong, never a panic.

pub mod board;
pub mod chinese;
pub mod fen;
mod pgn;
mod relative;
pub mod uci;
mod wxf;
