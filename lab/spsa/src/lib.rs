//! SPSA (simultaneous perturbation stochastic approximation): tuning of an engine's parameters by
//! game pairs.
//!
//! Each iteration moves all parameters at once by a random sign times `c`, plays the values on one
//! side against those on the other, and steps toward the side that won. [`Optimizer`] is the method,
//! [`Run`] its state as a list of results, [`drive`] spreads the pairs over threads, and [`Store`]
//! keeps a run in a folder. None of these knows chess: an [`Objective`] plays the pairs.
//! [`EngineGames`] is the one that plays them over UCI; [`tunables`] reads the parameters from the
//! engine.
//!
//! A run is a pure function of its [`Plan`] and the results, whatever the order in which they came:
//! a resumed run continues bit for bit where it was.

#![forbid(unsafe_code)]

mod drive;
mod engine;
mod gains;
mod optimizer;
mod parameter;
mod patch;
mod plan;
mod report;
mod run;
mod store;

pub use drive::{Objective, drive};
pub use engine::{EngineGames, tunables};
pub use gains::Gains;
pub use optimizer::{Optimizer, Perturbation};
pub use parameter::{Parameter, SelectError, select};
pub use patch::{PatchError, patch};
pub use plan::{Plan, PlanError};
pub use report::{openbench, page, table, trajectories};
pub use run::{MAX_HALF_POINTS, Run, Trial};
pub use store::{ChangedSettings, Store};
