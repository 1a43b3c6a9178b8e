//! The formats, and which can become which.

use std::fmt;
use std::path::Path;

use super::Mismatch;

/// A format of games or positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Games in the lab's own format.
    Qgames,
    /// Games: moves, scores, results.
    Viriformat,
    /// Games, with scores in comments.
    Pgn,
    /// Games of XQStudio; input only.
    Xqf,
    /// Games as DhtmlXQ text; input only.
    Dhtmlxq,
    /// Positions in 32 bytes.
    Bulletformat,
    /// Positions: score as `ce`, result as `c9`.
    Epd,
    /// Positions: FEN | score | result.
    Text,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Qgames,
        Self::Viriformat,
        Self::Pgn,
        Self::Xqf,
        Self::Dhtmlxq,
        Self::Bulletformat,
        Self::Epd,
        Self::Text,
    ];

    /// The word for it on a command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Qgames => "qgames",
            Self::Viriformat => "viriformat",
            Self::Pgn => "pgn",
            Self::Xqf => "xqf",
            Self::Dhtmlxq => "dhtmlxq",
            Self::Bulletformat => "bulletformat",
            Self::Epd => "epd",
            Self::Text => "text",
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
    ///
    /// # Errors
    /// Which of these it is.
    pub const fn check_target(self, target: Self) -> Result<(), Mismatch> {
        if matches!(target, Self::Xqf | Self::Dhtmlxq) {
            return Err(Mismatch::InputOnly(target));
        }
        if target.holds_games() && !self.holds_games() {
            return Err(Mismatch::NotGames {
                from: self,
                to: target,
            });
        }
        Ok(())
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Pgn => "PGN",
            Self::Xqf => "XQF",
            Self::Dhtmlxq => "DhtmlXQ",
            Self::Epd => "EPD",
            Self::Text => "plain text",
            Self::Qgames | Self::Viriformat | Self::Bulletformat => self.word(),
        })
    }
}
