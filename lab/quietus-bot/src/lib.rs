//! `quietus-bot`: plays on Lichess as a bot account with any UCI engine, and lends the engine to the
//! analysis board.
//!
//! Everything is blocking: a thread reads the event stream, one runs errands, and each game has three:
//! its stream, its engine, and the game itself. They pass messages and share nothing but the client.

#![forbid(unsafe_code)]
#![deny(missing_docs, clippy::print_stdout, clippy::print_stderr)]

mod api;
mod archive;
mod challenge;
mod check;
mod config;
mod engine;
mod errands;
mod game;
mod lobby;
mod log;
mod matchmaking;
mod pacing;
mod play;
mod provider;
mod stream;
mod token;

pub use check::check;
pub use config::{Config, DEFAULT_FILE};
pub use play::{play, upgrade};
pub use provider::provide;
pub use token::{TOKEN_VARIABLE, Token};
