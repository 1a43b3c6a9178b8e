//! A random move whose piece is drawn first.

use game::{Dense, Facts, Position, Rng};

/// A random legal move: first the type of piece among those that can move, then one of its moves.
/// None if there is no legal move. Drawing uniformly among all moves would let the pieces that have
/// the most of them move in every opening.
///
/// ```
/// use chess::{Chess, Position};
///
/// let position = Position::start();
/// let rng = &mut game::Rng::new(1);
/// let mv = openings::random_move::<Chess>(&position, rng).expect("20 legal moves");
/// assert!(position.is_legal(mv));
/// ```
pub fn random_move<R: Facts>(position: &R::Position, rng: &mut Rng) -> Option<R::Move> {
    let mut by_piece: Vec<(usize, Vec<R::Move>)> = vec![(0, Vec::new()); R::Piece::COUNT];
    for &mv in &R::legal_moves(position) {
        let piece = position.piece_on(R::origin(mv))?;
        let (weight, moves) = &mut by_piece[piece.index()];
        *weight = R::move_weight(piece);
        moves.push(mv);
    }
    let total: usize = by_piece.iter().map(|(weight, _)| weight).sum();
    if total == 0 {
        return None;
    }
    let mut drawn = rng.below(total);
    let (_, moves) = by_piece.iter().find(|(weight, _)| {
        let is_it = drawn < *weight;
        drawn = drawn.saturating_sub(*weight);
        is_it
    })?;
    rng.choose(moves).copied()
}

#[cfg(test)]
mod tests {
    use chess::{Chess, PieceType, Position};
    use game::Rng;

    use super::random_move;

    fn share_of(kind: PieceType, fen: &str) -> f64 {
        let position = Position::from_fen(fen).unwrap();
        let mut rng = Rng::new(3);
        let drawn = (0..4000).filter(|_| {
            let mv = random_move::<Chess>(&position, &mut rng).unwrap();
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
        assert_eq!(random_move::<Chess>(&mated, &mut Rng::new(1)), None);
    }
}
