//! The text formats of makruk.

mod board;
pub(crate) mod fen;
mod pgn;
mod san;
mod uci;
