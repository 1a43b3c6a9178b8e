//! Feature indices, by hand and by properties.

use std::collections::HashSet;

use chess::{Color, Piece, PieceType, Position, Square};

use super::{BucketMap, FeatureSet, FeatureTable};
use crate::features::{Features, Lookup, Pieces};

const BLACK_KNIGHT: Piece = Piece::BlackKnight;

/// The feature index of a piece on a square for a color with its king on a square.
fn index(set: &FeatureSet, side: Color, king: Square, piece: Piece, square: Square) -> usize {
    let table = FeatureTable::new(set);
    table.index(side, table.perspective(side, king), piece, square)
}

fn corner_bucket() -> FeatureSet {
    let mut map = [0; 32];
    map[0] = 1;
    FeatureSet::KingBucket(BucketMap(map))
}

#[test]
fn feature_indices_are_as_documented() {
    let white = |set, king, piece, square| index(set, Color::White, king, piece, square);
    let black = |set, king, piece, square| index(set, Color::Black, king, piece, square);
    let plain = FeatureSet::PieceSquare { mirrored: false };
    let mirrored = FeatureSet::PieceSquare { mirrored: true };
    let g5 = Square::G5.index();
    // Their knight for White; the own one for Black, for whom g5 is on the fourth rank.
    assert_eq!(
        white(&plain, Square::G1, BLACK_KNIGHT, Square::G5),
        384 + 64 + g5
    );
    assert_eq!(
        black(&plain, Square::G8, BLACK_KNIGHT, Square::G5),
        64 + Square::G4.index()
    );
    // Kings on files e to h mirror the board.
    let b5 = Square::B5.index();
    assert_eq!(
        white(&mirrored, Square::E1, BLACK_KNIGHT, Square::G5),
        384 + 64 + b5
    );
    assert_eq!(
        white(&mirrored, Square::D1, BLACK_KNIGHT, Square::G5),
        384 + 64 + g5
    );
    assert_eq!(
        black(&mirrored, Square::H8, BLACK_KNIGHT, Square::G5),
        64 + Square::B4.index()
    );
    // A king in the own corner, on either wing, is in the other bucket.
    let bucket = corner_bucket();
    for king in [Square::A1, Square::H1] {
        assert!(white(&bucket, king, Piece::WhiteKing, king) >= 768);
    }
    assert_eq!(
        black(&bucket, Square::H8, BLACK_KNIGHT, Square::G5),
        768 + 64 + Square::B4.index()
    );
    assert!(white(&bucket, Square::H8, Piece::WhiteKing, Square::H8) < 768);
    assert_eq!(
        black(
            &FeatureSet::HalfKp,
            Square::E7,
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
        FeatureSet::Threats,
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
                    let index = table.index(side, perspective, piece, square);
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

/// The listed features of a color, ascending.
fn listed(fen: &str, side: Color) -> Vec<u16> {
    let pieces = Pieces::from(&Position::from_fen(fen).unwrap());
    let views = FeatureTable::new(&FeatureSet::Threats).views(&pieces);
    let mut active = Vec::new();
    let listed = FeatureSet::Threats.listed().unwrap();
    listed.list(&pieces, &views, side.index(), &mut active);
    active.sort_unstable();
    active
}

#[test]
fn threats_are_as_documented() {
    assert_eq!(listed("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Color::White), []);
    // Both kings are on file e, so files are mirrored. A rook and a pawn attack the knight on d5, which
    // a bishop defends; it attacks the pawn on c3 through nobody, which is undefended. The bishop's way
    // to h1 ends at the pawn on e4.
    let fen = "4k3/1b6/8/3n4/4P3/2P5/8/3RK2B w - - 0 1";
    let [pawn, knight, king] = [0, 1, 5];
    let threat = |attacker: u16, defended: u16| 768 * (1 + 2 * attacker + defended);
    let victim =
        |owner: u16, kind: u16, square: Square| 384 * owner + 64 * kind + square.index() as u16;
    let (d5, c3) = (Square::E5, Square::F3);
    let white = [
        threat(pawn, 1) + victim(1, knight, d5),
        threat(knight, 0) + victim(0, pawn, c3),
    ];
    assert_eq!(listed(fen, Color::White), white);
    let flip = |square: Square| Square::from_index(square.index() ^ 56);
    let black = [
        threat(pawn, 1) + victim(0, knight, flip(d5)),
        threat(knight, 0) + victim(1, pawn, flip(c3)),
    ];
    assert_eq!(listed(fen, Color::Black), black);
    // A check, and a king that attacks.
    let fen = "8/8/8/8/8/3k4/3P4/K7 b - - 0 1";
    let expected = [threat(king, 0) + victim(0, pawn, Square::D2)];
    assert_eq!(listed(fen, Color::White), expected);
    let fen = "8/8/8/8/8/3k4/4P3/K7 b - - 0 1";
    let expected = [
        threat(pawn, 0) + victim(1, king, Square::D3),
        threat(king, 0) + victim(0, pawn, Square::E2),
    ];
    assert_eq!(listed(fen, Color::White), expected);
}

#[test]
fn rivals_are_all_listed_features() {
    let set = FeatureSet::Threats;
    let listed = set.listed().unwrap();
    let features: HashSet<usize> = listed.rivals().into_iter().flatten().collect();
    assert_eq!(features, (768..set.inputs()).collect());
    assert!(set.inputs() <= usize::from(u16::MAX) + 1);
}
