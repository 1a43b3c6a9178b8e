//! The network of the engine: the embedded one, or one from a file (`EvalFile`).

use std::path::Path;
use std::sync::Arc;

use evaluation::{Evaluated, NetworkOf};
use games::GameId;

use crate::error::{Error, require_regular_file};
use crate::option_table::{check, options, spin};

options! {
    /// How networks are used.
    NetworkOptions {
        /// The network files.
        files: NetworkFiles
    }
    /// Whether a network evaluates, if there is one.
    is_used: bool = "UseNNUE", check(true, |s, on| s.is_used = on), Evaluation;
    /// Whether material and piece-square tables evaluate alone where no network does.
    tables_only: bool = "TablesOnly", check(false, |s, on| s.tables_only = on), Evaluation;
    /// The network's share of the evaluation, in percent; the rest is handcrafted.
    blend: i32 = "NnueBlend", spin(100, 0..=100, |s, n| s.blend = n as i32), Evaluation;
    /// The factor of the network's evaluation, in percent.
    scale: i32 = "NnueScale", spin(100, 10..=1000, |s, n| s.scale = n as i32), Evaluation;
}

/// The network file of each game (`EvalFile`); empty for the embedded network.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NetworkFiles([String; GameId::ALL.len()]);

impl NetworkFiles {
    /// The file of a game.
    pub fn of(&self, game: GameId) -> &str {
        &self.0[game as usize]
    }

    /// Names the file of a game.
    pub fn set(&mut self, game: GameId, file: &str) {
        file.clone_into(&mut self.0[game as usize]);
    }
}

/// The network of a file; for an empty path, the embedded one.
pub fn from_file<G: Evaluated>(path: &str) -> Result<Option<Arc<NetworkOf<G>>>, Error> {
    if path.is_empty() {
        return Ok(G::embedded());
    }
    let container = require_regular_file(path)
        .map_err(|error| error.to_string())
        .and_then(|()| nnue::load_file(Path::new(path)).map_err(|error| error.to_string()))
        .map_err(|error| Error::Failed(format!("cannot use the network {path:?}: {error}")))?;
    Ok(Some(Arc::new(container.network)))
}

#[cfg(test)]
mod tests {
    use evaluation::Evaluated;
    use games::{GameId, for_game};

    use super::from_file;

    #[test]
    fn what_is_built_in_can_be_read_and_other_files_say_why_not() {
        for &game in GameId::ALL {
            for_game!(game, G => {
                assert_eq!(G::embedded().is_some(), G::EMBEDDED.is_some());
                assert!(from_file::<G>("").is_ok());
                let problem = from_file::<G>("no such file.qnn").unwrap_err().to_string();
                assert!(problem.contains("no such file.qnn"), "{problem}");
                assert_eq!(problem.lines().count(), 1);
            });
        }
    }
}
