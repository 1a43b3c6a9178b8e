//! The game so far: its moves, undo, and how it ended.

use std::fmt;

use chess::{Color, GameResult, Move, Outcome, Piece, Position};

use crate::format::numbered;

/// A game being played.
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    position: Position,
    moves: Vec<Move>,
    resigned: Option<Color>,
}

impl Game {
    /// A game before its first move.
    pub fn new(start: Position) -> Self {
        Self {
            position: start.clone(),
            start,
            moves: Vec::new(),
            resigned: None,
        }
    }

    /// Where it started.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Where it stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// What was played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        self.position.play(mv);
        self.moves.push(mv);
    }

    /// A side gives up.
    pub fn resign(&mut self, color: Color) {
        self.resigned = Some(color);
    }

    /// How it ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        let resignation = |color: Color| Ending::Resignation { winner: !color };
        let by_rule = || self.position.outcome().map(Ending::Rule);
        self.resigned.map(resignation).or_else(by_rule)
    }

    /// Goes back to the last moment at which `color` decided something: a resignation is taken
    /// back alone, else its last move with the answer. Says whether there was anything.
    pub fn take_back(&mut self, color: Color) -> bool {
        if self.resigned.take().is_some() {
            return true;
        }
        let plies = if self.position.side_to_move() == color {
            2
        } else {
            1
        };
        if self.moves.len() < plies {
            return false;
        }
        for mv in self
            .moves
            .split_off(self.moves.len() - plies)
            .into_iter()
            .rev()
        {
            self.position.unmake(mv);
        }
        true
    }

    /// The last move in SAN with its number, as a score sheet has it: `12... Nf6`.
    pub fn last_move(&self) -> Option<String> {
        let (&last, earlier) = self.moves.split_last()?;
        let mut before = self.start.clone();
        earlier.iter().for_each(|&mv| before.play(mv));
        Some(numbered(&before, last))
    }

    /// The pieces of a color that were taken, the most valuable first.
    pub fn captured(&self, color: Color) -> Vec<Piece> {
        let mut position = self.start.clone();
        let mut captured = Vec::new();
        for &mv in &self.moves {
            captured.extend(position.victim(mv).filter(|piece| piece.color() == color));
            position.play(mv);
        }
        captured.sort_by_key(|piece| std::cmp::Reverse(piece.kind()));
        captured
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By a rule of chess.
    Rule(Outcome),
    /// The other side resigned.
    Resignation {
        /// The side that did not resign.
        winner: Color,
    },
}

impl Ending {
    /// The result of the game.
    pub fn result(self) -> GameResult {
        match self {
            Self::Rule(outcome) => outcome.result(),
            Self::Resignation { winner } => GameResult::win_for(winner),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Rule(outcome) => outcome.fmt(f),
            Self::Resignation { winner } => write!(f, "{} resigns, {winner} wins", !winner),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Color, Ending, Game, Outcome, Position};

    fn game(moves: &[&str]) -> Game {
        let mut game = Game::new(Position::start());
        for text in moves {
            let mv = game.position().parse_san(text).unwrap();
            game.play(mv);
        }
        game
    }

    #[test]
    fn the_way_back_leads_to_the_own_turn() {
        let mut game = game(&["e4", "d5", "exd5", "Qxd5"]);
        assert_eq!(game.last_move().as_deref(), Some("2... Qxd5"));
        let letters = |game: &Game, color| -> String {
            game.captured(color)
                .iter()
                .map(|piece| piece.letter())
                .collect()
        };
        assert_eq!(
            (letters(&game, Color::White), letters(&game, Color::Black)),
            ("P".into(), "p".into())
        );
        game.resign(Color::White);
        let winner = Color::Black;
        assert_eq!(game.ending(), Some(Ending::Resignation { winner }));
        assert!(game.take_back(Color::White));
        assert_eq!((game.ending(), game.moves().len()), (None, 4));
        assert!(game.take_back(Color::White) && game.take_back(Color::White));
        assert_eq!(game.position(), &Position::start());
        assert!(!game.take_back(Color::White));
    }

    #[test]
    fn the_opponents_first_move_is_not_ours_to_take_back() {
        let mut first = game(&["e4"]);
        assert!(!first.take_back(Color::Black));
        assert!(first.take_back(Color::White));
    }

    #[test]
    fn the_third_repetition_ends_it() {
        let round = ["Nf3", "Nf6", "Ng1", "Ng8"];
        assert_eq!(game(&[round, round].concat()[..7]).ending(), None);
        assert_eq!(
            game(&[round, round].concat()).ending(),
            Some(Ending::Rule(Outcome::ThreefoldRepetition))
        );
    }
}
