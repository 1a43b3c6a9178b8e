//! What can be said of a network beyond evaluating positions.
//!
//! A [`Card`] tells where it comes from, [`statistics`] how its parameters are spread, [`sense`]
//! whether its values are sane, [`yardstick`] how well it
//! predicts deep searches, [`difference`] how far it is from another, [`usage`] which of its
//! buckets matter; [`picture`] shows it. No engine needs any of this.

#![forbid(unsafe_code)]

mod card;
mod difference;
#[cfg(test)]
mod examples;
mod picture;
mod positions;
mod reference;
mod sense;
mod statistics;
mod usage;
mod values;
mod yardstick;

pub use card::{Card, CardError, DataSet};
pub use difference::{Difference, difference};
pub use picture::{View, picture};
pub use positions::{colors_exchanged, mirrored, random_positions};
pub use reference::reference_positions;
pub use sense::{Sense, Worth, sense};
pub use statistics::{PartStatistics, statistics};
pub use usage::{Usage, blocks, usage};
pub use values::value;
pub use yardstick::{Loss, Yardstick, yardstick};
