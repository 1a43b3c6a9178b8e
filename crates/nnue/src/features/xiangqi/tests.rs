//! Feature indices, by hand and by properties.

use std::collections::HashSet;

use xiangqi::{Color, Piece, PieceType, Position, Square, reachable};

use super::{FeatureSet, FeatureTable, Pieces};
use crate::features::{Features, Lookup};

/// The feature index of a piece on a square in the view of a color.
fn index(set: FeatureSet, fen: &str, side: Color, piece: Piece, square: Square) -> usize {
    let table = FeatureTable::new(set);
    let pieces = Pieces::from(&Position::from_fen(fen).unwrap());
    let views = table.views(&pieces);
    let feature = table.feature(piece, square);
    usize::from(table.index(&views, feature, side.index()))
}

const CENTER: &str = "4k4/9/9/9/4p4/4P4/9/9/9/4K4 w - - 0 1";
const RIGHT: &str = "4k4/9/9/9/9/9/9/9/9/5K3 w - - 0 1";

#[test]
fn feature_indices_are_as_documented() {
    use FeatureSet::{AttackBucket, HomeBucket, KingBucket, PieceSquare};
    let (red, black) = (Color::Red, Color::Black);
    let rook = Piece::RedRook;
    assert_eq!(index(HomeBucket, CENTER, red, rook, Square::A0), 4 * 90);
    assert_eq!(
        index(HomeBucket, CENTER, black, rook, Square::A0),
        8 * 90 + 81
    );
    assert_eq!(
        index(HomeBucket, RIGHT, red, rook, Square::A0),
        810 + 4 * 90
    );
    let advisor = Piece::BlackAdvisor;
    assert_eq!(index(HomeBucket, CENTER, red, advisor, Square::D9), 84);
    // Own pawns first, which begin on a3.
    assert_eq!(
        index(PieceSquare, CENTER, red, Piece::RedPawn, Square::A3),
        0
    );
    assert_eq!(
        index(PieceSquare, CENTER, black, Piece::BlackPawn, Square::A6),
        0
    );
    let own_rooks = 55 + 7 + 5 + 2 * 90;
    assert_eq!(
        index(PieceSquare, CENTER, red, rook, Square::B0),
        own_rooks + 1
    );
    assert_eq!(
        index(PieceSquare, RIGHT, red, rook, Square::B0),
        own_rooks + 7
    );
    // The own king is the last of 343 own features, the other one of all.
    let king = Piece::RedKing;
    assert_eq!(
        index(PieceSquare, CENTER, red, king, Square::D0),
        own_rooks + 90
    );
    assert_eq!(
        index(PieceSquare, RIGHT, red, king, Square::F0),
        own_rooks + 90
    );
    assert_eq!(
        index(PieceSquare, CENTER, red, Piece::BlackKing, Square::F9),
        688
    );
    // King at home in the middle; on a wing of the first rank.
    assert_eq!(index(KingBucket, CENTER, red, king, Square::E0) / 689, 1);
    assert_eq!(index(KingBucket, RIGHT, red, king, Square::F0) / 689, 0);
    let horse_only = "4k4/9/9/9/9/9/4r4/9/9/4KN3 w - - 0 1";
    assert_eq!(
        index(AttackBucket, horse_only, red, king, Square::E0) / 689,
        1
    );
    assert_eq!(
        index(AttackBucket, horse_only, black, king, Square::E0) / 689,
        2
    );
}

#[test]
fn every_feature_is_reached_by_one_piece_on_one_square() {
    for set in FeatureSet::ALL {
        let mut seen = HashSet::new();
        for (kind, color) in PieceType::ALL
            .into_iter()
            .flat_map(|kind| Color::ALL.map(|color| (kind, color)))
        {
            for square in reachable(Piece::new(color, kind)) {
                let index = set.plane_index(color == Color::Red, kind, square);
                if let Some(index) = index {
                    assert!(index < set.bucket_inputs() && seen.insert(index));
                }
            }
        }
        let expected = match set {
            // Where neither elephants and advisors nor pawns can stand, inputs stay unused.
            FeatureSet::HomeBucket => 2 * (7 + 5) + 2 * (3 * 90 + 55),
            _ => set.bucket_inputs(),
        };
        assert_eq!(seen.len(), expected, "{set}");
        let rivals = set.rivals();
        let features: HashSet<usize> = rivals.into_iter().flatten().flatten().collect();
        assert_eq!(features.len(), expected * set.buckets());
    }
    let inputs = FeatureSet::ALL.map(|set| set.inputs());
    assert_eq!(inputs, [1620, 689, 4134, 2756]);
}

#[test]
fn output_buckets_follow_the_attackers() {
    let start = Position::start();
    assert_eq!(FeatureSet::material(&start), 16);
    assert_eq!(FeatureSet::material_of(&Pieces::from(&start)), 16);
    let buckets: Vec<usize> = (0..=16).map(|m| FeatureSet::output_bucket(m, 8)).collect();
    assert!(buckets.is_sorted());
    assert_eq!((buckets[0], buckets[16]), (0, 7));
    assert!((0..=16).all(|material| FeatureSet::output_bucket(material, 1) == 0));
}
