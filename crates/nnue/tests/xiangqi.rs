//! Networks of xiangqi: incremental updates, symmetry, and files.

#[path = "../../xiangqi/tests/common/mod.rs"]
mod common;

use std::sync::Arc;

use common::Style;
use game::{Evaluator as _, Rng};
use nnue::accumulator::AccumulatorStack;
use nnue::container::crc32;
use nnue::features::xiangqi::{FeatureSet, Pieces};
use nnue::features::{Lookup as _, PieceSets as _};
use nnue::with_best_isa;
use nnue::{Activation, Architecture, Container, Evaluator, Features as _, Network, Scales};
use xiangqi::{Color, File, Move, Position};

const GAMES: usize = 200;

fn architecture(features: FeatureSet) -> Architecture<FeatureSet> {
    Architecture {
        features,
        width: 64,
        activation: Activation::Screlu,
        hidden: None,
        buckets: 8,
        scales: Scales::default(),
    }
}

fn network(features: FeatureSet) -> Network<FeatureSet> {
    Network::random(architecture(features), 11).expect("a valid network")
}

fn value(network: &Network<FeatureSet>, position: &Position) -> i32 {
    network.value(&Pieces::from(position), position.side_to_move())
}

/// What a walk through games met.
#[derive(Default)]
struct Met {
    looks: usize,
    /// Positions with both kings on file e.
    ties: usize,
    captures: usize,
}

/// Plays a random game with moves taken back and null moves, and looks at some of the positions only.
fn wander(
    stack: &mut AccumulatorStack<FeatureSet>,
    style: Style,
    rng: &mut Rng,
    met: &mut Met,
    look: impl Fn(&Position, &mut AccumulatorStack<FeatureSet>),
) {
    let mut position = Position::start();
    stack.reset(&position);
    // None is a null move.
    let mut path: Vec<Option<Move>> = Vec::new();
    for _ in 0..200 {
        match rng.below(10) {
            0 | 1 => match path.pop() {
                Some(Some(mv)) => {
                    position.unmake(mv);
                    stack.pop();
                }
                Some(None) => position.unmake_null(),
                None => (),
            },
            2 if !position.in_check() => {
                position.make_null();
                path.push(None);
            }
            _ => {
                if let Some(mv) = style.choose(&position, rng) {
                    met.captures += usize::from(position.is_capture(mv));
                    stack.push();
                    position.make(mv, stack);
                    path.push(Some(mv));
                }
            }
        }
        if rng.below(2) == 0 {
            look(&position, stack);
            met.looks += 1;
            let is_center = |color| position.king(color).file() == File::E;
            met.ties += usize::from(Color::ALL.into_iter().all(is_center));
        }
    }
}

#[test]
fn incremental_accumulators_equal_fresh_ones() {
    for set in FeatureSet::ALL {
        let network = Arc::new(network(set));
        let mut stack = AccumulatorStack::new(Arc::clone(&network));
        let (mut rng, mut met) = (Rng::new(5), Met::default());
        for game in 0..GAMES {
            let style = Style::ALL[game % Style::ALL.len()];
            wander(&mut stack, style, &mut rng, &mut met, |position, stack| {
                with_best_isa!(I => stack.update::<I>(position));
                for side in Color::ALL {
                    let fresh = network.accumulator(&Pieces::from(position), side);
                    assert_eq!(stack.accumulator(side), &*fresh, "{set}: {position:?}");
                }
            });
        }
        let Met {
            looks,
            ties,
            captures,
        } = met;
        assert!(looks > 90 * GAMES && ties > looks / 10 && captures > 10 * GAMES);
    }
}

