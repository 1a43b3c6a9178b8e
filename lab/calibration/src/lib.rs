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
mod game_record;
mod matches;
mod rating;

pub use anchor::Anchor;
pub use curve::skills_for_labels;
pub use entrant::Entrant;
pub use errors::{ErrorCounts, Habits, habits};
pub use fit::{Fitted, PolicyFit};
pub use game_record::GameRecord;
pub use matches::{Match, Worker, distinct_openings, first_moves, play, play_all, schedule};
pub use rating::{measured_levels, rate};
