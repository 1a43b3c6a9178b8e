//! Alpha-beta search over any [`game::Game`] with any [`game::Evaluator`].
//!
//! The search does no input or output: it takes a position and [`Limits`], and tells a [`Report`]
//! what it finds. [`Pool`] runs it on several threads (Lazy SMP), [`SingleThreadSearch`] on the
//! calling one. `alphabeta.rs` is the table of contents; each step is a file in `heuristics/` with
//! its parameters in `params.rs`. [`TimeControl`] turns a clock into time limits, [`LagMeter`] learns what a move costs
//! beyond them.

#![forbid(unsafe_code)]

mod alphabeta;
mod aspiration;
mod bench;
mod frame;
mod heuristics;
mod history;
mod limits;
mod movepick;
mod node;
mod params;
mod pool;
mod pv;
mod qsearch;
mod report;
mod root;
mod searcher;
mod shared;
mod single_thread;
mod switches;
mod tablebase;
#[cfg(test)]
mod testing;
mod time;
mod tt;
mod vote;

pub use bench::Bench;
pub use limits::Limits;
pub use pool::{Job, Pool};
pub use report::{Bound, Info, Report};
pub use single_thread::{Outcome, SingleThreadSearch};
pub use tablebase::{RankedRootMove, RootRanking, TableValue, Tablebase};
pub use time::{Lag, LagMeter, SearchTiming, TimeControl, TimeLimits};
pub use tt::TranspositionTable;

/// Parameters and switches of a `tune` build, for SPSA and ablation tests.
#[cfg(feature = "tune")]
pub mod tune {
    pub use crate::params::{PARAMS, Param};
    pub use crate::switches::{SWITCHES, Switch};
}
