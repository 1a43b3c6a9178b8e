//! Test suites: EPD positions with known best moves, searched by an engine and graded.
//!
//! [`Tasks`] reads EPD files, [`run`] searches them with several engine processes, and
//! [`SuiteReport`] holds the points by position and by theme. Nothing is printed here.

mod grading;
mod positions;
mod report;
mod runner;
mod table;
mod theme;

pub use grading::{FULL_POINTS, Grading, GradingError};
pub use positions::{BadLine, Task, Tasks};
pub use report::{Answer, Failed, Score, SuiteReport};
pub use runner::{SuiteError, SuiteSettings, run};
pub use table::{csv, overview, themes_table};
pub use theme::theme_of;
