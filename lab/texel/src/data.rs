//! Positions to learn from.

use std::path::{Path, PathBuf};

use records::{Filters, HoldOut, Part, Record};

/// Positions of games, some games held out.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// Positions to learn from.
    pub training: Vec<Record>,
    /// Positions of games that are never learnt from.
    pub validation: Vec<Record>,
    /// How many games there are to learn from, and held out.
    pub games: [u64; 2],
    /// What could not be read, one line each.
    pub damage: Vec<String>,
}

/// Why there is nothing to learn from.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// A file is of another kind.
    #[error("{} is not a .qgames file", .0.display())]
    NotGames(PathBuf),
    /// A file cannot be used.
    #[error(transparent)]
    Games(#[from] records::Error),
    /// All positions were dropped.
    #[error("no position of the games passes the filters")]
    Empty,
}

/// The positions of games that pass the filters, with a share of the games held out. A file whose end
/// was cut off gives the games before.
///
/// # Errors
/// If a file cannot be used, or nothing passes the filters.
pub fn load(
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
        records::expand(paths, &filters, seed)
    };
    let training = expand(Part::Training)?;
    let held_out = expand(Part::Validation)?;
    if training.records.is_empty() {
        return Err(DataError::Empty);
    }
    let damage = training.tally.damage.into_iter();
    Ok(Data {
        training: training.records,
        validation: held_out.records,
        games: [training.tally.games, held_out.tally.games],
        damage: damage
            .map(|(path, damage)| format!("{}: {damage}", path.display()))
            .collect(),
    })
}