#[test]
fn values_of_every_activation_match_evaluation_from_scratch() {
    let kinds = FeatureSet::ALL.map(|set| Activation::ALL.map(|activation| (set, activation)));
    let mut rng = Rng::new(8);
    for (features, activation) in kinds.into_iter().flatten() {
        let architecture = Architecture {
            activation,
            width: 128,
            ..architecture(features)
        };
        let network = Network::random(architecture, 12).expect("a valid network");
        let mut evaluator = Evaluator::new(Arc::new(network));
        for _ in 0..10 {
            let mut position = Position::start();
            evaluator.reset(&position);
            for _ in 0..150 {
                let Some(mv) = Style::Captures.choose(&position, &mut rng) else {
                    break;
                };
                evaluator.push();
                position.make(mv, &mut evaluator);
                if rng.below(3) > 0 {
                    let fresh = value(evaluator.network(), &position);
                    assert_eq!(evaluator.value(&position), fresh, "{position:?}");
                }
            }
        }
    }
}

#[test]
fn swapped_positions_have_the_same_value_and_mirrored_ones_where_the_set_says_so() {
    for set in FeatureSet::ALL {
        let network = network(set);
        let positions = common::sample(150, 3);
        let mut alike = 0;
        for position in &positions {
            let other = |fen: &str| Position::from_fen(fen).expect("as valid as before");
            let fen = position.fen();
            let found = value(&network, position);
            assert_eq!(
                found,
                value(&network, &other(&common::swapped(&fen))),
                "{set}: {fen}"
            );
            let mirrored = value(&network, &other(&common::mirrored(&fen)));
            assert!(found == mirrored || !set.is_mirrored(), "{set}: {fen}");
            alike += usize::from(found == mirrored);
        }
        assert_eq!(alike == positions.len(), set.is_mirrored());
    }
}

#[test]
fn files_name_the_game_and_others_are_refused() {
    for set in FeatureSet::ALL {
        let container = Container {
            network: network(set),
            card: "{}".to_owned(),
        };
        let bytes = container.write().expect("a short card");
        assert_eq!(bytes[128..137], *b"xiangqi\0\0");
        let read = Container::<FeatureSet>::read(&bytes).expect("its own file");
        assert_eq!(
            read.network.architecture(),
            container.network.architecture()
        );
        assert_eq!(read.write().expect("a short card"), bytes);
        let refused = Container::<nnue::FeatureSet>::read(&bytes).map(drop);
        let said = refused.expect_err("another game").to_string();
        assert_eq!(said, "a network of \"xiangqi\", not of \"chess\"");
    }
    let chess = Architecture {
        features: nnue::FeatureSet::HalfKp,
        width: 32,
        activation: Activation::Crelu,
        hidden: None,
        buckets: 1,
        scales: Scales::default(),
    };
    let network = Network::random(chess, 1).expect("a valid network");
    let card = String::new();
    let bytes = Container { network, card }.write().expect("a short card");
    let refused = Container::<FeatureSet>::read(&bytes).map(drop);
    let said = refused.expect_err("another game").to_string();
    assert_eq!(said, "a network of \"chess\", not of \"xiangqi\"");
}

/// Of an independent implementation: `tools/oracles/xiangqi_features.py`, which was written from
/// `docs/reference/net-format.md` alone.
const GOLDEN: &str = include_str!("golden/xiangqi.txt");

#[test]
fn active_features_are_those_of_the_reference() {
    let mut checked = 0;
    for line in GOLDEN.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split(' ').collect();
        let fen = format!("{} {} - - 0 1", words[0], words[1]);
        let position = Position::from_fen(&fen).expect("a good position");
        let pieces = Pieces::from(&position);
        assert_eq!(FeatureSet::material(&position).to_string(), words[2]);
        let sides = FeatureSet::ALL.map(|set| Color::ALL.map(|side| (set, side)));
        for ((set, side), expected) in sides.into_iter().flatten().zip(&words[3..]) {
            let table = set.table();
            let views = table.views(&pieces);
            let mut active = Vec::new();
            pieces.for_each(|piece, square| {
                if table.has(piece) {
                    let feature = table.feature(piece, square);
                    active.push(table.index(&views, feature, side.index()));
                }
            });
            active.sort_unstable();
            let bytes: Vec<u8> = active.into_iter().flat_map(u16::to_le_bytes).collect();
            assert_eq!(format!("{:08x}", crc32(&bytes)), *expected, "{set}: {fen}");
            checked += 1;
        }
    }
    assert!(checked >= 8 * 60);
}
