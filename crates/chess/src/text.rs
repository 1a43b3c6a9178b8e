//! Chess as text.

pub mod fen;
