//! What the openings of a game are made of.

use chess::pgn::Reader;
use chess::{Chess, Epd, Move, Piece, Position};
use game::{Rng, Rules};

use crate::{Opening, chess960};

/// A game with openings.
pub trait OpeningRules: Rules {
    /// The weight of a type of piece among random moves, in percent.
    fn move_weight(piece: Self::Piece) -> usize;

    /// A shuffled start position; the usual one in a game without such.
    fn shuffled_start(rng: &mut Rng) -> Self::Position;

    /// The position of a line in FEN or EPD. The error says what is wrong.
    ///
    /// # Errors
    /// If it is neither.
    fn parse_epd(line: &str) -> Result<Self::Position, String>;

    /// The games of a text: starts and moves, or what is wrong with a game.
    fn games(text: &str) -> impl Iterator<Item = Result<Opening<Self>, String>>;
}

impl OpeningRules for Chess {
    fn move_weight(piece: Piece) -> usize {
        /// From pawn to king.
        const WEIGHTS: [usize; 6] = [35, 15, 15, 5, 15, 15];
        WEIGHTS[piece.kind().index()]
    }

    fn shuffled_start(rng: &mut Rng) -> Position {
        let (white, black) = (rng.below(chess960::COUNT), rng.below(chess960::COUNT));
        chess960::double_start(white, black)
    }

    fn parse_epd(line: &str) -> Result<Position, String> {
        let epd = Epd::parse(line).map_err(|error| error.to_string())?;
        Ok(epd.position)
    }

    fn games(text: &str) -> impl Iterator<Item = Result<Opening, String>> {
        Reader::new(text.as_bytes()).map(|game| {
            let game = game.map_err(|error| error.to_string())?;
            let moves: Vec<Move> = game.moves().collect();
            Ok(Opening {
                start: game.start,
                moves,
            })
        })
    }
}
