//! Levels in the lab: the policy is fitted on games, the ratings are measured by matches between
//! levels and against engines of known strength, and the errors of each level are counted.
//!
//! Only `levels` of the lab uses it. It is a crate, because `levels` is part of the engine, which needs
//! no arena and no statistics.

#![forbid(unsafe_code)]

mod anchor;
mod curve;
mod entrant;
mod errors;
mod fit;
mod matches;

pub use anchor::Anchor;
pub use curve::skills_for_labels;
pub use entrant::Entrant;
pub use errors::{ErrorCounts, Judge};
pub use fit::{Fitted, PolicyFit};
pub use matches::{
    GameRecord, Match, Worker, distinct_openings, first_moves, play, schedule, tournament,
};
