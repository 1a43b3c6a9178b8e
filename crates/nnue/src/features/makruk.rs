//! The feature set of makruk: piece and square, mirrored, on the board and with the perspectives of chess.

mod table;

use std::fmt;

use chess::{Color, Square};
use makruk::{Makruk, Piece, PieceType, Position};

use super::chess::piece_square::INPUTS;
use super::{FeatureFields, Features, chess as of_chess};
use crate::architecture::ArchitectureError;
use crate::container::ContainerError;

pub use super::pieces::of_makruk::Pieces;
pub use table::FeatureTable;

const PIECE_SQUARE: &str = "piece_square";

/// The supported feature set: `384 * owner + 64 * type + square`, with owner 0 for the own pieces and types
/// from the pawn, 0, to the king, 5. The files are flipped when the own king is on files e to h.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FeatureSet;

/// The first feature index of a piece.
fn plane(side: Color, piece: Piece) -> usize {
    let owner = usize::from(piece.color() != side);
    (owner * PieceType::COUNT + piece.kind().index()) * Square::COUNT
}

impl Features for FeatureSet {
    type Game = Makruk;
    type Pieces = Pieces;
    type Views = of_chess::Perspectives;
    type Feature = of_chess::PerColor;
    type Table = FeatureTable;

    const GAME: &'static str = "makruk";

    fn inputs(&self) -> usize {
        INPUTS
    }

    fn buckets(&self) -> usize {
        1
    }

    fn bucket_inputs(&self) -> usize {
        INPUTS
    }

    fn plain_feature(&self, piece: Piece, square: Square) -> Option<usize> {
        Some(plane(Color::White, piece) + square.index())
    }

    fn is_mirrored(&self) -> bool {
        true
    }

    fn validate(&self) -> Result<(), ArchitectureError> {
        Ok(())
    }

    fn table(&self) -> FeatureTable {
        FeatureTable::new()
    }

    fn rivals(&self) -> Vec<Vec<Vec<usize>>> {
        let on_square = |square: Square| -> Vec<usize> {
            let pieces = Piece::ALL.into_iter();
            pieces
                .filter_map(|piece| self.plain_feature(piece, square))
                .collect()
        };
        vec![Square::ALL.map(on_square).to_vec()]
    }

    fn to_header(&self) -> FeatureFields {
        FeatureFields::plain(PIECE_SQUARE, true)
    }

    fn of_header(fields: &FeatureFields) -> Result<Self, ContainerError> {
        match (fields.name.as_str(), fields.mirrored) {
            (PIECE_SQUARE, 1) => Ok(Self),
            (PIECE_SQUARE, other) => Err(ContainerError::Field("mirroring", other.into())),
            (name, _) => Err(ContainerError::Name("feature set", name.to_owned())),
        }
    }

    #[inline(always)]
    fn material(position: &Position) -> usize {
        position.occupied().count() as usize
    }

    fn material_of(pieces: &Pieces) -> usize {
        pieces.count()
    }

    /// As in chess.
    #[inline]
    fn output_bucket(pieces: usize, buckets: usize) -> usize {
        <of_chess::FeatureSet as Features>::output_bucket(pieces, buckets)
    }
}

impl fmt::Display for FeatureSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("768 mirrored")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{FeatureSet, FeatureTable, Pieces};
    use crate::features::{Features, Lookup};
    use makruk::{Color, Piece, Position, Square};

    /// The feature index of a piece on a square in the view of a color.
    fn index(fen: &str, side: Color, piece: Piece, square: Square) -> usize {
        let table = FeatureTable::new();
        let pieces = Pieces::from(&Position::from_fen(fen).unwrap());
        let views = table.views(&pieces);
        let feature = table.feature(piece, square);
        usize::from(table.index(&views, feature, side.index()))
    }

    #[test]
    fn feature_indices_are_as_documented() {
        let fen = "3k4/8/8/8/8/8/8/5K2 w";
        let knight = Piece::BlackKnight;
        // White's king on f1 mirrors the board, Black's on d8 does not.
        let g5_mirrored = Square::B5.index();
        assert_eq!(
            index(fen, Color::White, knight, Square::G5),
            384 + 3 * 64 + g5_mirrored
        );
        assert_eq!(
            index(fen, Color::Black, knight, Square::G5),
            3 * 64 + Square::G4.index()
        );
        for side in Color::ALL {
            let all: HashSet<usize> = { Piece::ALL.into_iter() }
                .flat_map(|piece| Square::ALL.map(|square| index(fen, side, piece, square)))
                .collect();
            assert_eq!(all, (0..FeatureSet.inputs()).collect());
        }
    }
}
