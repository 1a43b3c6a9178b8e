//! UCI conformance checks: stricter than any GUI, with reports that help an engine author to find the
//! cause.
//!
//! Every check starts a new engine process, has its own time limit, and ends as passed, failed (with
//! the whole dialogue) or skipped. Its severity is *must*, which the protocol requires or GUIs rely
//! on, or *should*. [`run`] runs the checks; nothing is printed here.

#![forbid(unsafe_code)]

mod board;
mod check;
mod checks;
mod dialogue;
mod info_line;
mod long_game;
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
