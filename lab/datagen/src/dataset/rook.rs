//! The value of a rook: what centipawns of different evaluations have in common.

use evaluation::{Evaluated, Evaluation};
use game::{Codes, Dense, Position};

use super::removal::emptied;

/// The rook of the paper's centipawns: the mean over its tables, from its published code.
pub const PAPER_ROOK: f64 = 617.0;

/// How much the evaluation of positions drops without a rook, in the mean over all rooks on them; none
/// without any.
pub fn rook_value<R: Codes + Evaluated>(
    positions: &[R::Position],
    evaluator: impl Fn() -> Evaluation<R>,
) -> Option<f64> {
    let (mut sum, mut rooks) = (0, 0);
    for position in positions {
        let fen = R::fen(position);
        let mut fields = fen.split(' ');
        let (Some(board), Some(side)) = (fields.next(), fields.next()) else {
            continue;
        };
        let value = |board: &str| {
            let position = R::parse_fen(&format!("{board} {side} - - 0 1")).ok()?;
            Some(evaluator().of(&position).raw())
        };
        let Some(with) = value(board) else {
            continue;
        };
        for (place, letter) in board.char_indices() {
            let owner = match letter {
                'R' => 0,
                'r' => 1,
                _ => continue,
            };
            if let Some(without) = value(&emptied(board, place)) {
                let is_ours = owner == position.side_to_move().index();
                sum += if is_ours {
                    with - without
                } else {
                    without - with
                };
                rooks += 1;
            }
        }
    }
    (rooks > 0).then(|| f64::from(sum) / f64::from(rooks))
}

#[cfg(test)]
mod tests {
    use chess::Chess;
    use evaluation::{Evaluation, Terms};
    use game::Rules;
    use xiangqi::Xiangqi;

    use super::rook_value;

    fn value<R: game::Codes + evaluation::Evaluated>(fen: &str) -> f64 {
        let positions = [R::parse_fen(fen).unwrap()];
        let tables = || Evaluation::without_clock(None).tables_only();
        rook_value::<R>(&positions, tables).unwrap()
    }

    #[test]
    fn a_rook_is_worth_its_place_in_the_tables() {
        let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
        let position = Chess::parse_fen(fen).unwrap();
        let mut rook = 0;
        Chess::for_each_piece(&position, |piece, square| {
            if piece.kind() == chess::PieceType::Rook {
                rook = Chess::value_of(piece, square).endgame;
            }
        });
        let found = value::<Chess>(fen);
        assert!((found - f64::from(rook)).abs() < 60.0, "{found} {rook}");
        let black = "r3k3/8/8/8/8/8/8/4K3 w - - 0 1";
        assert!((value::<Chess>(black) - found).abs() < 2.0);
        assert!(value::<Xiangqi>("3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1") > 300.0);
    }
}
