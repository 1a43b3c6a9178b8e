//! Positions to learn from: self-play, new labels for old games, and the dataset of quiet positions.
//!
//! [`generate`] plays games of the engine against itself, [`relabel`] searches the positions of
//! existing games again, and [`dataset`] chooses quiet positions from any games. All three work on
//! as many threads as they are given, take any evaluator, and give the same result for the same
//! seed whatever the number of threads: [`ordered`] puts what the threads make back in order.

#![forbid(unsafe_code)]

mod adjudication;
mod bench;
pub mod dataset;
mod ending;
mod error;
mod generate;
mod ordered;
mod player;
mod relabel;
mod settings;
mod tally;

pub use adjudication::{Adjudication, DrawRule, WinRule};
pub use bench::bench;
pub use ending::Ending;
pub use error::Error;
pub use generate::{Goal, Run, generate};
pub use ordered::ordered;
pub use player::{Played, Player};
pub use relabel::{Relabeled, Relabeler, relabel};
pub use settings::{NodeLimits, OpeningSettings, Settings};
pub use tally::Tally;
