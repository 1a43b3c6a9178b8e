//! What the server and its engine can do.

use games::GameId;
use levels::OPPONENTS;
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
    /// The named opponents, if it can.
    opponents: Vec<Opponent>,
    /// Whether there are tablebases.
    tables: bool,
    /// Whether there is a book.
    book: bool,
    /// The games whose evaluation is a network.
    networks: Vec<GameId>,
    /// Whether there are folders to watch.
    watches: bool,
    /// Whether the page can start runs.
    starts: bool,
}

/// A level with a name. Its portrait is in `opponents.svg`.
#[derive(Clone, Debug, Serialize)]
struct Opponent {
    name: &'static str,
    elo: u16,
    about: &'static str,
}

impl About {
    /// Asks the engine for its options.
    pub fn new(backend: &Backend, has_token: bool) -> Self {
        let elo = elo_range(&(backend.open_session)().options());
        Self {
            name: NAME,
            threads: cores(),
            opponents: opponents(elo),
            elo,
            tables: backend.tables.is_some(),
            book: backend.book.is_some(),
            networks: backend.judges.networks().to_vec(),
            watches: !backend.folders.is_empty(),
            starts: backend.lab.is_some() && has_token,
        }
    }

    /// Whether the page can start runs.
    pub const fn starts_runs(&self) -> bool {
        self.starts
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

/// The opponents within a range of levels.
fn opponents(elo: Option<(i64, i64)>) -> Vec<Opponent> {
    let is_known = |opponent: &&levels::Opponent| {
        let level = i64::from(opponent.level.elo());
        elo.is_some_and(|(least, most)| (least..=most).contains(&level))
    };
    let shown = |opponent: &levels::Opponent| Opponent {
        name: opponent.name,
        elo: opponent.level.elo(),
        about: opponent.about,
    };
    OPPONENTS.iter().filter(is_known).map(shown).collect()
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
    use levels::OPPONENTS;

    use super::{elo_range, opponents};

    #[test]
    fn the_levels_are_those_of_the_engine() {
        let hash = "option name Hash type spin default 16 min 1 max 9".parse();
        let elo = "option name UCI_Elo type spin default 1400 min 600 max 2400".parse();
        let options = [hash.unwrap(), elo.unwrap()];
        assert_eq!(elo_range(&options), Some((600, 2400)));
        assert_eq!(elo_range(&options[..1]), None);
    }

    #[test]
    fn the_opponents_are_those_of_the_terminal_and_have_portraits() {
        let shown = opponents(Some((600, 2400)));
        assert_eq!(shown.len(), OPPONENTS.len());
        let portraits = include_str!("../../assets/opponents.svg");
        for opponent in shown {
            assert!(portraits.contains(&format!("<symbol id=\"{}\"", opponent.name)));
        }
        assert_eq!(opponents(Some((1300, 1700))).len(), 2);
        assert!(opponents(None).is_empty());
    }
}
