//! Tools for network files.
//!
//! [`Card`] holds the provenance, [`statistics`] the distribution of the parameters, [`sanity`]
//! symmetry and piece value checks, [`test_loss`] the loss against deep labels, [`ResultScore`] the
//! correlation with results of games that are not ours, [`difference`] a comparison of two networks, [`usage`] the bucket frequencies, and [`picture`] draws the
//! weights. [`NetFile`] reads a file of any [`Format`], also those of other engines, and [`net_page`]
//! shows it. No engine needs any of this.

#![forbid(unsafe_code)]

mod best_scale;
mod card;
mod difference;
#[cfg(test)]
mod examples;
mod format;
mod inspected;
mod net_file;
mod page;
mod picture;
mod positions;
mod results;
mod sanity;
mod statistics;
mod sykora;
mod test_loss;
mod usage;
mod yardsticks;

pub use card::{Card, CardError, DataSet};
pub use difference::{Difference, difference};
pub use format::{Format, FormatError, read_any};
pub use inspected::Inspected;
pub use net_file::{NetFile, NetFileError, game_of};
pub use page::{PART_COLUMNS, default_page, net_page, part_rows};
pub use picture::{View, picture};
pub use positions::{random_positions, reference_positions};
pub use results::{PieceBand, ResultPositions, ResultScore};
pub use sanity::{PieceValue, Sanity, sanity};
pub use statistics::{PartStatistics, statistics};
pub use sykora::{SykoraError, Version};
pub use test_loss::{AtBestScale, Loss, TEST_SCALE, TestLoss, TestScore, TestSetError, test_loss};
pub use usage::{Usage, usage};
pub use yardsticks::{Scores, Yardsticks};

use game::Position as _;
use nnue::features::PositionOf;
use nnue::{Features, Network};

/// The evaluation of a position for the side to move, in centipawns.
pub fn value<F: Features>(network: &Network<F>, position: &PositionOf<F>) -> i32 {
    network.value(&F::Pieces::from(position), position.side_to_move())
}
