//! Positions to test networks on.

use chess::{Castling, Color, File, Piece, Placement, Position, Square};
use game::Rng;

/// Quiet, undecided positions of self-play games, one FEN per line. Fixed, because the mean absolute
/// evaluation depends on the set.
const REFERENCE: &str = include_str!("reference.fen");

/// The length of a random game: long enough to reach endgames.
const PLIES: std::ops::Range<usize> = 4..300;

/// A fixed set of positions of self-play games, to compare the scale of evaluations on.
pub fn reference_positions() -> Vec<Position> {
    let position = |line| Position::from_fen(line).expect("the file is part of the program");
    REFERENCE.lines().map(position).collect()
}

/// Positions of random games, determined by the seed. No side is in check.
pub fn random_positions(count: usize, seed: u64) -> Vec<Position> {
    let mut rng = Rng::new(seed);
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        let plies = PLIES.start + rng.below(PLIES.len());
        if let Some(position) = random_game(plies, &mut rng).filter(|found| !found.in_check()) {
            positions.push(position);
        }
    }
    positions
}

/// The position after random moves; `None` if the game ended before.
fn random_game(plies: usize, rng: &mut Rng) -> Option<Position> {
    let mut position = Position::start();
    for _ in 0..plies {
        let mv = *rng.choose(&position.legal_moves())?;
        position.play(mv);
    }
    Some(position)
}

/// The position with colors swapped and the board flipped vertically. Castling rights and en passant
/// are left out: no network uses them.
pub fn colors_exchanged(position: &Position) -> Option<Position> {
    let mut placement = bare(position);
    placement.side = !position.side_to_move();
    transform(placement, |square, piece| {
        let exchanged = Piece::new(!piece.color(), piece.kind());
        (flipped(square), exchanged)
    })
}

/// The position mirrored horizontally, without castling rights and en passant.
pub fn mirrored(position: &Position) -> Option<Position> {
    transform(bare(position), |square, piece| {
        let file = File::from_index(7 - square.file().index());
        (Square::new(file, square.rank()), piece)
    })
}

/// The square flipped vertically.
fn flipped(square: Square) -> Square {
    square.relative_to(Color::Black)
}

/// The pieces and the side to move only.
fn bare(position: &Position) -> Placement {
    let mut board = [None; 64];
    for square in Square::ALL {
        board[square.index()] = position.piece_on(square);
    }
    Placement {
        board,
        side: position.side_to_move(),
        castling: Castling::default(),
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    }
}

fn transform(
    placement: Placement,
    change: impl Fn(Square, Piece) -> (Square, Piece),
) -> Option<Position> {
    let mut board = [None; 64];
    for square in Square::ALL {
        if let Some(piece) = placement.board[square.index()] {
            let (to, piece) = change(square, piece);
            board[to.index()] = Some(piece);
        }
    }
    Placement { board, ..placement }.validate().ok()
}

#[cfg(test)]
mod tests {
    use chess::Position;

    use super::{colors_exchanged, mirrored, random_positions, reference_positions};

    #[test]
    fn random_positions_are_reproducible_and_quiet() {
        let positions = random_positions(50, 1);
        assert_eq!(positions.len(), 50);
        assert_eq!(positions, random_positions(50, 1));
        assert_ne!(positions, random_positions(50, 2));
        assert!(positions.iter().all(|position| !position.in_check()));
    }

    #[test]
    fn reference_positions_are_quiet_and_distinct() {
        let positions = reference_positions();
        assert_eq!(positions.len(), 400);
        assert!(positions.iter().all(|position| !position.in_check()));
        let mut fens: Vec<String> = positions.iter().map(|position| position.fen()).collect();
        fens.sort_unstable();
        fens.dedup();
        assert_eq!(fens.len(), 400);
    }

    #[test]
    fn transformations() {
        let position = Position::from_fen("4k3/8/8/8/8/8/P7/R3K3 w - - 0 1").unwrap();
        let fen = |position: Option<Position>| position.map(|position| position.fen());
        let expect = |text: &str| Some(text.to_owned());
        assert_eq!(
            fen(colors_exchanged(&position)),
            expect("r3k3/p7/8/8/8/8/8/4K3 b - - 0 1")
        );
        assert_eq!(
            fen(mirrored(&position)),
            expect("3k4/8/8/8/8/8/7P/3K3R w - - 0 1")
        );
    }
}
