//! The vocabulary of xiangqi: colors, pieces, squares, sets of squares, moves.

pub mod bitboard;
pub mod color;
pub mod moves;
pub mod piece;
pub mod square;
