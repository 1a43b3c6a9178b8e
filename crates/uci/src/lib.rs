//! The UCI protocol, and UCCI by translation: text to types and back.
//!
//! [`Command::parse`] reads a line from the GUI, or the words of a command line; it never fails, as
//! the protocol asks: what it does not know it gives back as [`Command::Unknown`]. Positions and
//! moves stay text here, because what is legal is for the rules to say. No threads, no engine.

#![forbid(unsafe_code)]

mod analyze;
mod command;
mod genfens;
mod go;
mod number;
mod perft;
mod speedtest;
mod tb;
mod ucci;

pub use analyze::AnalyzeCommand;
pub use command::{BenchCommand, Command, PositionCommand, SetOption};
pub use genfens::GenfensCommand;
pub use go::GoCommand;
pub use perft::{PerftCommand, PerftMode};
pub use speedtest::SpeedtestCommand;
pub use tb::TbCommand;
pub use ucci::Ucci;
