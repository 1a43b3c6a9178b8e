//! Places in games, as requests name them.

use game::Rules;
use games::GameId;
use serde::Deserialize;

/// The most characters of a FEN.
const MAX_FEN: usize = 200;
/// The most moves of a line.
const MAX_MOVES: usize = 2000;

/// A place in a game: where it starts and the moves from there, in coordinates.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Line {
    /// The game.
    #[serde(default)]
    pub game: GameId,
    /// The FEN of the start; empty for the usual one.
    #[serde(default)]
    pub fen: String,
    /// The moves.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// A line that was played through.
pub struct Played<G: Rules> {
    pub start: G::Position,
    pub moves: Vec<G::Move>,
    /// The position after them.
    pub end: G::Position,
}

impl Line {
    /// Plays the moves.
    ///
    /// # Errors
    /// If the FEN or a move is wrong.
    pub fn play<G: Rules>(&self) -> Result<Played<G>, String> {
        if self.fen.len() > MAX_FEN || self.moves.len() > MAX_MOVES {
            return Err("the game is too long".to_owned());
        }
        let start = match self.fen.trim() {
            "" => G::start(),
            fen => G::parse_fen(fen).map_err(|error| error.to_string())?,
        };
        let mut end = start.clone();
        let mut moves = Vec::with_capacity(self.moves.len());
        for text in &self.moves {
            let mv = G::parse_move(&end, text).map_err(|error| error.to_string())?;
            G::play(&mut end, mv);
            moves.push(mv);
        }
        Ok(Played { start, moves, end })
    }
}
