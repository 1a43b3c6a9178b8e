//! The UCI protocol in both directions, and UCCI by translation: text to types and back.
//!
//! [`Command`] is what a GUI or a command line says, [`Info`], [`BestMove`] and [`UciOption`] are what
//! an engine says. Each reads with [`str::parse`] and prints the line that reads as itself. Lines of
//! engines are read with patience, since there are many engines. Positions and moves stay text here,
//! because what is legal is for the rules to say. No threads, no engine.

#![forbid(unsafe_code)]

mod analyze;
mod arguments;
mod bench;
mod command;
mod genfens;
mod go;
mod info;
mod listener;
mod option;
mod perft;
mod position;
mod score;
mod set_option;
mod speedtest;
mod tb;
mod ucci;

pub use analyze::AnalyzeCommand;
pub use arguments::{ArgumentError, CommandError};
pub use bench::BenchCommand;
pub use command::Command;
pub use genfens::GenfensCommand;
pub use go::GoCommand;
pub use info::{BestMove, Bound, Info, OutputError};
pub use listener::Listener;
pub use option::{OptionKind, UciOption, text_of};
pub use perft::{PerftCommand, PerftMode};
pub use position::PositionCommand;
pub use score::Score;
pub use set_option::SetOption;
pub use speedtest::SpeedtestCommand;
pub use tb::TbCommand;
pub use ucci::Ucci;
