//! Random balanced openings.

use chess::{Color, PieceType, Position, see_value};
use game::Rng;
use openings::chess960;

use super::Opening;

/// Opening number `index` of a seed.
pub(super) fn opening(seed: u64, index: u64, plies: usize, chess960: bool) -> Opening {
    // Consecutive numbers must not give consecutive generator states: the streams would overlap.
    let seed = Rng::new(seed).next_u64() ^ index;
    let mut rng = Rng::new(Rng::new(seed).next_u64());
    loop {
        let start = if chess960 {
            chess960::start(rng.below(chess960::COUNT))
        } else {
            Position::start()
        };
        if let Some(opening) = try_opening(start, plies, &mut rng) {
            return opening;
        }
    }
}

/// Random moves; `None` if they do not lead to a balanced position.
fn try_opening(start: Position, plies: usize, rng: &mut Rng) -> Option<Opening> {
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(plies);
    for _ in 0..plies {
        let mv = *rng.choose(&position.legal_moves())?;
        position.play(mv);
        moves.push(mv);
    }
    is_balanced(&position).then_some(Opening { start, moves })
}

/// Whether nobody is in check, material is even, the side to move has no winning capture (SEE), and
/// the game is not over.
fn is_balanced(position: &Position) -> bool {
    let material = |color: Color| -> i32 {
        let value = |kind: PieceType| {
            let count = position.pieces(color, kind).count();
            see_value(kind) * i32::try_from(count).unwrap_or(0)
        };
        PieceType::ALL
            .into_iter()
            .filter(|&kind| kind != PieceType::King)
            .map(value)
            .sum()
    };
    let legal = position.legal_moves();
    let wins_material = || legal.iter().any(|&mv| position.see_ge(mv, 1));
    !position.in_check()
        && material(Color::White) == material(Color::Black)
        && !wins_material()
        && position.outcome().is_none()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use chess::Position;

    use super::{is_balanced, opening};

    #[test]
    fn openings_are_balanced_different_and_repeatable() {
        let fens: HashSet<String> = (0..200)
            .map(|index| {
                let position = opening(7, index, 8, false).position();
                assert!(is_balanced(&position), "{}", position.fen());
                assert_eq!(position.game_ply(), 8);
                position.fen()
            })
            .collect();
        assert_eq!(fens.len(), 200);
        assert_eq!(opening(7, 3, 8, false), opening(7, 3, 8, false));
        assert_ne!(opening(7, 3, 8, false), opening(8, 3, 8, false));
        assert_eq!(opening(7, 3, 0, false).position(), Position::start());
    }

    #[test]
    fn chess960_openings_start_from_chess960() {
        assert!(opening(1, 1, 6, true).position().is_chess960());
    }
}
