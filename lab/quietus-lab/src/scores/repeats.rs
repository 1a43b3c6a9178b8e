//! Games that are there twice: counted again, they make errors look smaller than they are.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::bail;
use game::{GameResult, PackedMove};
use pgn::{Game, Notation};

/// Shorter games repeat by chance.
const MIN_PLIES: usize = 20;

/// Whether games may be there twice.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct RepeatArgs {
    /// Count games that are there twice; without this they are an error
    #[arg(long)]
    pub allow_repeats: bool,
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
    pub fn new(args: RepeatArgs) -> Self {
        Self {
            is_allowed: args.allow_repeats,
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
    pub fn check<R: Notation>(&mut self, number: u64, game: &Game<R>) -> anyhow::Result<()> {
        let is_finished = game.result != GameResult::Unknown;
        if self.is_allowed || !is_finished || game.line.moves.len() < MIN_PLIES {
            return Ok(());
        }
        let file = self.files.len().saturating_sub(1);
        let Some((before, first)) = self.seen.insert(hash(game), (file, number)) else {
            return Ok(());
        };
        let place = |file: usize| match self.files.get(file) {
            Some(path) => format!(" of {}", path.display()),
            None => String::new(),
        };
        let names = ["White", "Black"].map(|tag| game.tag(tag).unwrap_or("?"));
        bail!(
            "game {number}{} ({} vs {}) has the same moves as game {first}{}; leave one of them out, \
             or count both with --allow-repeats",
            place(file),
            names[0],
            names[1],
            place(before),
        )
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
