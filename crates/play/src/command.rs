//! The commands during a game.

use crate::arguments::ColorChoice;

/// Shown by `help` during a game.
pub const HELP: &str = "\
Moves: SAN (Nf3, exd5, O-O, e8=Q) or UCI (e2e4, e7e8q); letter case is ignored
where the move is unambiguous.
  undo           take back your last move and the engine's reply
  hint           show the engine's best line for your side
  eval           show the static evaluation of the position
  moves          list the legal moves
  board          print the board
  flip           turn the board around
  go             let Quietus play the side to move from now on (also: switch)
  fen            print the position as FEN
  pgn [FILE]     print the game as PGN, or save it to a new file; 'pgn! FILE'
                 overwrites an existing file
  new [COLOR]    start a new game as white, black or random
  resign         resign the game
  quit           end the game (also: end of input)
Scores are in pawns from white's view. Threefold repetition and the fifty-move
rule draw the game without a claim.";

/// One line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// An empty line.
    Empty,
    /// List the commands.
    Help,
    /// Draw the board.
    Board,
    /// Take back the human's last move and the reply.
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
    /// A new game, perhaps with another side.
    New(Option<ColorChoice>),
    /// Resign the game.
    Resign,
    /// End the game.
    Quit,
    /// Anything else: taken as a move.
    Move(String),
}

impl Command {
    /// Parses a line. Unlike moves, commands may be in any letter case.
    pub fn parse(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (word.to_ascii_lowercase().as_str(), rest) {
            ("", _) => Self::Empty,
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
            (" \n", Command::Empty),
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
