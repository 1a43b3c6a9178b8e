//! The contract between the rules of a board game and the search.
//!
//! The search is generic over [`Game`]: it sees positions, moves and scores only through
//! the traits and types of this crate, so that one search serves several games. Nothing
//! here knows chess; nothing here knows how a search or an evaluation works.

#![forbid(unsafe_code)]

mod contract;
mod evaluator;
mod index;
mod keys;
mod move_list;
mod observer;
mod rng;
mod score;
mod table;
mod verdict;

pub use contract::{Game, Position, Stage, Threats};
pub use evaluator::Evaluator;
pub use index::Dense;
pub use keys::Keys;
pub use move_list::{MoveList, PackedMove};
pub use observer::Observer;
pub use rng::Rng;
pub use score::{MAX_PLY, Score};
pub use table::Table;
pub use verdict::Verdict;
