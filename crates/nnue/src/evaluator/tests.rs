//! The evaluation through the interface of a search.

use std::sync::Arc;

use chess::{Color, Piece, Position, Square};
use game::Evaluator as _;

use crate::features::PieceSets;
use crate::simd::{Isa, each_isa};
use crate::{Activation, Architecture, Evaluator, FeatureSet, Hidden, Network, Pieces, Scales};

fn network() -> Arc<Network> {
    let architecture = Architecture {
        features: FeatureSet::PieceSquare { mirrored: true },
        width: 96,
        activation: Activation::Screlu,
        hidden: None,
        buckets: 2,
        scales: Scales::default(),
    };
    Arc::new(Network::random(architecture, 3).unwrap())
}

fn at(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

/// Networks with hidden layers: widths that all vectors divide, and that some do not.
fn layered_networks() -> impl Iterator<Item = Arc<Network>> {
    let clipped = Activation::ALL.into_iter().filter(|it| it.is_clipped());
    let shapes = clipped.flat_map(|activation| [64, 256].map(|width| (activation, width)));
    shapes.map(|(activation, width)| {
        let architecture = Architecture {
            width,
            activation,
            hidden: Some(Hidden {
                sizes: vec![16, 32, 32],
                activation: Activation::Screlu,
                dual: true,
                sum_bits: 13,
            }),
            ..network().architecture().clone()
        };
        Arc::new(Network::random(architecture, 4).unwrap())
    })
}

#[test]
fn all_instruction_sets_agree() {
    fn check<I: Isa>(network: &Arc<Network>) {
        let mut evaluator = Evaluator::with_isa::<I>(Arc::clone(network));
        let mut position = Position::start();
        evaluator.reset(&position);
        for text in [
            "e2e4", "d7d5", "e4d5", "g8f6", "f1b5", "c7c6", "d5c6", "d8d2",
        ] {
            let mv = position.parse_uci(text).unwrap();
            evaluator.push();
            position.make(mv, &mut evaluator);
            let fresh = network.value(&Pieces::from(&position), position.side_to_move());
            assert_eq!(evaluator.value(&position), fresh, "{} {text}", I::NAME);
        }
    }
    for network in layered_networks().chain([network()]) {
        each_isa!(check, &network);
    }
}

#[test]
fn evaluations_scale_with_percent_and_halfmove_clock() {
    let network = network();
    let mut evaluator = Evaluator::new(network);
    let mut evaluate = |clock: u32, percent: i32| {
        let position = at(&format!("4k3/8/8/3q4/8/8/3P4/4K3 w - - {clock} 60"));
        evaluator.reset(&position);
        evaluator.set_percent(percent);
        (
            evaluator.value(&position),
            evaluator.evaluate(&position).raw(),
        )
    };
    let (value, fresh) = evaluate(0, 100);
    assert_eq!(value, fresh);
    assert!(value.abs() > 10, "{value}");
    assert_eq!(evaluate(100, 100).1, value / 2);
    assert_eq!(evaluate(0, 200).1, 2 * value);
    assert_eq!(evaluate(100, 200).1, value);
}

#[test]
fn clones_share_the_network_but_not_the_accumulators() {
    let mut evaluator = Evaluator::new(network());
    let mut position = Position::start();
    evaluator.reset(&position);
    let mut copy = evaluator.clone();
    assert!(Arc::ptr_eq(evaluator.network(), copy.network()));
    let mv = position.parse_uci("g1f3").unwrap();
    copy.push();
    position.make(mv, &mut copy);
    let expected = copy.network().value(&Pieces::from(&position), Color::Black);
    assert_eq!(copy.value(&position), expected);
    position.unmake(mv);
    let expected = copy.network().value(&Pieces::from(&position), Color::White);
    assert_eq!(evaluator.value(&position), expected);
}

#[test]
fn contributions_are_differences_without_the_piece() {
    let network = network();
    let position = at("4k3/8/8/3q4/8/8/3P4/4K3 b - - 0 1");
    let explanation = network.explain(&position);
    let pieces = Pieces::from(&position);
    let white = |pieces: &Pieces| -network.value(pieces, Color::Black);
    assert_eq!(explanation.value, white(&pieces));
    assert_eq!(explanation.bucket, 0);
    let [pawn, queen] = &explanation.contributions[..] else {
        panic!("a pawn and a queen");
    };
    assert_eq!((pawn.piece, pawn.square), (Piece::WhitePawn, Square::D2));
    assert_eq!((queen.piece, queen.square), (Piece::BlackQueen, Square::D5));
    let without = white(&pieces.without(Square::D5));
    assert_eq!(queen.value, explanation.value - without);
}
