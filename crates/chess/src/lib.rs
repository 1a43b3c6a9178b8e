#![doc = include_str!("../README.md")]
//! ## Inside
//!
//! Beside the rules stands all that engine and lab ask of the game: [`game::Facts`], [`game::Codes`].

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod chess960;
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

pub use game::{GameResult, ParseResultError};
pub use outcome::Outcome;
pub use position::{
    CheckSquares, InvalidPosition, Placement, Position, Threats, attacks, see_value,
};
pub use rules::Chess;
pub use tables::leapers::{king_attacks, knight_attacks, pawn_attacks};
pub use tables::lines::{between, line};
pub use tables::sliders::{bishop_attacks, queen_attacks, rook_attacks};
pub use text::epd::{Epd, EpdError};
pub use text::fen::FenError;
pub use text::pgn;
pub use text::uci::MoveError;
pub use types::bitboard::{Bitboard, Squares};
pub use types::castling::Castling;
pub use types::color::Color;
pub use types::moves::{Move, MoveKind};
pub use types::piece::{Piece, PieceType};
pub use types::square::{File, ParseSquareError, Rank, Square};
