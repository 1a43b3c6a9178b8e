//! The formats, and which can become which.

use std::fmt;
use std::path::Path;

use clap::ValueEnum;

use crate::exit::bail_usage;

/// A format of games or positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Games in the lab's own format
    Qgames,
    /// Games: moves, scores, results
    Viriformat,
    /// Games, with scores in comments
    Pgn,
    /// Xiangqi games of XQStudio (input only)
    Xqf,
    /// Xiangqi games as DhtmlXQ text (input only)
    Dhtmlxq,
    /// Positions in 32 bytes
    Bulletformat,
    /// Positions: score as ce, result as c9
    Epd,
    /// Positions: FEN | score | result
    Text,
}

impl Format {
    /// The given format, or the one of the file's extension.
    pub fn choose(given: Option<Self>, path: &Path, option: &str) -> anyhow::Result<Self> {
        match given.or_else(|| Self::of_name(path)) {
            Some(format) => Ok(format),
            None => bail_usage!("{}: unknown file extension; use {option}", path.display()),
        }
    }

    /// The format of a file's extension, if it is one of these.
    pub fn of_name(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?.to_ascii_lowercase();
        let name = name.strip_suffix(".xz").unwrap_or(&name);
        let name = name.strip_suffix(".zst").unwrap_or(name);
        let (_, end) = name.rsplit_once('.')?;
        Some(match end {
            "qgames" => Self::Qgames,
            "vf" | "viriformat" => Self::Viriformat,
            "pgn" => Self::Pgn,
            "xqf" => Self::Xqf,
            "dhtmlxq" => Self::Dhtmlxq,
            "bullet" | "bulletformat" => Self::Bulletformat,
            "epd" => Self::Epd,
            "txt" => Self::Text,
            _ => return None,
        })
    }

    /// Whether it holds whole games, rather than single positions.
    pub const fn holds_games(self) -> bool {
        matches!(
            self,
            Self::Qgames | Self::Viriformat | Self::Pgn | Self::Xqf | Self::Dhtmlxq
        )
    }

    /// Refuses to make games of positions, and to write what is only read.
    pub fn check_target(self, target: Self) -> anyhow::Result<()> {
        if matches!(target, Self::Xqf | Self::Dhtmlxq) {
            bail_usage!("{target} is an input format only");
        }
        if target.holds_games() && !self.holds_games() {
            bail_usage!("{self} holds single positions, from which {target} games cannot be made");
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
            Self::Xqf => "XQF",
            Self::Dhtmlxq => "DhtmlXQ",
            Self::Bulletformat => "bulletformat",
            Self::Epd => "EPD",
            Self::Text => "plain text",
        })
    }
}
