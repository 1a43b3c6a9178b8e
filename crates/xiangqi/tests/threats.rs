//! Attack maps against the slow rules.

mod common;

use common::{sample, slow};
use xiangqi::{Bitboard, PieceType, Position, attacks, see_value};

const GAMES: usize = if cfg!(debug_assertions) { 50 } else { 1000 };

/// What pieces of some types of the side not to move attack.
fn attacked(position: &Position, is_wanted: impl Fn(PieceType) -> bool) -> Bitboard {
    let board = slow::board(position);
    position
        .color(!position.side_to_move())
        .into_iter()
        .filter(|&from| {
            position
                .piece_on(from)
                .is_some_and(|piece| is_wanted(piece.kind()))
        })
        .flat_map(|from| slow::attacked_by(&board, from))
        .collect()
}

#[test]
fn threats_are_those_of_the_slow_rules() {
    for position in sample(GAMES, 31) {
        let threats = position.threats();
        assert_eq!(threats.all, attacked(&position, |_| true), "{position}");
        for kind in PieceType::ALL {
            // Elephants and advisors count alike, and so do horses and cannons.
            let margin = 40;
            let is_lesser =
                |by: PieceType| by != PieceType::King && see_value(by) + margin <= see_value(kind);
            let expected = match kind {
                PieceType::King => Bitboard::EMPTY,
                PieceType::Elephant | PieceType::Advisor => {
                    attacked(&position, |by| by == PieceType::Pawn)
                }
                _ => attacked(&position, is_lesser),
            };
            assert_eq!(threats.by_lesser(kind), expected, "{kind:?} in {position}");
        }
    }
}

#[test]
fn attackers_are_the_reverse_of_attacks() {
    for position in sample(GAMES / 10, 32) {
        let board = slow::board(&position);
        let occupied = position.occupied();
        for from in occupied {
            let piece = position.piece_on(from).expect("an occupied square");
            let reached: Bitboard = slow::attacked_by(&board, from).into_iter().collect();
            assert_eq!(attacks(piece, from, occupied), reached);
        }
        for square in xiangqi::Square::ALL {
            let expected: Bitboard = occupied
                .into_iter()
                .filter(|&from| slow::attacked_by(&board, from).contains(&square))
                .collect();
            // A king's palace and an elephant's side tell whose piece can come there.
            assert_eq!(
                position.attackers(square, occupied),
                expected,
                "{square} {position}"
            );
        }
    }
}
