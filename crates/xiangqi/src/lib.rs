//! The rules of xiangqi (Chinese chess).
//!
//! [`Position`] holds a game's present position with its history: it makes and takes back moves,
//! generates the legal ones, and knows checks, SEE, draws, repetitions and Zobrist keys. The text
//! formats are read and written beside it, and so is all that engine and lab ask of the game
//! ([`game::Facts`], [`game::Codes`]). There is no evaluation and no search.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod codes;
mod facts;
pub mod import;
mod move_kinds;
mod movegen;
mod outcome;
mod params;
mod position;
mod rules;
mod tables;
mod text;
mod types;

pub use outcome::Outcome;
pub use position::{
    CheckSquares, InvalidPosition, Placement, Position, Repetition, RepetitionRule, Threats,
    attacks, reachable, see_value,
};
pub use rules::Xiangqi;
pub use tables::leapers::{
    advisor_attacks, elephant_attacks, horse_attacks, horse_attacks_to, king_attacks, pawn_attacks,
    pawn_attacks_to,
};
pub use tables::lines::{between, cross_of, line};
pub use tables::sliders::{cannon_attacks, rook_attacks};
pub use text::chinese::Script;
pub use text::fen::FenError;
pub use text::uci::{Dialect, MoveError};
pub use types::bitboard::{Bitboard, Squares};
pub use types::color::Color;
pub use types::moves::Move;
pub use types::piece::{Piece, PieceType};
pub use types::square::{File, ParseSquareError, Rank, Square};
