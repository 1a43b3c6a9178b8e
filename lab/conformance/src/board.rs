//! A position of the game that an engine is checked in.

use chess::Chess;
use game::{Position, Rules};
use games::GameId;
use xiangqi::{Dialect, Xiangqi};

use crate::long_game::long_game;

/// A position of any game.
#[derive(Clone, Debug)]
pub(super) enum Board {
    Chess(chess::Position),
    /// The position writes moves as the engine does.
    Xiangqi(xiangqi::Position),
}

/// Calls a function that is generic over the rules with the position of any game.
macro_rules! with_rules {
    ($board:expr, $function:ident($($argument:expr),*)) => {
        match $board {
            Board::Chess(position) => $function::<Chess>(position, $($argument),*),
            Board::Xiangqi(position) => $function::<Xiangqi>(position, $($argument),*),
        }
    };
}

impl Board {
    pub(super) fn start(game: GameId, dialect: Dialect) -> Self {
        match game {
            GameId::Chess => Self::Chess(Chess::start()),
            GameId::Xiangqi => Self::Xiangqi(spelled(Xiangqi::start(), dialect)),
        }
    }

    pub(super) fn of_fen(game: GameId, dialect: Dialect, fen: &str) -> Result<Self, String> {
        match game {
            GameId::Chess => Chess::parse_fen(fen)
                .map(Self::Chess)
                .map_err(|error| error.to_string()),
            GameId::Xiangqi => Xiangqi::parse_fen(fen)
                .map(|position| Self::Xiangqi(spelled(position, dialect)))
                .map_err(|error| error.to_string()),
        }
    }

    pub(super) fn fen(&self) -> String {
        with_rules!(self, fen())
    }

    /// The moves of [`Positions`](crate::positions::Positions), spelled as the engine writes them.
    pub(super) fn spell(&self, moves: &str) -> String {
        let Self::Xiangqi(position) = self else {
            return moves.to_owned();
        };
        let respell = |text: &str| match Dialect::FromZero.read(text) {
            Some(mv) => position.uci(mv),
            None => text.to_owned(),
        };
        let moves: Vec<String> = moves.split(' ').map(respell).collect();
        moves.join(" ")
    }

    /// Plays a legal move, which must be in UCI notation. The error says what is wrong.
    pub(super) fn play(&mut self, text: &str) -> Result<(), String> {
        with_rules!(self, play(text))
    }

    /// The moves of a long game from here that no rule ends, for [`Board::spell`].
    pub(super) fn long_game(&self, plies: usize) -> Vec<String> {
        match self {
            Self::Chess(position) => long_game::<Chess>(position, plies),
            Self::Xiangqi(position) => {
                long_game::<Xiangqi>(&spelled(position.clone(), Dialect::FromZero), plies)
            }
        }
    }

    /// Whether the side to move is mated; in xiangqi stalemate is a mate.
    pub(super) fn is_mated(&self) -> bool {
        with_rules!(self, is_mated())
    }

    /// Whether a rule about repetitions or the move limit ends the game here.
    pub(super) fn is_over_by_rule(&self) -> bool {
        match self {
            Self::Chess(position) => {
                position.is_draw_by_fifty_moves() || position.is_threefold_repetition()
            }
            Self::Xiangqi(position) => {
                use xiangqi::Outcome::{MoveLimit, Repetition};
                matches!(position.outcome(), Some(MoveLimit | Repetition(_)))
            }
        }
    }
}

fn spelled(mut position: xiangqi::Position, dialect: Dialect) -> xiangqi::Position {
    position.set_dialect(dialect);
    position
}

fn fen<R: Rules>(position: &R::Position) -> String {
    R::fen(position)
}

fn play<R: Rules>(position: &mut R::Position, text: &str) -> Result<(), String> {
    let mv = R::parse_move(position, text).map_err(|error| error.to_string())?;
    let right = R::move_text(position, mv);
    if right != text {
        return Err(format!("{text:?} should be {right:?}"));
    }
    R::play(position, mv);
    Ok(())
}

fn is_mated<R: Rules>(position: &R::Position) -> bool {
    (R::STALEMATE_LOSES || position.in_check()) && !position.has_legal_move()
}
