//! Games that are there twice: counted again, they make errors look smaller than they are.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use game::{GameResult, PackedMove};
use pgn::{Game, Notation};

/// Shorter games repeat by chance.
const MIN_PLIES: usize = 20;

/// A game that was there before: `game 3 of a.pgn`, with the players.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{game} ({} vs {}) has the same moves as {before}", players[0], players[1])]
pub struct Repeat {
    game: String,
    players: [String; 2],
    before: String,
}

/// The games so far.
#[derive(Clone, Debug, Default)]
pub struct Repeats {
    is_allowed: bool,
    files: Vec<PathBuf>,
    /// The hash of a game to its file and its number there.
    seen: HashMap<u64, (usize, u64)>,
}

impl Repeats {
    /// None yet.
    pub fn new(is_allowed: bool) -> Self {
        Self {
            is_allowed,
            ..Self::default()
        }
    }

    /// The games that follow are from this file.
    pub fn begin(&mut self, file: &Path) {
        self.files.push(file.to_owned());
    }

    /// Takes game `number` of the file.
    ///
    /// # Errors
    /// If the same players have played the same moves before; names both games.
    pub fn check<R: Notation>(&mut self, number: u64, game: &Game<R>) -> Result<(), Repeat> {
        let is_finished = game.result != GameResult::Unknown;
        if self.is_allowed || !is_finished || game.line.moves.len() < MIN_PLIES {
            return Ok(());
        }
        let file = self.files.len().saturating_sub(1);
        let Some((before, first)) = self.seen.insert(hash(game), (file, number)) else {
            return Ok(());
        };
        let place = |file: usize, number: u64| match self.files.get(file) {
            Some(path) => format!("game {number} of {}", path.display()),
            None => format!("game {number}"),
        };
        Err(Repeat {
            game: place(file, number),
            players: ["White", "Black"].map(|tag| game.tag(tag).unwrap_or("?").to_owned()),
            before: place(before, first),
        })
    }
}

fn hash<R: Notation>(game: &Game<R>) -> u64 {
    let mut hasher = DefaultHasher::new();
    (game.tag("White"), game.tag("Black")).hash(&mut hasher);
    R::fen(&game.start).hash(&mut hasher);
    for played in &game.line.moves {
        played.mv.code().hash(&mut hasher);
    }
    hasher.finish()
}
