//! The test loss: a network's loss against the scores of deep searches.
//!
//! Validation losses of two training runs compare only if both used the same data. Labels from
//! searches far deeper than self-play, on a fixed file that nobody trains on, rank networks of any
//! generation. Results play no part: the target is `sigmoid(score / scale)` alone. The loss at the best
//! scale tells apart a network that evaluates worse from one that only evaluates on another scale
//! than the labels.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use game::Codes;
use nnue::{Features, Network};
use records::{Filters, Record};
use serde::{Deserialize, Serialize};
use support::hash_file;

use crate::best_scale::{best_scale, expected_score};
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
    /// The scale of the network's evaluations with the least total loss, in centipawns.
    pub best_scale: f64,
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
    /// The mean with the network's evaluations on the best scale of all positions.
    pub at_best_scale: f64,
}

/// A network's test loss with what it was measured on, for its card. Always with [`TEST_SCALE`] and the
/// default filters: scores on the same file compare, whatever the networks were trained with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TestScore {
    /// The test loss.
    pub loss: f64,
    /// Its standard error.
    pub error: f64,
    /// The same on the network's best scale; cards of before have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_best_scale: Option<AtBestScale>,
    pub positions: u64,
    /// The SHA-256 of the file.
    pub sha256: String,
}

/// A loss with the network's evaluations divided by the scale that makes it least.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct AtBestScale {
    pub loss: f64,
    /// The scale, in centipawns.
    pub scale: f64,
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
    pub fn measure<F: Features<Game: Codes>>(
        network: &Network<F>,
        path: &Path,
    ) -> Result<Self, TestSetError> {
        let paths = [path.to_owned()];
        let score = test_loss(network, &paths, &Filters::default(), TEST_SCALE)?;
        let loss = score.total;
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
            at_best_scale: Some(AtBestScale {
                loss: loss.at_best_scale,
                scale: score.best_scale,
            }),
            positions: loss.positions,
            sha256: hash.sha256,
        })
    }
}

impl std::fmt::Display for TestScore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.6} ± {:.6}", self.loss, self.error)?;
        match self.at_best_scale {
            Some(best) => write!(f, " ({:.6} at scale {:.0})", best.loss, best.scale),
            None => Ok(()),
        }
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

    fn loss(&self, at_best_scale: f64) -> Loss {
        let clusters = self.clusters.max(1) as f64;
        let mean = self.cluster_means / clusters;
        let variance = (self.cluster_squares / clusters - mean * mean).max(0.0);
        Loss {
            positions: self.positions,
            mean: self.loss / self.positions.max(1) as f64,
            error: (variance / (clusters - 1.0).max(1.0)).sqrt(),
            at_best_scale,
        }
    }
}

/// An evaluated position.
#[derive(Clone, Copy, Debug)]
struct Evaluated {
    value: f32,
    target: f32,
}

impl Evaluated {
    /// The squared error of the expected score.
    fn loss(self, scale: f64) -> f64 {
        let error = expected_score(f64::from(self.value), scale) - f64::from(self.target);
        error * error
    }
}

/// All positions of a group, and their sums.
#[derive(Clone, Debug, Default)]
struct Group {
    evaluated: Vec<Evaluated>,
    sums: Sums,
}

impl Group {
    fn add(&mut self, evaluated: &[Evaluated], scale: f64) {
        let losses: Vec<f64> = evaluated.iter().map(|it| it.loss(scale)).collect();
        self.sums.add(&losses);
        self.evaluated.extend(evaluated);
    }

    /// The sum of losses.
    fn total(&self, scale: f64) -> f64 {
        self.evaluated.iter().map(|it| it.loss(scale)).sum()
    }

    fn loss(&self, best_scale: f64) -> Loss {
        let positions = self.evaluated.len().max(1) as f64;
        self.sums.loss(self.total(best_scale) / positions)
    }
}

/// Scores a network on the positions of `.qgames` files that pass the filters.
///
/// # Errors
/// If a file cannot be opened. Damaged blocks are skipped and named.
pub fn test_loss<F: Features<Game: Codes>>(
    network: &Network<F>,
    paths: &[PathBuf],
    filters: &Filters,
    scale: f64,
) -> Result<TestLoss, records::Error> {
    let seen = Mutex::new((Sums::default(), <[Group; GROUPS]>::default()));
    let tally = records::for_each_block::<F::Game>(paths, filters, 1, |block| {
        let mut groups: [Vec<Evaluated>; GROUPS] = Default::default();
        let mut all = Vec::with_capacity(block.len());
        for record in &block {
            let Some(evaluated) = evaluate(network, record, scale) else {
                continue;
            };
            all.push(evaluated.loss(scale));
            groups[group_of(record.occupied().count_ones())].push(evaluated);
        }
        let mut seen = seen
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        seen.0.add(&all);
        for (group, evaluated) in seen.1.iter_mut().zip(&groups) {
            group.add(evaluated, scale);
        }
    })?;
    let (total, groups) = seen
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    let sum_at = |scale| groups.iter().map(|group| group.total(scale)).sum::<f64>();
    let best_scale = best_scale(sum_at);
    let by_pieces = groups
        .iter()
        .enumerate()
        .filter(|(_, group)| !group.evaluated.is_empty())
        .map(|(number, group)| (pieces_of(number), group.loss(best_scale)))
        .collect();
    Ok(TestLoss {
        total: total.loss(sum_at(best_scale) / total.positions.max(1) as f64),
        by_pieces,
        best_scale,
        damage: tally
            .damage
            .into_iter()
            .map(|(path, damage)| format!("{}: {damage}", path.display()))
            .collect(),
    })
}

/// The evaluation of a record with its target; none for a record that is no position.
fn evaluate<F: Features<Game: Codes>>(
    network: &Network<F>,
    record: &Record,
    scale: f64,
) -> Option<Evaluated> {
    let position = record.unpack::<F::Game>().ok()?.position;
    Some(Evaluated {
        value: value(network, &position) as f32,
        target: expected_score(f64::from(record.score()), scale) as f32,
    })
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
    use super::{CLUSTER, Evaluated, Group, Sums, group_of, pieces_of};
    use crate::best_scale::{best_scale, expected_score};

    #[test]
    fn a_wrong_scale_costs_nothing_at_the_best_one() {
        let labels = [-300, -20, 5, 80, 700_i16].map(f32::from);
        let evaluated = labels.map(|label| Evaluated {
            value: 1.6 * label,
            target: expected_score(f64::from(label), 400.0) as f32,
        });
        let mut group = Group::default();
        group.add(&evaluated, 400.0);
        let best = best_scale(|scale| group.total(scale));
        assert!((best - 640.0).abs() < 0.1, "{best}");
        let loss = group.loss(best);
        assert!(loss.mean > 1e-3 && loss.at_best_scale < 1e-9, "{loss:?}");
    }

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
        let loss = sums.loss(0.5);
        assert_eq!((loss.positions, loss.mean), (2 * CLUSTER as u64, 2.0));
        assert!((loss.error - 1.0).abs() < 1e-12);
    }
}
