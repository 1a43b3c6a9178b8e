//! Incrementally updated accumulators equal refreshed ones, whatever is made and unmade.

#[path = "../../chess/tests/common/mod.rs"]
mod common;

use std::sync::Arc;

use chess::{Color, Move, Position};
use game::{Evaluator as _, Rng};
use nnue::accumulator::AccumulatorStack;
use nnue::with_best_isa;
use nnue::{Activation, Architecture, BucketMap, Evaluator, FeatureSet, Network, Pieces, Scales};

/// Own weights for each file at home, and for each half of the board further up.
const BUCKETS: BucketMap = BucketMap([
    0, 1, 2, 3, 0, 1, 2, 3, 4, 4, 5, 5, 4, 4, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6,
]);

const GAMES: usize = 1000;

fn network(features: FeatureSet) -> Network {
    let architecture = Architecture {
        features,
        width: 32,
        activation: Activation::Screlu,
        hidden: None,
        buckets: 8,
        scales: Scales::default(),
    };
    Network::random(architecture, 11).expect("a valid network")
}

/// What was done to a position.
enum Step {
    Move(Move),
    Null,
}

/// Wanders through a game: moves, null moves, unmakes, and evaluates some of the positions only, so
/// that the accumulators lag behind by any number of plies.
fn wander(
    position: &mut Position,
    stack: &mut AccumulatorStack,
    choose: impl Fn(&Position, &mut Rng) -> Option<Move>,
    rng: &mut Rng,
    mut look: impl FnMut(&Position, &mut AccumulatorStack),
) {
    let mut path: Vec<Step> = Vec::new();
    for _ in 0..150 {
        match rng.below(8) {
            0 | 1 => match path.pop() {
                Some(Step::Move(mv)) => {
                    position.unmake(mv);
                    stack.pop();
                }
                Some(Step::Null) => position.unmake_null(),
                None => (),
            },
            2 if !position.in_check() => {
                position.make_null();
                path.push(Step::Null);
            }
            _ => {
                if let Some(mv) = choose(position, rng) {
                    stack.push();
                    position.make(mv, stack);
                    path.push(Step::Move(mv));
                }
            }
        }
        if rng.below(2) == 0 {
            look(position, stack);
        }
    }
}

fn follow(features: FeatureSet) {
    let network = Arc::new(network(features));
    let mut stack = AccumulatorStack::new(Arc::clone(&network));
    let mut rng = Rng::new(5);
    let mut looks = 0;
    for game in 0..GAMES {
        let (mut position, style) = common::random_opening(game, &mut rng);
        stack.reset(&position);
        let choose = |position: &Position, rng: &mut Rng| style.choose(position, rng);
        wander(
            &mut position,
            &mut stack,
            choose,
            &mut rng,
            |position, stack| {
                let pieces = Pieces::from(position);
                with_best_isa!(I => stack.update::<I>(position));
                for side in Color::ALL {
                    let refreshed = network.accumulator(&pieces, side);
                    assert_eq!(stack.accumulator(side), &*refreshed, "{position:?}");
                }
                looks += 1;
            },
        );
    }
    assert!(looks > 50 * GAMES);
}

#[test]
fn piece_square() {
    follow(FeatureSet::PieceSquare { mirrored: false });
}

#[test]
fn piece_square_mirrored() {
    follow(FeatureSet::PieceSquare { mirrored: true });
}

#[test]
fn king_bucket() {
    follow(FeatureSet::KingBucket(BUCKETS));
}

#[test]
fn half_kp() {
    follow(FeatureSet::HalfKp);
}

#[test]
fn threats() {
    follow(FeatureSet::Threats);
}

/// Values along games, some of the positions evaluated, equal those from scratch.
#[test]
fn values_of_every_architecture_match_evaluation_from_scratch() {
    let sets = [
        FeatureSet::PieceSquare { mirrored: true },
        FeatureSet::KingBucket(BUCKETS),
        FeatureSet::HalfKp,
        FeatureSet::Threats,
    ];
    let mut rng = Rng::new(8);
    let kinds = sets
        .iter()
        .flat_map(|set| Activation::ALL.map(|activation| (set.clone(), activation)));
    // The widths with specialized code, and another.
    for ((features, activation), width) in
        kinds.flat_map(|kind| [64, 128, 256].map(|width| (kind.clone(), width)))
    {
        let architecture = Architecture {
            activation,
            width,
            ..network(features).architecture().clone()
        };
        let network = Network::random(architecture, 12).expect("a valid network");
        let mut evaluator = Evaluator::new(Arc::new(network));
        for game in 0..20 {
            let (mut position, style) = common::random_opening(game, &mut rng);
            evaluator.reset(&position);
            for _ in 0..100 {
                let Some(mv) = style.choose(&position, &mut rng) else {
                    break;
                };
                evaluator.push();
                position.make(mv, &mut evaluator);
                if rng.below(3) > 0 {
                    let side = position.side_to_move();
                    let fresh = evaluator.network().value(&Pieces::from(&position), side);
                    assert_eq!(evaluator.value(&position), fresh, "{position:?}");
                }
                if rng.below(3) == 0 {
                    position.unmake(mv);
                    evaluator.pop();
                }
            }
        }
    }
}

#[test]
fn the_stack_grows_beyond_the_longest_search() {
    let network = network(FeatureSet::PieceSquare { mirrored: true });
    let mut evaluator = Evaluator::new(network.into());
    let mut position = Position::start();
    evaluator.reset(&position);
    let mut moves = Vec::new();
    for _ in 0..125 {
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            let mv = position.parse_uci(text).expect("a legal move");
            evaluator.push();
            position.make(mv, &mut evaluator);
            moves.push(mv);
        }
    }
    let at_start = evaluator
        .network()
        .value(&Pieces::from(&position), Color::White);
    assert_eq!(evaluator.value(&position), at_start);
    while let Some(mv) = moves.pop() {
        position.unmake(mv);
        evaluator.pop();
    }
    assert_eq!(evaluator.value(&position), at_start);
}
