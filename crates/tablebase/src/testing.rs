//! Test support: a brute-force solver of three-man endings.

mod solver;

use chess::{Castling, Color, Piece, PieceType, Placement, Position, Square};

pub(crate) use solver::Solved;

/// Where real tables are, if the environment names a path. Tests that need it say so and pass
/// without.
pub(crate) fn real_tables() -> Option<String> {
    let path = std::env::var("QUIETUS_SYZYGY").ok();
    if path.is_none() {
        eprintln!("skipped: set QUIETUS_SYZYGY to a directory with the 3-man and 4-man tables");
    }
    path
}

/// The position of men on squares, if it is legal.
pub(crate) fn position(men: &[(Piece, Square)], side: Color) -> Option<Position> {
    let mut board = [None; 64];
    for &(piece, square) in men {
        if board[square.index()].replace(piece).is_some() {
            return None;
        }
    }
    let placement = Placement {
        board,
        side,
        castling: Castling::NONE,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };
    placement.validate().ok()
}

/// The position of a white piece and both kings.
pub(crate) fn three_men(piece: PieceType, squares: [Square; 3], side: Color) -> Option<Position> {
    let men = [
        Piece::WhiteKing,
        Piece::BlackKing,
        Piece::new(Color::White, piece),
    ];
    let men: Vec<_> = men.into_iter().zip(squares).collect();
    position(&men, side)
}
