//! The contribution of each piece to a value.

use chess::{Color, Piece, PieceType, Position, Square};

use crate::features::Pieces;
use crate::network::Network;

/// What a piece adds to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contribution {
    pub piece: Piece,
    /// Where it stands.
    pub square: Square,
    /// How much White's value drops without it, in centipawns.
    pub value: i32,
}

/// A network's value of a position, and the contribution of each piece to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The value for White in centipawns.
    pub value: i32,
    /// The output bucket.
    pub bucket: usize,
    /// All pieces but the kings, without which there is no position.
    pub contributions: Vec<Contribution>,
}

impl Network {
    /// Explains the value of a position by taking each piece away in turn.
    pub fn explain(&self, position: &Position) -> Explanation {
        let pieces = Pieces::from(position);
        let side = position.side_to_move();
        let white = |pieces: &Pieces| match side {
            Color::White => self.value(pieces, side),
            Color::Black => -self.value(pieces, side),
        };
        let value = white(&pieces);
        let contributions = position
            .occupied()
            .into_iter()
            .filter_map(|square| Some((position.piece_on(square)?, square)))
            .filter(|(piece, _)| piece.kind() != PieceType::King)
            .map(|(piece, square)| Contribution {
                piece,
                square,
                value: value - white(&pieces.without(square)),
            });
        Explanation {
            value,
            bucket: self.bucket(pieces.count()),
            contributions: contributions.collect(),
        }
    }
}
