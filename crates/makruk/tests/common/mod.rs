//! Random games and positions that the test files share.
#![allow(
    dead_code,
    reason = "each test file is a program of its own and uses a part of this"
)]

use game::Rng;
use makruk::{Color, Count, Move, Piece, PieceType, Placement, Position, Rank, Square};

/// A position of a FEN.
pub fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Plays a random game of at most `plies`, with many captures, and shows each position on the way.
pub fn play_random(
    position: &mut Position,
    plies: usize,
    rng: &mut Rng,
    mut visit: impl FnMut(&mut Position),
) {
    visit(position);
    let likes_captures = rng.below(2) == 0;
    for _ in 0..plies {
        let moves = position.legal_moves();
        let captures: Vec<Move> = { moves.iter().copied() }
            .filter(|&mv| position.is_capture(mv))
            .collect();
        let some = if likes_captures && !captures.is_empty() {
            rng.choose(&captures)
        } else {
            rng.choose(&moves)
        };
        let Some(&mv) = some else { return };
        position.play(mv);
        visit(position);
    }
}

/// The last positions of random games, and as many scattered ones.
pub fn sample(games: usize, seed: u64) -> Vec<Position> {
    let mut rng = Rng::new(seed);
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = Position::start();
        let plies = rng.below(200);
        play_random(&mut position, plies, &mut rng, |_| ());
        positions.push(position);
        positions.push(scattered(&mut rng));
    }
    positions
}

/// A valid position with pieces strewn at random: more pins, checks and odd material than any game has.
pub fn scattered(rng: &mut Rng) -> Position {
    loop {
        let mut placement = Placement {
            board: [None; 64],
            side: Color::from_index(rng.below(2)),
            count: Count::default(),
            quiet_plies: 0,
            fullmove_number: 1,
        };
        for piece in Piece::ALL {
            let most = piece.kind().start_count() as usize;
            let count = match piece.kind() {
                PieceType::King => 1,
                PieceType::Met => rng.below(4),
                PieceType::Pawn => rng.below(6),
                _ => rng.below(most + 1),
            };
            for _ in 0..count {
                let square = Square::from_index(rng.below(64));
                let rank = square.rank().relative_to(piece.color());
                let is_possible =
                    piece.kind() != PieceType::Pawn || (Rank::Third..=Rank::Fifth).contains(&rank);
                if is_possible && placement.board[square.index()].is_none() {
                    placement.board[square.index()] = Some(piece);
                }
            }
        }
        if let Ok(position) = placement.validate() {
            return position;
        }
    }
}
