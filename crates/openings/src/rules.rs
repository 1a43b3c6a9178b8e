//! What the openings of a game are made of.

use chess::{Chess, Epd};
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

    /// The position of a line in FEN or EPD. The error says what is wrong.
    ///
    /// # Errors
    /// If it is neither.
    fn parse_epd(line: &str) -> Result<Self::Position, String>;
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

    fn parse_epd(line: &str) -> Result<chess::Position, String> {
        let epd = Epd::parse(line).map_err(|error| error.to_string())?;
        Ok(epd.position)
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

    /// Of EPD's operations none matters here; a FEN has two numbers in their place.
    fn parse_epd(line: &str) -> Result<xiangqi::Position, String> {
        let mut fields: Vec<&str> = line.split_ascii_whitespace().collect();
        let has_clocks = fields
            .get(4)
            .is_some_and(|clock| clock.parse::<u32>().is_ok());
        fields.truncate(if has_clocks { 6 } else { 4 });
        xiangqi::Position::from_fen(&fields.join(" ")).map_err(|error| error.to_string())
    }
}
