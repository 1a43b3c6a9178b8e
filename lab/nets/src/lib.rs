//! What can be said of a network beyond evaluating positions.
//!
//! A [`Card`] tells where it comes from. No engine needs any of this.

#![forbid(unsafe_code)]

mod card;
mod positions;

pub use card::{Card, CardError, DataSet};
pub use positions::{colors_exchanged, mirrored, random_positions, without};
