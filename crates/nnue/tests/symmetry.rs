//! A position is worth the same with colors exchanged, and with files mirrored where the feature
//! set says so.

#[path = "../../chess/tests/common/mod.rs"]
mod common;

use chess::{Castling, Piece, Placement, Position, Square};
use nnue::{Activation, Architecture, BucketMap, FeatureSet, Network, Pieces, Scales};

fn sets() -> [FeatureSet; 4] {
    let mut map = [0; 32];
    for (square, bucket) in map.iter_mut().enumerate() {
        *bucket = (square % 7) as u8;
    }
    [
        FeatureSet::PieceSquare { mirrored: false },
        FeatureSet::PieceSquare { mirrored: true },
        FeatureSet::KingBucket(BucketMap(map)),
        FeatureSet::HalfKp,
    ]
}

fn network(features: FeatureSet) -> Network {
    let architecture = Architecture {
        features,
        width: 64,
        activation: Activation::SquaredClippedRelu,
        hidden: None,
        buckets: 4,
        scales: Scales {
            first: 255,
            output: 64,
            evaluation: 400,
        },
    };
    Network::random(architecture, 23).expect("a valid network")
}

/// The position with every square's number combined with `turn`, and colors exchanged or not.
fn turned(position: &Position, turn: usize, exchange: bool) -> Position {
    let mut board = [None; Square::COUNT];
    for square in Square::ALL {
        let piece = position.piece_on(square);
        board[square.index() ^ turn] = piece.map(|piece| match exchange {
            true => Piece::new(!piece.color(), piece.kind()),
            false => piece,
        });
    }
    let side = position.side_to_move();
    let placement = Placement {
        board,
        side: if exchange { !side } else { side },
        castling: Castling::NONE,
        en_passant: None,
        rule_clock: 0,
        fullmove_number: 1,
    };
    placement
        .validate()
        .expect("a turned position is a position")
}

fn value(network: &Network, position: &Position) -> i32 {
    network.value(&Pieces::from(position), position.side_to_move())
}

#[test]
fn colors_are_alike() {
    for set in sets() {
        let network = network(set);
        for position in common::sample(100, 3) {
            let exchanged = turned(&position, 56, true);
            assert_eq!(
                value(&network, &position),
                value(&network, &exchanged),
                "{position:?}"
            );
        }
    }
}

#[test]
fn wings_are_alike_in_mirrored_sets_only() {
    for set in sets() {
        let is_mirrored = set.is_mirrored();
        let network = network(set);
        let is_alike = |position: &Position| {
            value(&network, position) == value(&network, &turned(position, 7, false))
        };
        let positions = common::sample(100, 4);
        let alike = positions
            .iter()
            .filter(|position| is_alike(position))
            .count();
        if is_mirrored {
            assert_eq!(alike, positions.len());
        } else {
            assert!(alike < positions.len() / 4, "{alike}");
        }
    }
}

#[test]
fn having_the_move_matters() {
    let network = network(FeatureSet::HalfKp);
    let pieces = Pieces::from(&common::sample(1, 9)[0]);
    assert_ne!(
        network.value(&pieces, chess::Color::White),
        -network.value(&pieces, chess::Color::Black)
    );
}
