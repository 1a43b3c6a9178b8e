//! The interface between the rules of a board game, the search and the evaluation.
//!
//! The search is generic over [`Game`]: it sees positions, moves and scores only through the traits
//! and types of this crate, which depend neither on chess nor on a search or evaluation.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod adjudication;
mod codes;
mod delegate;
mod error_enum;
mod evaluator;
mod facts;
mod fen;
mod index;
mod move_list;
mod notation;
mod params;
mod perft;
mod position;
mod result;
mod rng;
mod rules;
mod score;
mod side;
mod square;
mod square_set;
mod table;
mod tables;

pub use codes::{Codes, PackedBoard};
pub use evaluator::{Evaluator, Observer};
pub use facts::{Coordinates, Facts, RuleSet};
pub use fen::{FenError, FenFields, FenProblem, fen_placement};
pub use index::Dense;
pub use move_list::{MoveList, PackedMove};
pub use notation::{Notation, plain_name};
pub use params::Params;
pub use perft::{Perft, perft, perft_stats, perft_without_bulk};
pub use position::{Game, Keys, Position, Stage, Threats, Verdict};
pub use result::{GameResult, Outcome, OutcomeKind, ParseResultError};
pub use rng::Rng;
pub use rules::Rules;
pub use score::{MAX_PLY, Score};
pub use side::Side;
pub use table::Table;
pub use tables::EndgameTables;
