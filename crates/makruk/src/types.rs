//! Moves and pieces.

pub(crate) mod moves;
pub(crate) mod piece;
