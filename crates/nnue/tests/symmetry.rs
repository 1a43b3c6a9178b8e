//! Color symmetry for every feature set, and horizontal symmetry for mirrored ones.

#[path = "../../chess/tests/common/mod.rs"]
mod common;

use chess::{Castling, Piece, Placement, Position, Square};
use nnue::{Activation, Architecture, BucketMap, FeatureSet, Network, Pieces, Scales};

fn sets() -> [FeatureSet; 5] {
    let mut map = [0; 32];
    for (square, bucket) in map.iter_mut().enumerate() {
        *bucket = (square % 7) as u8;
    }
    [
        FeatureSet::PieceSquare { mirrored: false },
        FeatureSet::PieceSquare { mirrored: true },
        FeatureSet::KingBucket(BucketMap(map)),
        FeatureSet::HalfKp,
        FeatureSet::Threats,
    ]
}

fn network(features: FeatureSet) -> Network {
    let architecture = Architecture {
        features,
        width: 64,
        activation: Activation::Screlu,
        hidden: None,
        buckets: 4,
        scales: Scales::default(),
    };
    Network::random(architecture, 23).expect("a valid network")
}

/// The position with every square XORed with `flip`, and colors exchanged or not.
fn flipped(position: &Position, flip: usize, exchange: bool) -> Position {
    let mut board = [None; Square::COUNT];
    for square in Square::ALL {
        let piece = position.piece_on(square);
        board[square.index() ^ flip] = piece.map(|piece| match exchange {
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
        halfmove_clock: 0,
        fullmove_number: 1,
    };
    placement
        .validate()
        .expect("a flipped position is a position")
}

fn value(network: &Network, position: &Position) -> i32 {
    network.value(&Pieces::from(position), position.side_to_move())
}

#[test]
fn values_are_color_symmetric() {
    for set in sets() {
        let network = network(set);
        for position in common::sample(100, 3) {
            let exchanged = flipped(&position, 56, true);
            assert_eq!(
                value(&network, &position),
                value(&network, &exchanged),
                "{position:?}"
            );
        }
    }
}

#[test]
fn only_mirrored_sets_are_horizontally_symmetric() {
    for set in sets() {
        let is_mirrored = set.is_mirrored();
        let network = network(set);
        let is_alike = |position: &Position| {
            value(&network, position) == value(&network, &flipped(position, 7, false))
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
fn the_side_to_move_matters() {
    let network = network(FeatureSet::HalfKp);
    let pieces = Pieces::from(&common::sample(1, 9)[0]);
    assert_ne!(
        network.value(&pieces, chess::Color::White),
        -network.value(&pieces, chess::Color::Black)
    );
}
