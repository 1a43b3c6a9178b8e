//! What the openings of a game are made of.

use chess::Chess;
use game::Rng;
use pgn::Notation;
use xiangqi::Xiangqi;

use crate::chess960;

/// A game with openings.
pub trait OpeningRules: Notation {
    /// The weight of a type of piece among random moves, in percent.
    fn move_weight(piece: Self::Piece) -> usize;

    /// A shuffled start position; the usual one in a game without such.
    fn shuffled_start(rng: &mut Rng) -> Self::Position;
}

impl OpeningRules for Chess {
    fn move_weight(piece: chess::Piece) -> usize {
        /// From pawn to king.
        const WEIGHTS: [usize; 6] = [35, 15, 15, 5, 15, 15];
        WEIGHTS[piece.kind().index()]
    }

    fn shuffled_start(rng: &mut Rng) -> chess::Position {
        let (white, black) = (rng.below(chess960::COUNT), rng.below(chess960::COUNT));
        chess960::double_start(white, black)
    }
}

impl OpeningRules for Xiangqi {
    fn move_weight(piece: xiangqi::Piece) -> usize {
        /// From pawn to king, in the order of the types of pieces.
        const WEIGHTS: [usize; 7] = [25, 10, 10, 20, 20, 10, 5];
        WEIGHTS[piece.kind().index()]
    }

    fn shuffled_start(_: &mut Rng) -> xiangqi::Position {
        xiangqi::Position::start()
    }
}
