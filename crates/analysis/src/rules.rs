//! What reports of a game need beyond its PGN: how people write its moves and name its sides.

use chess::Chess;
use game::{Dense, Position as _};
use pgn::{Game, Notation};
use xiangqi::Xiangqi;

use crate::opening::Opening;

/// A game whose analyses can be read.
pub trait ReportRules: Notation {
    /// The sides, the one that begins first.
    const SIDES: [&'static str; 2];

    /// A legal move as score sheets have it: SAN, or WXF for xiangqi.
    fn written(position: &Self::Position, mv: Self::Move) -> String;

    /// The opening of a game, if it has a name.
    fn opening(game: &Game<Self>) -> Option<Opening>;

    /// A line of legal moves with their numbers.
    ///
    /// ```
    /// use analysis::ReportRules;
    /// use chess::{Chess, Position};
    ///
    /// let start = Position::start();
    /// let e4 = start.parse_san("e4")?;
    /// let c5 = start.after(e4).parse_san("c5")?;
    /// assert_eq!(Chess::written_line(&start, &[e4, c5]), "1. e4 c5");
    /// assert_eq!(Chess::written_line(&start.after(e4), &[c5]), "1... c5");
    /// # Ok::<(), chess::MoveError>(())
    /// ```
    fn written_line(position: &Self::Position, moves: &[Self::Move]) -> String {
        let mut position = position.clone();
        let mut words = Vec::new();
        for &mv in moves {
            let number = Self::move_number(&position);
            match position.side_to_move().index() {
                0 => words.push(format!("{number}.")),
                _ if words.is_empty() => words.push(format!("{number}...")),
                _ => {}
            }
            words.push(Self::written(&position, mv));
            Self::play(&mut position, mv);
        }
        words.join(" ")
    }
}

impl ReportRules for Chess {
    const SIDES: [&'static str; 2] = ["White", "Black"];

    fn written(position: &chess::Position, mv: chess::Move) -> String {
        position.san(mv)
    }

    fn opening(game: &Game<Self>) -> Option<Opening> {
        let moves: Vec<chess::Move> = game.moves().collect();
        Opening::of(&game.start, &moves)
    }
}

impl ReportRules for Xiangqi {
    const SIDES: [&'static str; 2] = ["Red", "Black"];

    fn written(position: &xiangqi::Position, mv: xiangqi::Move) -> String {
        position.wxf(mv)
    }

    fn opening(_: &Game<Self>) -> Option<Opening> {
        None
    }
}
