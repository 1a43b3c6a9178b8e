//! The arguments of `position`.

use std::fmt;

use crate::arguments::{ArgumentError, CommandError};

/// What `position` names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionCommand {
    /// The FEN; nothing for the start position.
    pub fen: Option<String>,
    /// The moves played from there.
    pub moves: Vec<String>,
}

impl PositionCommand {
    const USAGE: &'static str = "position startpos|fen FEN [moves M...]";

    pub(crate) fn parse(words: &[&str]) -> Result<Self, CommandError> {
        let split = words.iter().position(|&word| word == "moves");
        let (place, moves) = words.split_at(split.unwrap_or(words.len()));
        let fen = match place {
            ["startpos", ..] => Ok(None),
            ["fen", fields @ ..] if !fields.is_empty() => Ok(Some(fields.join(" "))),
            ["fen"] => Err(ArgumentError::missing("'position fen'", "a FEN")),
            _ => Err(ArgumentError::missing(
                "'position'",
                "'startpos' or 'fen FEN'",
            )),
        };
        let fen = fen.map_err(|error| error.with_usage(Self::USAGE))?;
        let moves = moves.iter().skip(1).map(|&text| text.to_owned()).collect();
        Ok(Self { fen, moves })
    }
}

impl fmt::Display for PositionCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fen {
            None => f.write_str("position startpos")?,
            Some(fen) => write!(f, "position fen {fen}")?,
        }
        if !self.moves.is_empty() {
            write!(f, " moves {}", self.moves.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{CommandError, PositionCommand};

    fn parse(text: &str) -> Result<PositionCommand, CommandError> {
        PositionCommand::parse(&text.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn positions_keep_their_text() {
        let fen = "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1";
        assert_eq!(
            parse("startpos moves e2e4 e7e5"),
            Ok(PositionCommand {
                fen: None,
                moves: vec!["e2e4".to_owned(), "e7e5".to_owned()]
            })
        );
        assert_eq!(
            parse(&format!(" fen {fen} moves")),
            Ok(PositionCommand {
                fen: Some(fen.to_owned()),
                moves: Vec::new()
            })
        );
        assert!(parse("").is_err());
        assert!(parse("fen moves e2e4").is_err());
    }
}
