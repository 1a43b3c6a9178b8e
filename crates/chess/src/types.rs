//! The vocabulary of chess: colors, pieces, squares, sets of squares, moves, castling rights.

pub mod bitboard;
pub mod castling;
pub mod color;
pub mod moves;
pub mod piece;
pub mod square;

pub(crate) use game::dense_enum;
