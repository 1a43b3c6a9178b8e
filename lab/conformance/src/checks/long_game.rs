//! A long legal game without a draw by rule, for the check of long move lists.

use chess::{Move, PieceType, Position};
use game::Rng;

/// The halfmove clock from which on a pawn move or capture is preferred.
const PRESSING: u32 = 60;

/// The moves of a game of this many plies from the start position; deterministic.
pub(super) fn long_game(plies: usize) -> Vec<String> {
    let mut rng = Rng::new(3);
    let mut position = Position::start();
    let mut moves = Vec::with_capacity(plies);
    while moves.len() < plies {
        let Some(mv) = choose(&position, &mut rng) else {
            break;
        };
        moves.push(position.uci(mv));
        position.play(mv);
    }
    moves
}

/// A random move after which the game is not over; quiet moves as long as the clock allows.
fn choose(position: &Position, rng: &mut Rng) -> Option<Move> {
    let legal = position.legal_moves();
    let goes_on = |mv: &Move| {
        let mut after = position.clone();
        after.play(*mv);
        after.outcome().is_none()
    };
    let good: Vec<_> = legal.iter().copied().filter(goes_on).collect();
    let is_pawn = |mv: &Move| {
        let piece = position.piece_on(mv.from());
        piece.is_some_and(|piece| piece.kind() == PieceType::Pawn)
    };
    let resets = |mv: &Move| position.is_capture(*mv) || is_pawn(mv);
    let pressing = position.halfmove_clock() >= PRESSING;
    let wanted = good.iter().copied().filter(|mv| resets(mv) == pressing);
    let wanted: Vec<_> = wanted
        .filter(|mv| !pressing || !position.is_capture(*mv))
        .collect();
    rng.choose(&wanted).or_else(|| rng.choose(&good)).copied()
}

#[cfg(test)]
mod tests {
    use super::long_game;

    #[test]
    fn the_game_is_long() {
        assert_eq!(long_game(600).len(), 600);
        assert_eq!(long_game(50), long_game(50));
    }
}
