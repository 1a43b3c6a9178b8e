//! The commands during a game.

use crate::arguments::{ColorChoice, parse_color};
use crate::rules::PlayRules;

/// Shown by `help` during a game.
pub fn help<R: PlayRules>() -> String {
    let [first, second] = R::SIDES;
    format!(
        "\
{}
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
  new [COLOR]    start a new game as {first}, {second} or random
  review         show what the moves were worth, and why
  resign         resign the game; asks again
  quit           end the game (also: end of input)
Scores are in pawns from {first}'s view. {}",
        R::MOVE_HELP,
        R::END_HELP
    )
}

/// One line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command<R: PlayRules> {
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
    New(Option<ColorChoice<R::Color>>),
    /// Review the game.
    Review,
    /// Resign the game.
    Resign,
    /// End the game.
    Quit,
    /// Anything else: taken as a move.
    Move(String),
}

impl<R: PlayRules> Command<R> {
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
            ("new", color) if parse_color::<R>(color).is_some() => {
                Self::New(parse_color::<R>(color))
            }
            ("review", "") => Self::Review,
            ("resign", "") => Self::Resign,
            ("quit" | "exit" | "q", "") => Self::Quit,
            _ => Self::Move(line.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use chess::Chess;
    use xiangqi::Xiangqi;

    use super::{ColorChoice, help};
    use crate::format::columns;

    type Command = super::Command<Chess>;

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
        for help in [help::<Chess>(), help::<Xiangqi>()] {
            assert!(help.lines().all(|line| columns(line) <= 80), "{help}");
        }
    }
}
