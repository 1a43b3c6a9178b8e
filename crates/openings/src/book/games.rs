//! The first moves of games.

use chess::pgn::Reader;
use chess::{Move, Position};

use crate::draw::Opening;

/// Games, each cut after some moves, or what is wrong with it.
#[derive(Clone, Debug)]
pub(super) struct Games(Vec<Result<Beginning, String>>);

#[derive(Clone, Debug)]
struct Beginning {
    /// Where the game starts, if not as usual; as text because a position takes far more memory.
    fen: Option<String>,
    moves: Vec<Move>,
}

impl Games {
    pub(super) fn new(text: &str, plies: usize) -> Self {
        let beginning = |game: chess::pgn::Game| {
            let fen = game.start.fen();
            Beginning {
                fen: (fen != Position::START_FEN).then_some(fen),
                moves: game.moves().take(plies).collect(),
            }
        };
        let games = Reader::new(text.as_bytes());
        Self(
            games
                .map(|game| game.map(beginning).map_err(|error| error.to_string()))
                .collect(),
        )
    }

    pub(super) const fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn opening(&self, number: usize) -> Result<Opening, String> {
        let beginning = self.0[number].as_ref().map_err(String::clone)?;
        let start = beginning.fen.as_ref().map_or_else(Position::start, |fen| {
            Position::from_fen(fen).expect("our own FEN is valid")
        });
        Ok(Opening {
            start,
            moves: beginning.moves.clone(),
        })
    }
}
