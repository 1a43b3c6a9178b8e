//! What the server and its engine can do.

use serde::{Deserialize, Serialize};
use uci::{OptionKind, UciOption};

use super::Failure;
use super::search::cores;
use crate::{Backend, NAME, Site};

/// Nothing to ask.
#[derive(Deserialize)]
pub struct Query {}

/// What the server can do.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    /// Name and version.
    name: &'static str,
    /// The most threads of a search.
    threads: u32,
    /// The weakest and the strongest level, if the engine can play weaker (`UCI_Elo`).
    elo: Option<(i64, i64)>,
    /// Whether there are tablebases.
    tables: bool,
    /// Whether there is a book.
    book: bool,
    /// Whether there are folders to watch.
    watches: bool,
}

impl About {
    /// Asks the engine for its options.
    pub fn new(backend: &Backend) -> Self {
        Self {
            name: NAME,
            threads: cores(),
            elo: elo_range(&(backend.open_session)().options()),
            tables: backend.tables.is_some(),
            book: backend.book.is_some(),
            watches: !backend.folders.is_empty(),
        }
    }

    /// Whether the engine has levels.
    pub fn can_play_weaker(&self) -> bool {
        self.elo.is_some()
    }
}

/// Tells what the server can do.
pub fn about(site: &Site, _: Query) -> Result<About, Failure> {
    Ok(site.about.clone())
}

/// The range of the option `UCI_Elo`.
fn elo_range(options: &[UciOption]) -> Option<(i64, i64)> {
    let option = options.iter().find(|option| option.name == "UCI_Elo")?;
    match &option.kind {
        OptionKind::Spin { range, .. } => Some((*range.start(), *range.end())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::elo_range;

    #[test]
    fn the_levels_are_those_of_the_engine() {
        let hash = "option name Hash type spin default 16 min 1 max 9".parse();
        let elo = "option name UCI_Elo type spin default 1400 min 600 max 2400".parse();
        let options = [hash.unwrap(), elo.unwrap()];
        assert_eq!(elo_range(&options), Some((600, 2400)));
        assert_eq!(elo_range(&options[..1]), None);
    }
}
