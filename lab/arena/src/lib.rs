//! A UCI client, a match runner and test suites.
//!
//! [`Engine`] is the client of one engine process. Nothing here trusts an engine: our own rules decide
//! moves and results, our own clock decides time, and every wait has a timeout.

#![forbid(unsafe_code)]

pub mod engine;
pub mod runner;
pub mod suite;

mod book;
mod info;
mod limits;
mod player;
mod shell_words;

pub use book::{BookError, OpeningSource, Order};
pub use engine::{Engine, EngineFailure, EngineSpec, Identity, Killer, Line, Timeouts, Transcript};
pub use info::SearchSummary;
pub use limits::{Limits, TimeControl, TimeControlError};
pub use player::{Player, PlayerError};
pub use shell_words::split_words;
