//! What a person may say during a game.

use super::arguments::ColorChoice;

/// Shown by `help` during a game.
pub const HELP: &str = "\
Moves: Nf3, exd5, O-O, e8=Q, or by squares: e2e4, e7e8q; case does not matter
where the meaning is clear.
  undo           take back your last move and the answer to it
  hint           what Quietus would play in your place
  eval           what the position is worth without looking ahead
  moves          the legal moves
  board          draw the board again
  flip           turn the board around
  go             let Quietus play this side from now on (also: switch)
  fen            the position as FEN
  pgn [FILE]     the game as PGN, here or into a new file; 'pgn! FILE' also
                 replaces one that exists
  new [COLOR]    another game, as white, black or random
  resign         give up
  quit           leave (also: end of input)
Scores are in pawns, + is good for white. The third repetition and fifty moves
without capture or pawn move end the game as a draw.";

/// One line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Nothing at all.
    Nothing,
    /// Explain the commands.
    Help,
    /// Draw the board.
    Board,
    /// Take back the own last move.
    Undo,
    /// Suggest a move.
    Hint,
    /// Show the static evaluation.
    Eval,
    /// List the legal moves.
    Moves,
    /// Turn the board.
    Flip,
    /// The engine takes over the side to move.
    Switch,
    /// Show the FEN.
    Fen,
    /// Show the game.
    ShowPgn,
    /// Save the game to a file; whether one that exists may be replaced.
    SavePgn(String, bool),
    /// Another game, perhaps with another side.
    New(Option<ColorChoice>),
    /// Give up.
    Resign,
    /// Leave.
    Quit,
    /// Anything else, hopefully a move.
    Move(String),
}

impl Command {
    /// Reads a line. Commands are taken in any case, unlike moves.
    pub fn parse(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => Self::Nothing,
            ("help" | "?", "") => Self::Help,
            ("board" | "d", "") => Self::Board,
            ("undo" | "takeback", "") => Self::Undo,
            ("hint", "") => Self::Hint,
            ("eval", "") => Self::Eval,
            ("moves", "") => Self::Moves,
            ("flip", "") => Self::Flip,
            ("go" | "switch", "") => Self::Switch,
            ("fen", "") => Self::Fen,
            ("pgn" | "pgn!", "") => Self::ShowPgn,
            ("pgn", file) => Self::SavePgn(file.to_owned(), false),
            ("pgn!", file) => Self::SavePgn(file.to_owned(), true),
            ("new", "") => Self::New(None),
            ("new", color) if ColorChoice::parse(color).is_some() => {
                Self::New(ColorChoice::parse(color))
            }
            ("resign", "") => Self::Resign,
            ("quit" | "exit" | "q", "") => Self::Quit,
            _ => Self::Move(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ColorChoice, Command, HELP};

    #[test]
    fn lines_are_commands_or_moves() {
        for (line, command) in [
            (" \n", Command::Nothing),
            ("Undo\r\n", Command::Undo),
            ("pgn", Command::ShowPgn),
            (
                "pgn my game.pgn",
                Command::SavePgn("my game.pgn".to_owned(), false),
            ),
            ("pgn! a.pgn", Command::SavePgn("a.pgn".to_owned(), true)),
            ("new random", Command::New(Some(ColorChoice::Random))),
            ("new", Command::New(None)),
            ("new green", Command::Move("new green".to_owned())),
            ("undo it", Command::Move("undo it".to_owned())),
            ("Nf3", Command::Move("Nf3".to_owned())),
        ] {
            assert_eq!(Command::parse(line), command, "{line}");
        }
    }

    #[test]
    fn the_help_fits_a_terminal() {
        assert!(HELP.lines().all(|line| line.len() <= 80), "{HELP}");
    }
}
