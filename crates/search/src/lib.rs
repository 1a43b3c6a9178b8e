//! Alpha-beta search over any [`game::Game`] with any [`game::Evaluator`].
//!
//! The search prints nothing and reads nothing: it is given a position and [`Limits`], and tells a
//! [`Report`] what it finds. [`Pool`] runs it on as many threads as asked for. `alphabeta.rs` is the
//! table of contents; each of its steps is a file in `heuristics/` with its numbers in `params.rs`.

#![forbid(unsafe_code)]

mod alphabeta;
mod clock;
mod closing;
mod frame;
mod heuristics;
mod history;
mod limits;
mod node;
mod opening;
mod params;
mod picker;
mod pool;
mod progress;
mod quiescence;
mod ranked;
mod report;
mod root;
mod searcher;
mod shared;
mod solo;
mod switches;
#[cfg(test)]
mod testing;
mod tt;
mod vote;
mod window;

pub use limits::{Budget, Limits};
pub use pool::{Job, Pool};
pub use report::{Bound, Info, Report};
pub use solo::{Outcome, Solo};
pub use tt::TranspositionTable;

/// The numbers and heuristics of the search, to be changed from outside.
#[cfg(feature = "tune")]
pub mod tune {
    pub use crate::params::{NUMBERS, Number};
    pub use crate::switches::{SWITCHES, Switch};
}
