//! Studies of training data: a [`Plan`] names arms, seeds, numbers of games and contrasts before the first
//! game; [`Results`] are what the games say about the contrasts, with Holm's correction over the primary
//! ones. Losses of networks are no result: arms have different labels.

#![forbid(unsafe_code)]

mod error;
mod estimate;
mod plan;
mod report;
mod results;

pub use error::PlanError;
pub use estimate::Estimate;
pub use plan::{Arm, Contrast, Plan, Side, with_option};
pub use report::{arms_csv, format_probability, page, picture, results_csv};
pub use results::{ArmData, Finding, Results};
