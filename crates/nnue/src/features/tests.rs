//! The numbers of inputs, by hand and by properties.

use std::collections::HashSet;

use chess::{Color, Piece, PieceType, Square};

use super::{BucketMap, Feature, FeatureSet, FeatureTable};

const BLACK_KNIGHT: Piece = Piece::BlackKnight;

/// The input of a piece on a square for a side with its king on a square.
fn input(set: &FeatureSet, (side, king): (Color, Square), piece: Piece, square: Square) -> usize {
    let table = FeatureTable::new(set);
    let outlook = table.outlook(side, king);
    table.input(side, outlook, Feature::new(piece, square))
}

fn corner_bucket() -> FeatureSet {
    let mut map = [0; 32];
    map[0] = 1;
    FeatureSet::KingBucket(BucketMap(map))
}

#[test]
fn inputs_are_numbered_as_documented() {
    let white = |king| (Color::White, king);
    let black = |king| (Color::Black, king);
    let plain = FeatureSet::PieceSquare { mirrored: false };
    let mirrored = FeatureSet::PieceSquare { mirrored: true };
    let g5 = Square::G5.index();
    // Their knight for white, the own one for black, who sees g5 on the fourth rank.
    assert_eq!(
        input(&plain, white(Square::G1), BLACK_KNIGHT, Square::G5),
        384 + 64 + g5
    );
    assert_eq!(
        input(&plain, black(Square::G8), BLACK_KNIGHT, Square::G5),
        64 + Square::G4.index()
    );
    // Kings on the right half turn the files around.
    let b5 = Square::B5.index();
    assert_eq!(
        input(&mirrored, white(Square::E1), BLACK_KNIGHT, Square::G5),
        384 + 64 + b5
    );
    assert_eq!(
        input(&mirrored, white(Square::D1), BLACK_KNIGHT, Square::G5),
        384 + 64 + g5
    );
    assert_eq!(
        input(&mirrored, black(Square::H8), BLACK_KNIGHT, Square::G5),
        64 + Square::B4.index()
    );
    // A king in the own corner, on either wing, is in the other bucket.
    let bucket = corner_bucket();
    for king in [Square::A1, Square::H1] {
        assert!(input(&bucket, white(king), Piece::WhiteKing, king) >= 768);
    }
    assert_eq!(
        input(&bucket, black(Square::H8), BLACK_KNIGHT, Square::G5),
        768 + 64 + Square::B4.index()
    );
    assert!(input(&bucket, white(Square::H8), Piece::WhiteKing, Square::H8) < 768);
    assert_eq!(
        input(
            &FeatureSet::HalfKp,
            black(Square::E7),
            Piece::WhiteQueen,
            Square::A1
        ),
        Square::E2.index() * 640 + 320 + 4 * 64 + Square::A8.index()
    );
}

#[test]
fn inputs_of_a_view_are_distinct_and_in_range() {
    let sets = [
        FeatureSet::PieceSquare { mirrored: false },
        FeatureSet::PieceSquare { mirrored: true },
        corner_bucket(),
        FeatureSet::HalfKp,
    ];
    for set in sets {
        let table = FeatureTable::new(&set);
        let mut views = HashSet::new();
        for (side, king) in Color::ALL
            .into_iter()
            .flat_map(|s| Square::ALL.map(|k| (s, k)))
        {
            let outlook = table.outlook(side, king);
            assert!(outlook.number() < table.views());
            views.insert(outlook.number());
            let mut inputs = HashSet::new();
            let pieces: Vec<Piece> = Piece::ALL
                .into_iter()
                .filter(|&piece| table.has(piece))
                .collect();
            for &piece in &pieces {
                for square in Square::ALL {
                    let input = table.input(side, outlook, Feature::new(piece, square));
                    assert!(input < set.inputs());
                    inputs.insert(input);
                }
            }
            assert_eq!(inputs.len(), pieces.len() * Square::COUNT);
        }
        assert_eq!(views.len(), table.views());
        let has_kings = table.has(Piece::new(Color::Black, PieceType::King));
        assert_eq!(has_kings, set != FeatureSet::HalfKp);
    }
}
