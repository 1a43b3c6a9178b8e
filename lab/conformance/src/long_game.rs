//! A long legal game that no rule ends, for the check of long move lists.

use game::{Position, Rng, Rules};

/// The halfmove clock from which on a move that resets it is preferred.
const PRESSING: u32 = 60;

/// The moves of a game of this many plies; deterministic.
pub(super) fn long_game<R: Rules>(start: &R::Position, plies: usize) -> Vec<String> {
    let mut rng = Rng::new(3);
    let mut position = start.clone();
    let mut moves = Vec::with_capacity(plies);
    while moves.len() < plies {
        let Some(mv) = choose::<R>(&position, &mut rng) else {
            break;
        };
        moves.push(R::move_text(&position, mv));
        R::play(&mut position, mv);
    }
    moves
}

/// A random move after which the game is not over; quiet moves as long as the clock allows.
fn choose<R: Rules>(position: &R::Position, rng: &mut Rng) -> Option<R::Move> {
    let is_pressing = position.halfmove_clock() >= PRESSING;
    let (mut good, mut wanted, mut best) = (Vec::new(), Vec::new(), Vec::new());
    for &mv in &R::legal_moves(position) {
        let mut after = position.clone();
        R::play(&mut after, mv);
        if R::outcome(&after).is_some() {
            continue;
        }
        good.push(mv);
        if (after.halfmove_clock() == 0) == is_pressing {
            wanted.push(mv);
            if !position.is_noisy(mv) {
                best.push(mv);
            }
        }
    }
    let lists = [best, wanted, good];
    lists.iter().find_map(|moves| rng.choose(moves)).copied()
}

#[cfg(test)]
mod tests {
    use chess::Chess;
    use game::Rules;
    use xiangqi::Xiangqi;

    use super::long_game;

    fn is_long<R: Rules>() {
        let start = R::start();
        assert_eq!(long_game::<R>(&start, 600).len(), 600, "{}", R::NAME);
        assert_eq!(long_game::<R>(&start, 50), long_game::<R>(&start, 50));
    }

    #[test]
    fn games_are_long() {
        is_long::<Chess>();
        is_long::<Xiangqi>();
    }
}
