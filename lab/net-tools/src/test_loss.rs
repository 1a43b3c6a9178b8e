//! The test loss: a network's loss against the scores of deep searches.
//!
//! Validation losses of two training runs compare only if both used the same data. Labels from
//! searches far deeper than self-play, on a fixed file that nobody trains on, rank networks of any
//! generation. Results play no part: the target is `sigmoid(score / scale)` alone.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use chess::Chess;
use nnue::Network;
use records::{Filters, Record};
use serde::{Deserialize, Serialize};
use support::hash_file;

use crate::value;

/// The centipawns of one unit of the sigmoid's argument in scores that compare over generations.
pub const TEST_SCALE: f64 = 400.0;
/// Positions are grouped by piece count, this many counts to a group.
const GROUP_WIDTH: u32 = 4;
const GROUPS: usize = 8;
/// Neighboring positions stem from one game and err alike, so the standard error is taken over the
/// means of runs about as long as what the filters keep of a game.
const CLUSTER: usize = 64;

/// A network's loss on a file of deep labels.
#[derive(Clone, Debug, PartialEq)]
pub struct TestLoss {
    /// Over all positions.
    pub total: Loss,
    /// By the number of pieces, few first; groups without positions are left out.
    pub by_pieces: Vec<(std::ops::RangeInclusive<u32>, Loss)>,
    /// What could not be read, one line each.
    pub damage: Vec<String>,
}

/// A mean squared error with its standard error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    pub positions: u64,
    /// The mean squared error of the expected score, from 0 to 1.
    pub mean: f64,
    /// The standard error of the mean.
    pub error: f64,
}

/// A network's test loss with what it was measured on, for its card. Always with [`TEST_SCALE`] and the
/// default filters: scores on the same file compare, whatever the networks were trained with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestScore {
    /// The test loss.
    pub loss: f64,
    /// Its standard error.
    pub error: f64,
    pub positions: u64,
    /// The SHA-256 of the file.
    pub sha256: String,
}

/// Why a network has no score.
#[derive(Debug, thiserror::Error)]
pub enum TestSetError {
    /// The file is not one of games.
    #[error(transparent)]
    Games(#[from] records::Error),
    /// The file cannot be read.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The file has nothing to measure on.
    #[error("{}: no position passes the filters", .0.display())]
    Empty(PathBuf),
}

impl TestScore {
    /// Scores a network on a file of deep labels.
    ///
    /// # Errors
    /// If the file cannot be read, or has no positions.
    pub fn measure(network: &Network, path: &Path) -> Result<Self, TestSetError> {
        let paths = [path.to_owned()];
        let loss = test_loss(network, &paths, &Filters::default(), TEST_SCALE)?.total;
        if loss.positions == 0 {
            return Err(TestSetError::Empty(path.to_owned()));
        }
        let hash = hash_file(path).map_err(|error| TestSetError::Io {
            path: path.to_owned(),
            error,
        })?;
        Ok(Self {
            loss: loss.mean,
            error: loss.error,
            positions: loss.positions,
            sha256: hash.sha256,
        })
    }
}

impl std::fmt::Display for TestScore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.6} ± {:.6}", self.loss, self.error)
    }
}

/// Sums over positions, and over clusters of them for the error.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    positions: u64,
    loss: f64,
    clusters: u64,
    cluster_means: f64,
    cluster_squares: f64,
}

impl Sums {
    fn add(&mut self, losses: &[f64]) {
        for cluster in losses.chunks(CLUSTER) {
            let sum: f64 = cluster.iter().sum();
            let mean = sum / cluster.len() as f64;
            self.positions += cluster.len() as u64;
            self.loss += sum;
            self.clusters += 1;
            self.cluster_means += mean;
            self.cluster_squares += mean * mean;
        }
    }

    fn loss(&self) -> Loss {
        let clusters = self.clusters.max(1) as f64;
        let mean = self.cluster_means / clusters;
        let variance = (self.cluster_squares / clusters - mean * mean).max(0.0);
        Loss {
            positions: self.positions,
            mean: self.loss / self.positions.max(1) as f64,
            error: (variance / (clusters - 1.0).max(1.0)).sqrt(),
        }
    }
}

/// Scores a network on the positions of `.qgames` files that pass the filters.
///
/// # Errors
/// If a file cannot be opened. Damaged blocks are skipped and named.
pub fn test_loss(
    network: &Network,
    paths: &[PathBuf],
    filters: &Filters,
    scale: f64,
) -> Result<TestLoss, records::Error> {
    let sums = Mutex::new([Sums::default(); GROUPS + 1]);
    let tally = records::for_each_block::<Chess>(paths, filters, 1, |block| {
        let mut groups: [Vec<f64>; GROUPS] = Default::default();
        let mut all = Vec::with_capacity(block.len());
        for record in &block {
            let Some(loss) = loss_of(network, record, scale) else {
                continue;
            };
            all.push(loss);
            groups[group_of(record.occupied().count_ones())].push(loss);
        }
        let mut sums = sums
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        sums[GROUPS].add(&all);
        for (sums, losses) in sums.iter_mut().zip(&groups) {
            sums.add(losses);
        }
    })?;
    let sums = sums
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let by_pieces = (0..GROUPS)
        .filter(|&group| sums[group].positions > 0)
        .map(|group| (pieces_of(group), sums[group].loss()))
        .collect();
    Ok(TestLoss {
        total: sums[GROUPS].loss(),
        by_pieces,
        damage: tally
            .damage
            .into_iter()
            .map(|(path, damage)| format!("{}: {damage}", path.display()))
            .collect(),
    })
}

/// The squared error of the expected score; none for a record that is no position.
fn loss_of(network: &Network, record: &Record, scale: f64) -> Option<f64> {
    let position = record.unpack::<chess::Chess>().ok()?.position;
    let expected = sigmoid(f64::from(value(network, &position)) / scale);
    let target = sigmoid(f64::from(record.score()) / scale);
    Some((expected - target) * (expected - target))
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

fn group_of(pieces: u32) -> usize {
    (pieces.saturating_sub(1) / GROUP_WIDTH).min(GROUPS as u32 - 1) as usize
}

fn pieces_of(group: usize) -> std::ops::RangeInclusive<u32> {
    let first = group as u32 * GROUP_WIDTH + 1;
    first.max(2)..=first + GROUP_WIDTH - 1
}

#[cfg(test)]
mod tests {
    use super::{CLUSTER, Sums, group_of, pieces_of};

    #[test]
    fn piece_counts_fall_into_their_group() {
        for pieces in 2..=32 {
            assert!(pieces_of(group_of(pieces)).contains(&pieces));
        }
        assert_eq!((group_of(2), group_of(32)), (0, 7));
    }

    #[test]
    fn the_error_is_that_of_the_clusters_means() {
        let mut sums = Sums::default();
        sums.add(&[1.0; CLUSTER]);
        sums.add(&[3.0; CLUSTER]);
        let loss = sums.loss();
        assert_eq!((loss.positions, loss.mean), (2 * CLUSTER as u64, 2.0));
        assert!((loss.error - 1.0).abs() < 1e-12);
    }
}
