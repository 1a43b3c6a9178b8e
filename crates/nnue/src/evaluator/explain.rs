//! The contribution of each piece to a value.

use game::{Dense, Position};

use crate::features::{ColorOf, FeatureSet, Features, PieceOf, PieceSets, PositionOf, SquareOf};
use crate::network::Network;

/// What a piece adds to a value.
pub struct Contribution<F: Features = FeatureSet> {
    pub piece: PieceOf<F>,
    /// Where it stands.
    pub square: SquareOf<F>,
    /// How much the first side's value drops without it, in centipawns.
    pub value: i32,
}

/// A network's value of a position, and the contribution of each piece to it.
pub struct Explanation<F: Features = FeatureSet> {
    /// The value for the first side in centipawns.
    pub value: i32,
    /// The output bucket.
    pub bucket: usize,
    /// All pieces but the kings, without which there is no position.
    pub contributions: Vec<Contribution<F>>,
}

impl<F: Features> Network<F> {
    /// Explains the value of a position by taking each piece away in turn.
    pub fn explain(&self, position: &PositionOf<F>) -> Explanation<F> {
        let pieces = F::Pieces::from(position);
        let side: ColorOf<F> = position.side_to_move();
        let first = |pieces: &F::Pieces| match side.index() {
            0 => self.value(pieces, side),
            _ => -self.value(pieces, side),
        };
        let value = first(&pieces);
        let mut contributions = Vec::new();
        pieces.for_each(|piece, square| {
            if !F::Pieces::is_king(piece) {
                contributions.push(Contribution {
                    piece,
                    square,
                    value: value - first(&pieces.without(square)),
                });
            }
        });
        Explanation {
            value,
            bucket: self.bucket(F::material_of(&pieces)),
            contributions,
        }
    }
}
