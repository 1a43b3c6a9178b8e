//! Feature indices, by hand and by properties.

use std::collections::HashSet;

use chess::{Color, Piece, PieceType, Square};

use super::{BucketMap, FeatureSet, FeatureTable};
use crate::features::Lookup;

const BLACK_KNIGHT: Piece = Piece::BlackKnight;

/// The feature index of a piece on a square for a color with its king on a square.
fn index(set: &FeatureSet, (side, king): (Color, Square), piece: Piece, square: Square) -> usize {
    let table = FeatureTable::new(set);
    table.index((side, table.perspective(side, king)), piece, square)
}

fn corner_bucket() -> FeatureSet {
    let mut map = [0; 32];
    map[0] = 1;
    FeatureSet::KingBucket(BucketMap(map))
}

#[test]
fn feature_indices_are_as_documented() {
    let white = |king| (Color::White, king);
    let black = |king| (Color::Black, king);
    let plain = FeatureSet::PieceSquare { mirrored: false };
    let mirrored = FeatureSet::PieceSquare { mirrored: true };
    let g5 = Square::G5.index();
    // Their knight for White; the own one for Black, for whom g5 is on the fourth rank.
    assert_eq!(
        index(&plain, white(Square::G1), BLACK_KNIGHT, Square::G5),
        384 + 64 + g5
    );
    assert_eq!(
        index(&plain, black(Square::G8), BLACK_KNIGHT, Square::G5),
        64 + Square::G4.index()
    );
    // Kings on files e to h mirror the board.
    let b5 = Square::B5.index();
    assert_eq!(
        index(&mirrored, white(Square::E1), BLACK_KNIGHT, Square::G5),
        384 + 64 + b5
    );
    assert_eq!(
        index(&mirrored, white(Square::D1), BLACK_KNIGHT, Square::G5),
        384 + 64 + g5
    );
    assert_eq!(
        index(&mirrored, black(Square::H8), BLACK_KNIGHT, Square::G5),
        64 + Square::B4.index()
    );
    // A king in the own corner, on either wing, is in the other bucket.
    let bucket = corner_bucket();
    for king in [Square::A1, Square::H1] {
        assert!(index(&bucket, white(king), Piece::WhiteKing, king) >= 768);
    }
    assert_eq!(
        index(&bucket, black(Square::H8), BLACK_KNIGHT, Square::G5),
        768 + 64 + Square::B4.index()
    );
    assert!(index(&bucket, white(Square::H8), Piece::WhiteKing, Square::H8) < 768);
    assert_eq!(
        index(
            &FeatureSet::HalfKp,
            black(Square::E7),
            Piece::WhiteQueen,
            Square::A1
        ),
        Square::E2.index() * 640 + 320 + 4 * 64 + Square::A8.index()
    );
}

#[test]
fn feature_indices_of_a_perspective_are_distinct_and_in_range() {
    let sets = [
        FeatureSet::PieceSquare { mirrored: false },
        FeatureSet::PieceSquare { mirrored: true },
        corner_bucket(),
        FeatureSet::HalfKp,
    ];
    for set in sets {
        let table = FeatureTable::new(&set);
        let mut entries = HashSet::new();
        for (side, king) in Color::ALL
            .into_iter()
            .flat_map(|s| Square::ALL.map(|k| (s, k)))
        {
            let perspective = table.perspective(side, king);
            assert!(usize::from(perspective.entry) < Lookup::entries(&table));
            entries.insert(perspective.entry);
            let mut indices = HashSet::new();
            let pieces: Vec<Piece> = Piece::ALL
                .into_iter()
                .filter(|&piece| table.has(piece))
                .collect();
            for &piece in &pieces {
                for square in Square::ALL {
                    let index = table.index((side, perspective), piece, square);
                    assert!(index < set.inputs());
                    indices.insert(index);
                }
            }
            assert_eq!(indices.len(), pieces.len() * Square::COUNT);
        }
        assert_eq!(entries.len(), Lookup::entries(&table));
        let has_kings = table.has(Piece::new(Color::Black, PieceType::King));
        assert_eq!(has_kings, set != FeatureSet::HalfKp);
    }
}
