//! Engines at work: a UCI client, a match runner and test suites.
//!
//! [`Engine`] talks to one engine. Nothing here trusts an engine: moves and results are decided by
//! our own rules, time by our own clock, and no wait is without an end.

#![forbid(unsafe_code)]

pub mod engine;
pub mod runner;
pub mod suite;

mod book;
mod info;
mod limits;
mod player;
mod words;

pub use book::{Book, BookError, Opening, OpeningSource, Order};
pub use engine::{
    Engine, EngineFailure, EngineSpec, Identity, Killer, Line, Timeouts, Transcript, UciOption,
};
pub use info::{InfoLine, SearchSummary, UciScore};
pub use limits::{Limits, TimeControl, TimeControlError};
pub use player::{Player, PlayerError};
pub use words::split_words;
