//! The first moves of games.

use game::Rules;
use pgn::Reader;

use crate::OpeningRules;
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

impl<R: OpeningRules> Games<R> {
    pub(super) fn new(text: &str, plies: usize) -> Self {
        let usual = R::fen(&R::start());
        let games = Reader::<R, _>::new(text.as_bytes()).map(|game| {
            let game = game.map_err(|error| error.to_string())?;
            let fen = R::fen(&game.start);
            Ok(Beginning {
                fen: (fen != usual).then_some(fen),
                moves: game.moves().take(plies).collect(),
            })
        });
        Self(games.collect())
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
