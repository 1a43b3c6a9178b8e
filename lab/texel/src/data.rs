//! Training and validation positions.

use std::path::{Path, PathBuf};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use records::{Expansion, Filters, HoldOut, Part};

use crate::sample::Sample;
use evaluation::Tunable;

/// Positions of games, with some games held out.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// Positions to train on.
    pub training: Vec<Sample>,
    /// Positions of the games held out.
    pub validation: Vec<Sample>,
    /// The number of training games and of games held out.
    pub games: [u64; 2],
    /// Damaged parts of the files, one line each.
    pub damage: Vec<String>,
}

/// Why the data cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// A file is not a game file.
    #[error("{} is not a .qgames file", .0.display())]
    NotGames(PathBuf),
    /// A file cannot be read.
    #[error(transparent)]
    Games(#[from] records::Error),
    /// All positions were dropped.
    #[error("no position in the games passes the filters")]
    Empty,
}

/// Loads the positions that pass the filters, with a share of the games held out. A truncated file
/// gives the games before the cut.
///
/// # Errors
/// If a file cannot be read, or no position passes the filters.
pub fn load<R: Tunable>(
    paths: &[PathBuf],
    filters: &Filters,
    share: f64,
    seed: u64,
) -> Result<Data, DataError> {
    let is_games = |path: &Path| path.extension().is_some_and(|ending| ending == "qgames");
    if let Some(other) = paths.iter().find(|path| !is_games(path)) {
        return Err(DataError::NotGames(other.clone()));
    }
    let expand = |part: Part| {
        let hold_out = Some(HoldOut { share, part });
        let filters = Filters {
            hold_out,
            ..filters.clone()
        };
        records::expand::<R>(paths, &filters, seed)
    };
    let samples = |expansion: &Expansion| -> Vec<Sample> {
        let records = expansion.records.par_iter();
        records
            .filter_map(|record| Sample::of::<R>(record).ok())
            .collect()
    };
    let training = expand(Part::Training)?;
    let held_out = expand(Part::Validation)?;
    if training.records.is_empty() {
        return Err(DataError::Empty);
    }
    let (training_samples, validation) = (samples(&training), samples(&held_out));
    let damage = training.tally.damage.into_iter();
    Ok(Data {
        training: training_samples,
        validation,
        games: [training.tally.games, held_out.tally.games],
        damage: damage
            .map(|(path, damage)| format!("{}: {damage}", path.display()))
            .collect(),
    })
}
