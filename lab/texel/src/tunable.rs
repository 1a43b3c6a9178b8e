//! What the fit needs to know of a game.

use chess::Chess;
use evaluation::{Terms, Value};
use game::{Codes, Evaluator};
use xiangqi::Xiangqi;

/// A game whose evaluation can be tuned: a linear one of piece-square values, further features and
/// tempo.
pub trait Tunable: Terms + Codes {
    /// The types of pieces, from pawn to king.
    const KINDS: &'static [&'static str];
    /// Files and ranks of the board; squares count from the first file and rank, file by file.
    const BOARD: (usize, usize);
    /// What the first side is called.
    const FIRST_SIDE: &'static str;
    /// How the tables of the source lie.
    const TABLES: &'static str;
    /// The number of features: what is counted beside the pieces.
    const FEATURES: usize = 0;

    /// A piece of the first side.
    fn piece(kind: usize) -> Self::Piece;

    /// The square with this index; [`Self::BOARD`] tells the order.
    fn square(index: usize) -> Self::Square;

    /// The type of a piece, its square as its own side sees it, and whether it is the first side's.
    fn place(piece: Self::Piece, square: Self::Square) -> (usize, usize, bool);

    /// The square that has the same value: itself, or its mirror image.
    fn fold(square: usize) -> usize {
        square
    }

    /// Whether a piece of the first side can ever stand on a square.
    fn can_stand(kind: usize, square: usize) -> bool;

    /// What people call a feature.
    fn feature_name(feature: usize) -> String {
        feature.to_string()
    }

    /// How often each feature is there for the first side minus the second.
    fn features(_position: &Self::Position) -> Vec<i32> {
        Vec::new()
    }

    /// What a feature is worth in the engine.
    fn feature_value(_feature: usize) -> Value {
        Value::default()
    }

    /// The part of the evaluation that is not tuned, from the first side's view.
    fn untuned(_position: &Self::Position) -> f64 {
        0.0
    }

    /// The number of squares.
    fn squares() -> usize {
        Self::BOARD.0 * Self::BOARD.1
    }

    /// The number of piece-square slots and features, each of which has two values.
    fn slots() -> usize {
        Self::KINDS.len() * Self::squares() + Self::FEATURES
    }

    /// The slot of a type of piece on a square of its own side's view.
    fn slot(kind: usize, square: usize) -> usize {
        Self::squares() * kind + Self::fold(square)
    }
}

/// Without the mop-up evaluation, which is not linear.
impl Tunable for Chess {
    const KINDS: &'static [&'static str] =
        &["Pawns", "Knights", "Bishops", "Rooks", "Queens", "Kings"];
    const BOARD: (usize, usize) = (8, 8);
    const FIRST_SIDE: &'static str = "white";
    const TABLES: &'static str =
        "Ranks go from the eighth to the first and files from a to h, as white sees the board.";

    fn piece(kind: usize) -> chess::Piece {
        chess::Piece::new(chess::Color::White, chess::PieceType::from_index(kind))
    }

    fn square(index: usize) -> chess::Square {
        chess::Square::from_index(index)
    }

    fn place(piece: chess::Piece, square: chess::Square) -> (usize, usize, bool) {
        let color = piece.color();
        let own = square.relative_to(color).index();
        (piece.kind().index(), own, color == chess::Color::White)
    }

    fn can_stand(kind: usize, square: usize) -> bool {
        kind != chess::PieceType::Pawn.index() || (8..56).contains(&square)
    }
}

impl Tunable for Xiangqi {
    const KINDS: &'static [&'static str] = &[
        "Pawns",
        "Elephants",
        "Advisors",
        "Horses",
        "Cannons",
        "Rooks",
        "Kings",
    ];
    const BOARD: (usize, usize) = (9, 10);
    const FIRST_SIDE: &'static str = "red";
    const TABLES: &'static str =
        "Ranks go from 9 to 0 and files from a to i, as red sees the board.";

    fn piece(kind: usize) -> xiangqi::Piece {
        xiangqi::Piece::new(xiangqi::Color::Red, xiangqi::PieceType::from_index(kind))
    }

    fn square(index: usize) -> xiangqi::Square {
        xiangqi::Square::from_index(index)
    }

    fn place(piece: xiangqi::Piece, square: xiangqi::Square) -> (usize, usize, bool) {
        let color = piece.color();
        let own = square.relative_to(color).index();
        (piece.kind().index(), own, color == xiangqi::Color::Red)
    }

    /// The board is symmetric.
    fn fold(square: usize) -> usize {
        let (rank, file) = (square / 9, square % 9);
        9 * rank + file.min(8 - file)
    }

    fn can_stand(kind: usize, square: usize) -> bool {
        xiangqi::reachable(Self::piece(kind)).has(Self::square(square))
    }

    /// All that the engine counts beside pieces on squares.
    fn untuned(position: &xiangqi::Position) -> f64 {
        let mut engine = evaluation::xiangqi::Handcrafted::without_clock();
        engine.reset(position);
        let (mut middlegame, mut endgame, mut phase) = (0, 0, 0);
        Self::for_each_piece(position, |piece, square| {
            let value = Self::value_of(piece, square);
            middlegame += value.middlegame;
            endgame += value.endgame;
            phase += Self::phase_of(piece);
        });
        let share = f64::from(phase.min(Self::PHASE_MAX)) / f64::from(Self::PHASE_MAX);
        let placed = share * f64::from(middlegame) + (1.0 - share) * f64::from(endgame);
        let first = match position.side_to_move() {
            xiangqi::Color::Red => 1,
            xiangqi::Color::Black => -1,
        };
        f64::from(first * (engine.evaluate(position).raw() - Self::TEMPO)) - placed
    }
}
