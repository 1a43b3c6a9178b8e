//! The formats, and which can become which.

use std::fmt;
use std::path::Path;

use anyhow::{Context, bail};
use clap::ValueEnum;

/// A format of games or positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Games, in the lab's own format
    Qgames,
    /// Games: moves, scores, results
    Viriformat,
    /// Games, with scores in comments
    Pgn,
    /// Positions in 32 bytes
    Bulletformat,
    /// Positions: score as ce, result as c9
    Epd,
    /// Positions: FEN | score | result
    Text,
}

impl Format {
    /// What was asked for, or what the name tells.
    pub fn choose(asked: Option<Self>, path: &Path) -> anyhow::Result<Self> {
        asked.or_else(|| Self::of_name(path)).with_context(|| {
            let name = path.display();
            format!("the name of {name} does not tell its format; use --from or --to")
        })
    }

    fn of_name(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?.to_ascii_lowercase();
        let name = name.strip_suffix(".xz").unwrap_or(&name);
        let name = name.strip_suffix(".zst").unwrap_or(name);
        let (_, end) = name.rsplit_once('.')?;
        Some(match end {
            "qgames" => Self::Qgames,
            "vf" | "viriformat" => Self::Viriformat,
            "pgn" => Self::Pgn,
            "bullet" | "bulletformat" => Self::Bulletformat,
            "epd" => Self::Epd,
            "txt" => Self::Text,
            _ => return None,
        })
    }

    /// Whether it holds whole games, rather than single positions.
    pub const fn holds_games(self) -> bool {
        matches!(self, Self::Qgames | Self::Viriformat | Self::Pgn)
    }

    /// Refuses what cannot be.
    pub fn check_target(self, target: Self) -> anyhow::Result<()> {
        if target.holds_games() && !self.holds_games() {
            bail!(
                "{self} holds single positions, and {target} whole games: which positions follow \
                 each other, and by which moves, is not known"
            );
        }
        Ok(())
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Qgames => "qgames",
            Self::Viriformat => "viriformat",
            Self::Pgn => "PGN",
            Self::Bulletformat => "bulletformat",
            Self::Epd => "EPD",
            Self::Text => "plain text",
        })
    }
}
