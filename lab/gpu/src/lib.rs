//! Self-play on the GPU: each warp plays games with an alpha-beta search of its own.
//!
//! The device's sources in `src/device` are compiled three times for each game: by NVRTC for the GPU, as plain C in which the
//! 32 lanes are loops, and as C in which each lane is a fiber, which finds missing synchronization. All three
//! play the same games.

pub mod abi;
mod bench;
mod candidates;
mod code;
#[cfg(feature = "cuda")]
pub mod cuda;
pub mod emulation;
mod error;
mod exchange;
mod game;
mod games;
mod generate;
mod network;
mod position;
mod replay;
mod settings;

pub use bench::bench;
pub use error::Error;
pub use game::{OnDevice, played};
pub use games::{Backend, FinishedGame, Probe, Sizes};
pub use generate::generate;
pub use network::PackedNetwork;
pub use settings::TABLE_BITS;
