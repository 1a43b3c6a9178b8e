//! The first moves of games.

use game::{Facts, Rules};
use pgn::Reader;

use crate::draw::Opening;

/// Games, each cut after some moves, or what is wrong with it.
#[derive(Clone, Debug)]
pub(super) struct Games<R: Rules>(Vec<Result<Beginning<R>, String>>);

#[derive(Clone, Debug)]
struct Beginning<R: Rules> {
    /// Where the game starts, if not as usual; as text because a position takes far more memory.
    fen: Option<String>,
    moves: Vec<R::Move>,
}

impl<R: Facts> Games<R> {
    /// `None` if the games take more bytes than `limit`.
    pub(super) fn new(text: &str, plies: usize, limit: usize) -> Option<Self> {
        let usual = R::fen(&R::start());
        let mut games = Vec::new();
        let mut bytes = 0;
        for game in Reader::<R, _>::new(text.as_bytes()) {
            let beginning = game.map_err(|error| error.to_string()).map(|game| {
                let fen = R::fen(&game.start);
                Beginning::<R> {
                    fen: (fen != usual).then_some(fen),
                    moves: game.moves().take(plies).collect(),
                }
            });
            bytes += size_of_val(&beginning);
            bytes += match &beginning {
                Ok(game) => size_of_val(&game.moves[..]) + game.fen.as_ref().map_or(0, String::len),
                Err(error) => error.len(),
            };
            if bytes > limit {
                return None;
            }
            games.push(beginning);
        }
        Some(Self(games))
    }

    pub(super) const fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn opening(&self, number: usize) -> Result<Opening<R>, String> {
        let beginning = self.0[number].as_ref().map_err(String::clone)?;
        let start = beginning.fen.as_ref().map_or_else(R::start, |fen| {
            R::parse_fen(fen).expect("our own FEN is valid")
        });
        Ok(Opening {
            start,
            moves: beginning.moves.clone(),
        })
    }
}
