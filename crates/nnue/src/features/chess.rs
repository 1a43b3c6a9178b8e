//! Feature sets of chess.
//!
//! Black's perspective flips the ranks. Every piece (HalfKP: every piece but the kings) is one active
//! feature. Its index depends on the piece, its square and, through the [`Perspective`], on the own
//! king's square.

mod half_kp;
mod king_bucket;
mod perspective;
pub(super) mod piece_square;
mod table;
#[cfg(test)]
mod tests;
mod threats;

use std::fmt;

use chess::{Chess, Color, Piece, Position, Square};

use super::{FeatureFields, Features, Listed, Pieces};
use crate::architecture::{ArchitectureError, MAX_PIECES};
use crate::container::ContainerError;

pub use king_bucket::BucketMap;
pub use perspective::{PerColor, Perspective, Perspectives};
pub use table::FeatureTable;

const PIECE_SQUARE: &str = "piece_square";
const KING_BUCKET: &str = "king_bucket";
const HALF_KP: &str = "half_kp";
const THREATS: &str = "threats";

/// The arithmetic of a feature set. The feature index of a piece on a square is
/// `perspective.base + plane + (square ^ perspective.flip)`.
pub trait Planes {
    /// Inputs of one perspective that are pieces.
    fn inputs(&self) -> usize;

    /// How many different perspectives a color can have. Each has an entry in the Finny table.
    fn perspectives(&self) -> usize;

    /// The perspective of a color whose king is on a square.
    fn perspective(&self, side: Color, king: Square) -> Perspective;

    /// The first of the 64 feature indices of a piece, as a color sees it; none if the piece is no
    /// feature.
    fn plane(&self, side: Color, piece: Piece) -> Option<usize>;

    /// [`Features::listed`]
    fn listed(&self) -> Option<&'static dyn Listed<FeatureSet>> {
        None
    }
}

/// The supported feature sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FeatureSet {
    /// Piece, owner and square: 768 inputs.
    PieceSquare {
        /// Horizontal mirroring: flips the files when the own king is on files e to h.
        mirrored: bool,
    },
    /// King buckets: 768 inputs for each bucket of own king squares, always mirrored.
    KingBucket(BucketMap),
    /// Own king's square, piece but the kings, owner and square: 40,960 inputs.
    HalfKp,
    /// Piece, owner and square, mirrored; and for each attacked piece its least valuable attacker, and
    /// whether it is defended: 768 and 9,216 inputs.
    Threats,
}

impl FeatureSet {
    /// The implementation of the set.
    pub fn features(&self) -> &dyn Planes {
        match self {
            Self::PieceSquare { mirrored: false } => &piece_square::PieceSquare { mirrored: false },
            Self::PieceSquare { mirrored: true } => &piece_square::PieceSquare { mirrored: true },
            Self::KingBucket(map) => map,
            Self::HalfKp => &half_kp::HalfKp,
            Self::Threats => &threats::Threats,
        }
    }

    /// Inputs of one perspective.
    pub fn inputs(&self) -> usize {
        let listed = self.features().listed();
        self.features().inputs() + listed.map_or(0, Listed::inputs)
    }

    /// Whether a position and its mirror image (a-file for h-file) have the same value.
    pub const fn is_mirrored(&self) -> bool {
        matches!(
            self,
            Self::PieceSquare { mirrored: true } | Self::KingBucket(_) | Self::Threats
        )
    }
}

impl Features for FeatureSet {
    type Game = Chess;
    type Pieces = Pieces;
    type Views = Perspectives;
    type Feature = PerColor;
    type Table = FeatureTable;

    /// Files that name no game are of chess.
    const GAME: &'static str = "";

    fn inputs(&self) -> usize {
        self.inputs()
    }

    fn buckets(&self) -> usize {
        self.features().inputs() / self.bucket_inputs()
    }

    fn bucket_inputs(&self) -> usize {
        let is_input = |piece: &Piece| self.features().plane(Color::White, *piece).is_some();
        Piece::ALL.iter().filter(|piece| is_input(piece)).count() * Square::COUNT
    }

    fn plain_feature(&self, piece: Piece, square: Square) -> Option<usize> {
        let plane = self.features().plane(Color::White, piece)?;
        Some(plane + square.index())
    }

    fn listed(&self) -> Option<&'static dyn Listed<Self>> {
        self.features().listed()
    }

    fn is_mirrored(&self) -> bool {
        self.is_mirrored()
    }

    fn validate(&self) -> Result<(), ArchitectureError> {
        match self {
            Self::KingBucket(map) => map.validate(),
            _ => Ok(()),
        }
    }

    fn table(&self) -> FeatureTable {
        FeatureTable::new(self)
    }

    fn rivals(&self) -> Vec<Vec<Vec<usize>>> {
        let features = self.features();
        let side = Color::White;
        let planes: Vec<usize> = Piece::ALL
            .into_iter()
            .filter_map(|piece| features.plane(side, piece))
            .collect();
        let mut bases = Square::ALL
            .map(|king| usize::from(features.perspective(side, king).base))
            .to_vec();
        bases.sort_unstable();
        bases.dedup();
        let on_square = &|base: usize, square: usize| -> Vec<usize> {
            planes.iter().map(|plane| base + plane + square).collect()
        };
        let of_bucket = |base| (0..Square::COUNT).map(move |square| on_square(base, square));
        bases
            .into_iter()
            .map(|base| of_bucket(base).collect())
            .collect()
    }

    fn to_header(&self) -> FeatureFields {
        match self {
            Self::PieceSquare { mirrored } => FeatureFields::plain(PIECE_SQUARE, *mirrored),
            Self::KingBucket(map) => FeatureFields {
                king_buckets: map.0,
                ..FeatureFields::plain(KING_BUCKET, true)
            },
            Self::HalfKp => FeatureFields::plain(HALF_KP, false),
            Self::Threats => FeatureFields::plain(THREATS, true),
        }
    }

    fn of_header(fields: &FeatureFields) -> Result<Self, ContainerError> {
        Ok(match (fields.name.as_str(), fields.mirrored) {
            (PIECE_SQUARE, 0) => Self::PieceSquare { mirrored: false },
            (PIECE_SQUARE, 1) => Self::PieceSquare { mirrored: true },
            (KING_BUCKET, 1) => Self::KingBucket(BucketMap(fields.king_buckets)),
            (HALF_KP, 0) => Self::HalfKp,
            (THREATS, 1) => Self::Threats,
            (PIECE_SQUARE | KING_BUCKET | HALF_KP | THREATS, mirrored) => {
                return Err(ContainerError::Field("mirroring", mirrored.into()));
            }
            (name, _) => return Err(ContainerError::Name("feature set", name.to_owned())),
        })
    }

    #[inline(always)]
    fn material(position: &Position) -> usize {
        position.occupied().count() as usize
    }

    fn material_of(pieces: &Pieces) -> usize {
        pieces.count()
    }

    /// `(pieces - 2) / ceil(32 / buckets)`
    #[inline]
    fn output_bucket(pieces: usize, buckets: usize) -> usize {
        let bucket = pieces.saturating_sub(2) / MAX_PIECES.div_ceil(buckets);
        bucket.min(buckets - 1)
    }
}

impl fmt::Display for FeatureSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PieceSquare { mirrored: false } => f.write_str("768"),
            Self::PieceSquare { mirrored: true } => f.write_str("768 mirrored"),
            Self::KingBucket(map) => write!(f, "768x{} mirrored", map.count()),
            Self::HalfKp => f.write_str("HalfKP"),
            Self::Threats => f.write_str("768+9216 mirrored"),
        }
    }
}
