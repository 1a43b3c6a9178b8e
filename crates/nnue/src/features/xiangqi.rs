//! Feature sets of xiangqi.
//!
//! Black's perspective flips the ranks. In all sets but one the board is mirrored so that the own king
//! stands on files d and e. Where both kings are on file e, the wing with more pieces decides, so any
//! move can mirror the board: [`Views`] counts what decides, along the moves.

mod planes;
mod table;
#[cfg(test)]
mod tests;
mod views;

use std::fmt;

use xiangqi::{Color, Piece, PieceType, Position, Square, Xiangqi};

use super::{FeatureFields, Features};
use crate::architecture::ArchitectureError;
use crate::container::ContainerError;

pub use super::pieces::of_xiangqi::Pieces;
pub use table::FeatureTable;
pub use views::{Views, lean};

const HOME_BUCKET: &str = "home_bucket";
const PIECE_SQUARE: &str = "piece_square";
const KING_BUCKET: &str = "king_bucket";
const ATTACK_BUCKET: &str = "attack_bucket";

/// The most of [`Features::material`]: four rooks, eight horses and cannons.
const MATERIAL: usize = 16;

/// The supported feature sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeatureSet {
    /// Two buckets, the own king at home or elsewhere; not mirrored, without the kings: 1,620 inputs.
    HomeBucket,
    /// Piece, owner and the squares that it can reach; mirrored: 689 inputs.
    PieceSquare,
    /// The same for each square of the own king: 6 buckets.
    KingBucket,
    /// The same by own attackers, with rooks or without, with horses or cannons or without: 4 buckets.
    AttackBucket,
}

impl FeatureSet {
    /// Every feature set.
    pub const ALL: [Self; 4] = [
        Self::HomeBucket,
        Self::PieceSquare,
        Self::KingBucket,
        Self::AttackBucket,
    ];

    /// How many buckets there are.
    pub const fn buckets(self) -> usize {
        match self {
            Self::PieceSquare => 1,
            Self::HomeBucket => 2,
            Self::AttackBucket => 4,
            Self::KingBucket => 6,
        }
    }

    pub const fn bucket_inputs(self) -> usize {
        match self {
            Self::HomeBucket => planes::SHARED_INPUTS,
            _ => planes::MIRRORED_INPUTS,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::HomeBucket => HOME_BUCKET,
            Self::PieceSquare => PIECE_SQUARE,
            Self::KingBucket => KING_BUCKET,
            Self::AttackBucket => ATTACK_BUCKET,
        }
    }

    /// The feature index in a bucket of a piece on a square, as its owner's or the other's
    /// perspective sees both; none if the piece is no feature or cannot stand there.
    fn plane_index(self, is_own: bool, kind: PieceType, square: Square) -> Option<usize> {
        match self {
            Self::HomeBucket => planes::shared(is_own, kind, square),
            _ => planes::mirrored(is_own, kind, square),
        }
    }
}

impl Features for FeatureSet {
    type Game = Xiangqi;
    type Pieces = Pieces;
    type Views = Views;
    type Feature = u16;
    type Table = FeatureTable;

    const GAME: &'static str = "xiangqi";

    fn buckets(&self) -> usize {
        (*self).buckets()
    }

    fn bucket_inputs(&self) -> usize {
        (*self).bucket_inputs()
    }

    fn plain_feature(&self, piece: Piece, square: Square) -> Option<usize> {
        self.plane_index(piece.color() == Color::Red, piece.kind(), square)
    }

    fn inputs(&self) -> usize {
        self.buckets() * self.bucket_inputs()
    }

    fn is_mirrored(&self) -> bool {
        *self != Self::HomeBucket
    }

    fn validate(&self) -> Result<(), ArchitectureError> {
        Ok(())
    }

    fn table(&self) -> FeatureTable {
        FeatureTable::new(*self)
    }

    fn rivals(&self) -> Vec<Vec<Vec<usize>>> {
        let on_square = |bucket: usize, square: Square| -> Vec<usize> {
            let index = |piece: Piece| self.plain_feature(piece, square);
            let indices = Piece::ALL.into_iter().filter_map(index);
            indices
                .map(|index| bucket * self.bucket_inputs() + index)
                .collect()
        };
        let of_bucket = |bucket| Square::ALL.map(|square| on_square(bucket, square)).to_vec();
        (0..self.buckets()).map(of_bucket).collect()
    }

    fn to_header(&self) -> FeatureFields {
        FeatureFields::plain(self.name(), self.is_mirrored())
    }

    fn of_header(fields: &FeatureFields) -> Result<Self, ContainerError> {
        let set = Self::ALL.into_iter().find(|set| set.name() == fields.name);
        let set = set.ok_or_else(|| ContainerError::Name("feature set", fields.name.clone()))?;
        match fields.mirrored == u8::from(set.is_mirrored()) {
            true => Ok(set),
            false => Err(ContainerError::Field("mirroring", fields.mirrored.into())),
        }
    }

    /// Twice the rooks, and the horses and cannons.
    #[inline]
    fn material(position: &Position) -> usize {
        let count = |kind| position.kind(kind).count() as usize;
        2 * count(PieceType::Rook) + count(PieceType::Horse) + count(PieceType::Cannon)
    }

    fn material_of(pieces: &Pieces) -> usize {
        let count = |kind: PieceType| -> usize {
            let of = |color| pieces.of(Piece::new(color, kind)).count() as usize;
            Color::ALL.into_iter().map(of).sum()
        };
        2 * count(PieceType::Rook) + count(PieceType::Horse) + count(PieceType::Cannon)
    }

    /// `material * buckets / 17`
    #[inline]
    fn output_bucket(material: usize, buckets: usize) -> usize {
        material.min(MATERIAL) * buckets / (MATERIAL + 1)
    }
}

impl fmt::Display for FeatureSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HomeBucket => f.write_str("1620"),
            Self::PieceSquare => f.write_str("689 mirrored"),
            Self::KingBucket => f.write_str("689x6 mirrored"),
            Self::AttackBucket => f.write_str("689x4 by attackers, mirrored"),
        }
    }
}
