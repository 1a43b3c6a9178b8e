//! A conformance check for UCI engines: stricter than what any one GUI asks, and written so that
//! the author of an engine can see what went wrong.
//!
//! Every check starts the engine anew, has a time limit of its own and ends as passed, failed
//! (with the whole dialogue) or skipped. What a check demands is either a *must*, which the
//! protocol or every GUI relies on, or a *should*. [`run`] runs them; nothing is printed here.

#![forbid(unsafe_code)]

mod check;
mod checks;
mod dialogue;
mod info_line;
mod option_line;
mod positions;
mod report;
mod runner;
mod search;
mod setup;
mod table;
mod tester;

pub use check::{Check, Severity, Status};
pub use checks::catalog;
pub use report::{CheckReport, ConformanceReport, Summary};
pub use runner::{CannotRun, ConformanceSettings, run};
pub use table::{check_line, summary_text};
