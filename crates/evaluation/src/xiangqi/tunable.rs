//! The evaluation of xiangqi as Texel tuning sees it.

use game::Evaluator;
use xiangqi::{Color, Piece, PieceType, Position, Square, Xiangqi, reachable};

use super::Handcrafted;
use crate::{Terms, Tunable};

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

    fn piece(kind: usize) -> Piece {
        Piece::new(Color::Red, PieceType::from_index(kind))
    }

    fn square(index: usize) -> Square {
        Square::from_index(index)
    }

    fn place(piece: Piece, square: Square) -> (usize, usize, bool) {
        let color = piece.color();
        let own = square.relative_to(color).index();
        (piece.kind().index(), own, color == Color::Red)
    }

    /// The board is symmetric.
    fn fold(square: usize) -> usize {
        let (rank, file) = (square / 9, square % 9);
        9 * rank + file.min(8 - file)
    }

    fn can_stand(kind: usize, square: usize) -> bool {
        reachable(Self::piece(kind)).has(Self::square(square))
    }

    /// All that the engine counts beside pieces on squares.
    fn untuned(position: &Position) -> f64 {
        let mut engine = Handcrafted::without_clock();
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
            Color::Red => 1,
            Color::Black => -1,
        };
        f64::from(first * (engine.evaluate(position).raw() - Self::TEMPO)) - placed
    }
}
