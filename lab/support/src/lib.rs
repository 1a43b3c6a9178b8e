//! What the lab's crates share, each of it once: atomic writes of whole files, SHA-256 of files, the
//! command line for reports, text that may be compressed (feature `text`), and for programs the
//! progress display and Ctrl-C (feature `terminal`).

#![forbid(unsafe_code)]

mod atomic_file;
mod command_line;
mod hash;
#[cfg(feature = "terminal")]
mod interrupt;
#[cfg(feature = "terminal")]
mod progress;
#[cfg(feature = "text")]
mod text;

pub use atomic_file::{Draft, write_atomic};
pub use command_line::{command_line, without_folders};
pub use hash::{FileHash, hash_file, sha256};
#[cfg(feature = "terminal")]
pub use interrupt::{Interrupt, Stop};
#[cfg(feature = "terminal")]
pub use progress::Progress;
#[cfg(feature = "text")]
pub use text::{Limits, open_text, read_text};
