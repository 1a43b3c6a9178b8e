//! Test support: a brute-force solver of three-man endings.

mod solver;

use chess::{Color, Piece, PieceType, Position, Square};

pub(crate) use crate::generate::position;
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

/// The position of a white piece and both kings.
pub(crate) fn three_men(piece: PieceType, squares: [Square; 3], side: Color) -> Option<Position> {
    let men = [
        Piece::WhiteKing,
        Piece::BlackKing,
        Piece::new(Color::White, piece),
    ];
    position(men.into_iter().zip(squares), side)
}
