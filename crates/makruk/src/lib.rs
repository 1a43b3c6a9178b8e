//! The rules of makruk (Thai chess).
//!
//! Board, sides and the moves of rook, knight and king are those of the `chess` crate; what differs is
//! here: the met and the khon, pawns that begin on the third rank and promote on the sixth, and the
//! counting that ends games without pawns. There is no evaluation and no search.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod codes;
mod facts;
mod move_kinds;
mod movegen;
mod outcome;
mod position;
mod rules;
mod tables;
mod text;
mod types;

pub use outcome::Outcome;
pub use position::{
    CheckSquares, Count, InvalidPosition, Placement, Position, Threats, attacks, see_value,
};
pub use rules::Makruk;
pub use tables::leapers::{khon_attacks, met_attacks};
pub use text::fen::FenError;
pub use types::moves::Move;
pub use types::piece::{Piece, PieceType};

pub use chess::{Bitboard, Color, File, MoveError, Rank, Square};
