//! Levels in the lab: the policy is fitted on games, the ratings are measured by matches between
//! levels, and the errors of each level are counted.

#![forbid(unsafe_code)]

mod curve;
mod entrant;
mod errors;
mod fit;
mod matches;

pub use curve::skills_for_labels;
pub use entrant::Entrant;
pub use errors::{ErrorCounts, count_errors};
pub use fit::{Fitted, PolicyFit};
pub use matches::{GameRecord, Match, play, schedule, tournament};
