//! Games of a calibration, and their PGN.

use chess::{Chess, Move, pgn};
use game::GameResult;
use openings::Opening;

use crate::Entrant;

/// A game played.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// White and Black.
    pub players: [Entrant; 2],
    /// Where it started.
    pub opening: Opening<Chess>,
    /// The moves after the opening.
    pub moves: Vec<Move>,
    /// As PGN has it.
    pub result: GameResult,
}

impl GameRecord {
    /// The game as PGN, with a number as its round.
    #[must_use]
    pub fn pgn(&self, round: usize) -> Vec<u8> {
        let mut game = pgn::Game::new(self.opening.start.clone());
        let [white, black] = self.players.map(|entrant| match entrant {
            Entrant::Level(level) => format!("level {level}"),
            Entrant::Material | Entrant::Anchor(_) => entrant.to_string(),
        });
        game.tags = [
            ("Event", "Calibration of levels".to_owned()),
            ("Round", round.to_string()),
            ("White", white),
            ("Black", black),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into();
        let moves = self.opening.moves.iter().chain(&self.moves);
        game.line.moves = moves.map(|&mv| mv.into()).collect();
        game.result = self.result;
        let mut text = Vec::new();
        pgn::write(&game, &mut text).expect("writing to memory cannot fail");
        text
    }
}
