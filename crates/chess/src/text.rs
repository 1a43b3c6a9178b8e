//! Chess as text: positions (FEN, EPD), moves (UCI, SAN) and games (PGN).
//!
//! Readers take what other programs write, as far as it has one meaning; writers write what the
//! standards ask for. Bad text gives an error that names what was wrong, never a panic.

pub mod board;
pub mod epd;
pub mod fen;
pub mod pgn;
pub mod san;
pub mod uci;
