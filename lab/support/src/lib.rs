//! What the lab's crates share, each of it once: atomic writes of whole files, SHA-256 of files, the
//! command line for reports, threads of a scope, text that may be compressed (feature `text`), text safe for a terminal,
//! what a panic tells, and for programs the progress display and Ctrl-C (feature `terminal`).

#![forbid(unsafe_code)]
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod atomic_file;
mod command_line;
mod export;
mod hash;
mod human_time;
#[cfg(feature = "terminal")]
mod interrupt;
mod panic_report;
mod printable;
#[cfg(feature = "terminal")]
mod progress;
#[cfg(feature = "text")]
mod text;
mod threads;

pub use atomic_file::{Draft, write_atomic, write_snapshot};
pub use command_line::{command_line, without_folders};
pub use export::{csv_field, markdown_text};
pub use hash::{FileHash, hash_file, sha256};
pub use human_time::human_time;
#[cfg(feature = "terminal")]
pub use interrupt::{Interrupt, Stop};
pub use panic_report::{remember_step, report_panics, warn};
pub use printable::{printable, printable_line};
#[cfg(feature = "terminal")]
pub use progress::{Painter, Progress};
#[cfg(feature = "text")]
pub use text::{Limits, open_counting, open_text, read_text};
pub use threads::{fitting_threads, make_workers, start_threads};
