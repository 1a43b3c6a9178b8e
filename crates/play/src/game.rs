//! The game so far: its moves, undo, and how it ended.

use std::fmt;

use game::{Dense, GameResult, Outcome, Position};

use crate::format::numbered;
use crate::rules::PlayRules;
use crate::style::Glyphs;

/// A game being played.
#[derive(Clone, Debug)]
pub struct Game<R: PlayRules> {
    start: R::Position,
    position: R::Position,
    moves: Vec<R::Move>,
    resigned: Option<R::Color>,
}

impl<R: PlayRules> Game<R> {
    /// A game before its first move.
    pub fn new(start: R::Position) -> Self {
        Self {
            position: start.clone(),
            start,
            moves: Vec::new(),
            resigned: None,
        }
    }

    /// Where it started.
    pub fn start(&self) -> &R::Position {
        &self.start
    }

    /// Where it stands.
    pub fn position(&self) -> &R::Position {
        &self.position
    }

    /// What was played.
    pub fn moves(&self) -> &[R::Move] {
        &self.moves
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: R::Move) {
        R::play(&mut self.position, mv);
        self.moves.push(mv);
    }

    /// A side gives up.
    pub fn resign(&mut self, color: R::Color) {
        self.resigned = Some(color);
    }

    /// How it ended, if it has.
    pub fn ending(&self) -> Option<Ending<R>> {
        let resignation = |loser| Ending::Resignation { loser };
        let by_rule = || R::outcome(&self.position).map(Ending::Rule);
        self.resigned.map(resignation).or_else(by_rule)
    }

    /// Goes back to the last moment at which `color` decided something: a resignation is taken
    /// back alone, else its last move with the answer. Says whether there was anything.
    pub fn take_back(&mut self, color: R::Color) -> bool {
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

    /// The last move with its number, as a score sheet has it: `12... Nf6`.
    pub fn last_move(&self, glyphs: Glyphs) -> Option<String> {
        let (&last, earlier) = self.moves.split_last()?;
        let mut before = self.start.clone();
        earlier.iter().for_each(|&mv| R::play(&mut before, mv));
        Some(numbered::<R>(&before, last, glyphs))
    }

    /// The pieces of a color that were taken, the most valuable first.
    pub fn captured(&self, color: R::Color) -> Vec<R::Piece> {
        let mut position = self.start.clone();
        let mut captured = Vec::new();
        for &mv in &self.moves {
            let victim = position.victim(mv);
            captured.extend(victim.filter(|&piece| R::color(piece) == color));
            R::play(&mut position, mv);
        }
        // Pieces are numbered from the least valuable.
        captured.sort_by_key(|piece| std::cmp::Reverse(piece.index()));
        captured
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending<R: PlayRules> {
    /// By a rule of the game.
    Rule(R::Outcome),
    /// A side resigned.
    Resignation {
        /// That side.
        loser: R::Color,
    },
}

impl<R: PlayRules> Ending<R> {
    /// The result of the game.
    pub fn result(self) -> GameResult {
        match self {
            Self::Rule(outcome) => outcome.result(),
            Self::Resignation { loser } => GameResult::win_for(R::opponent(loser)),
        }
    }
}

impl<R: PlayRules> fmt::Display for Ending<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Rule(outcome) => outcome.fmt(f),
            Self::Resignation { loser } => {
                write!(f, "{loser} resigns, {} wins", R::opponent(loser))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use chess::{Chess, Color, Outcome, Position};

    use super::{Ending, Game};
    use crate::style::Glyphs;

    fn game(moves: &[&str]) -> Game<Chess> {
        let mut game = Game::<Chess>::new(Position::start());
        for text in moves {
            let mv = game.position().parse_san(text).unwrap();
            game.play(mv);
        }
        game
    }

    #[test]
    fn the_way_back_leads_to_the_own_turn() {
        let mut game = game(&["e4", "d5", "exd5", "Qxd5"]);
        assert_eq!(game.last_move(Glyphs::Ascii).as_deref(), Some("2... Qxd5"));
        let letters = |game: &Game<Chess>, color| -> String {
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
        let loser = Color::White;
        assert_eq!(game.ending(), Some(Ending::Resignation { loser }));
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
