//! A random move whose piece is drawn first.

use chess::{Move, PieceType, Position};
use game::Rng;

/// The weight of each type of piece, in percent, from pawn to king. Drawing uniformly among all moves
/// would let queens and rooks, which have the most of them, move in every opening.
const WEIGHTS: [usize; 6] = [35, 15, 15, 5, 15, 15];

/// A random legal move: first the type of piece among those that can move, then one of its moves.
/// None if there is no legal move.
///
/// ```
/// let position = chess::Position::start();
/// let mv = openings::random_move(&position, &mut game::Rng::new(1)).expect("20 legal moves");
/// assert!(position.is_legal(mv));
/// ```
#[must_use]
pub fn random_move(position: &Position, rng: &mut Rng) -> Option<Move> {
    let mut by_kind: [Vec<Move>; 6] = Default::default();
    for &mv in &position.legal_moves() {
        let piece = position.piece_on(mv.from())?;
        by_kind[piece.kind().index()].push(mv);
    }
    let weight = |kind: PieceType| match by_kind[kind.index()].is_empty() {
        true => 0,
        false => WEIGHTS[kind.index()],
    };
    let total: usize = PieceType::ALL.into_iter().map(weight).sum();
    if total == 0 {
        return None;
    }
    let mut drawn = rng.below(total);
    let kind = PieceType::ALL.into_iter().find(|&kind| {
        let is_it = drawn < weight(kind);
        drawn = drawn.saturating_sub(weight(kind));
        is_it
    })?;
    rng.choose(&by_kind[kind.index()]).copied()
}

#[cfg(test)]
mod tests {
    use chess::{PieceType, Position};
    use game::Rng;

    use super::random_move;

    fn share_of(kind: PieceType, fen: &str) -> f64 {
        let position = Position::from_fen(fen).unwrap();
        let mut rng = Rng::new(3);
        let drawn = (0..4000).filter(|_| {
            let mv = random_move(&position, &mut rng).unwrap();
            position.piece_on(mv.from()).unwrap().kind() == kind
        });
        drawn.count() as f64 / 4000.0
    }

    #[test]
    fn the_piece_is_drawn_before_its_move() {
        // Among all twenty moves, knights would have a fifth; drawn by type 15 of 50.
        let share = share_of(PieceType::Knight, Position::START_FEN);
        assert!((0.26..0.34).contains(&share), "{share}");
        // A queen with 23 moves and a king with 3 are drawn alike.
        let share = share_of(PieceType::Queen, "4k3/8/8/3Q4/8/8/8/K7 w - - 0 1");
        assert!((0.46..0.54).contains(&share), "{share}");
    }

    #[test]
    fn there_is_none_when_the_game_is_over() {
        let mated = Position::from_fen("4k3/8/8/8/8/8/5PPP/r5K1 w - - 0 1").unwrap();
        assert_eq!(random_move(&mated, &mut Rng::new(1)), None);
    }
}
