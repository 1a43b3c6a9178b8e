//! Random balanced openings.

use game::{Facts, Position, Rng};

use super::Opening;

/// Opening number `index` of a seed.
pub(super) fn opening<R: Facts>(
    seed: u64,
    index: u64,
    plies: usize,
    rule_set: usize,
) -> Opening<R> {
    // Consecutive numbers must not give consecutive generator states: the streams would overlap.
    let seed = Rng::new(seed).next_u64() ^ index;
    let mut rng = Rng::new(Rng::new(seed).next_u64());
    loop {
        let start = start::<R>(rule_set, &mut rng);
        if let Some(opening) = try_opening(start, plies, &mut rng) {
            return opening;
        }
    }
}

/// A start by these rules; where starts are shuffled, both sides have the same arrangement.
fn start<R: Facts>(rule_set: usize, rng: &mut Rng) -> R::Position {
    let mut start = match R::RULE_SETS[rule_set].is_shuffled {
        true => {
            let number = rng.below(R::SHUFFLED_STARTS);
            R::shuffled_start(number, number)
        }
        false => R::start(),
    };
    let applied = R::apply_rule_set(&mut start, rule_set);
    applied.expect("starts of a game are those of its rules");
    start
}

/// Random moves; `None` if they do not lead to a balanced position.
fn try_opening<R: Facts>(start: R::Position, plies: usize, rng: &mut Rng) -> Option<Opening<R>> {
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(plies);
    for _ in 0..plies {
        let mv = *rng.choose(&R::legal_moves(&position))?;
        R::play(&mut position, mv);
        moves.push(mv);
    }
    is_balanced::<R>(&position).then_some(Opening { start, moves })
}

/// Whether nobody is in check, material is even, the side to move has no winning capture (SEE), and
/// the game is not over.
fn is_balanced<R: Facts>(position: &R::Position) -> bool {
    let legal = R::legal_moves(position);
    let wins_material = || legal.iter().any(|&mv| position.see_ge(mv, 1));
    !position.in_check()
        && R::material(position) == 0
        && !wins_material()
        && R::outcome(position).is_none()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use chess::{Chess, Position};
    use xiangqi::Xiangqi;

    use super::{Opening, is_balanced};

    fn opening(seed: u64, index: u64, plies: usize, chess960: bool) -> Opening {
        super::opening(seed, index, plies, usize::from(chess960))
    }

    #[test]
    fn openings_are_balanced_different_and_repeatable() {
        let fens: HashSet<String> = (0..200)
            .map(|index| {
                let position = opening(7, index, 8, false).position();
                assert!(is_balanced::<Chess>(&position), "{}", position.fen());
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

    #[test]
    fn xiangqi_openings_are_balanced() {
        for index in 0..20 {
            let opening = super::opening::<Xiangqi>(7, index, 8, 0);
            assert!(is_balanced::<Xiangqi>(&opening.position()));
            assert_eq!(opening.moves.len(), 8);
        }
    }
}
