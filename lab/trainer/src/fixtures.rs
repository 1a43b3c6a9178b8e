//! Positions and plans for tests.

use std::path::PathBuf;
use std::sync::Arc;

use ::xiangqi::{Position, Xiangqi};
use chess::Chess;
use game::{Codes, Rng};
use games::GameId;
use net_tools::random_positions;
use nnue::features::xiangqi;
use nnue::{Activation, FeatureSet};
use records::{GameResult, Record};

use crate::backend::{Backend, Plan, State};
use crate::config::{ActivationKind, Config, FeatureKind};
use crate::data::DataSet;
use crate::trained::Trained;

/// Positions of random games with scores and results drawn at random.
pub fn records(count: usize, seed: u64) -> Vec<Record> {
    let mut rng = Rng::new(seed);
    let positions = random_positions::<Chess>(count, seed).into_iter();
    positions
        .map(|position| labeled::<Chess>(&position, &mut rng))
        .collect()
}

/// A position with a score and a result drawn at random.
fn labeled<R: Codes>(position: &R::Position, rng: &mut Rng) -> Record {
    let score = rng.below(1201) as i16 - 600;
    let results = [
        GameResult::WhiteWins,
        GameResult::Draw,
        GameResult::BlackWins,
        GameResult::Unknown,
    ];
    Record::new::<R>(position, score, results[rng.below(4)])
}

/// A configuration of a small network.
pub fn config() -> Config {
    Config {
        data: vec![PathBuf::from("none")],
        width: 32,
        batch_size: 48,
        epochs: 2.0,
        ..Config::default()
    }
}

/// Networks of every kind: each feature set, each activation, with hidden layers and without.
pub fn configs() -> Vec<Config> {
    let mut configs: Vec<Config> = Activation::ALL
        .into_iter()
        .map(|activation| Config {
            activation: ActivationKind(activation),
            width: 64,
            ..config()
        })
        .collect();
    for (features, factorizer) in [
        (FeatureKind::KingBucket, true),
        (FeatureKind::KingBucket, false),
        (FeatureKind::HalfKp, false),
        (FeatureKind::Threats, false),
    ] {
        configs.push(Config {
            features,
            factorizer,
            output_buckets: 4,
            ..config()
        });
    }
    let clipped = Activation::ALL.into_iter().filter(|it| it.is_clipped());
    for (activation, hidden) in
        clipped.zip([vec![16], vec![16, 32], vec![32, 16, 16]].iter().cycle())
    {
        configs.push(Config {
            activation: ActivationKind(activation),
            hidden_activation: ActivationKind(match hidden.len() {
                1 => Activation::Crelu,
                _ => Activation::Screlu,
            }),
            hidden: hidden.clone(),
            width: 64,
            output_buckets: 2,
            ..config()
        });
    }
    for hidden in [vec![16], vec![16, 32, 32]] {
        configs.push(Config {
            activation: ActivationKind(Activation::Pairwise),
            hidden,
            hidden_dual: true,
            width: 64,
            output_buckets: 2,
            ..config()
        });
    }
    configs
}

/// Trains a network with rates of their own for its parts, and checks that weights without gradients
/// decay as these say: those of features that no position has, and of an output bucket without positions.
pub fn check_rates(start: impl FnOnce(Plan, State) -> Box<dyn Backend>) {
    const START: f32 = 0.25;
    const STEPS: u64 = 10;
    let config = Config {
        features: FeatureKind::KingBucket,
        hidden: vec![16, 16],
        activation: ActivationKind(Activation::Crelu),
        output_buckets: 4,
        epochs: 8.0,
        weight_decay: 0.5,
        own_decay_factor: 20.0,
        hidden_decay_factor: 4.0,
        output_decay_factor: 0.1,
        own_rate_factor: 2.0,
        hidden_rate_factor: 0.5,
        output_rate_factor: 3.0,
        ..config()
    };
    let mut crowded = records(400, 1);
    crowded.retain(|record| record.occupied().count_ones() > 20);
    let plan = plan(&config, crowded);
    let state = State::new(vec![START; plan.model.len()]);
    let mut backend = start(plan.clone(), state);
    backend.train(0..STEPS).expect("steps");
    let parameters = backend.state().expect("a state").parameters;
    let model = &plan.model;
    let factorizer = model.factorizer.as_ref().expect("king buckets");
    // The first feature is an own pawn on the first rank.
    let groups = [
        ("own weights", model.ft_index(0, 3), 2.0, 20.0),
        ("factorizer", factorizer.start + 3, 1.0, 1.0),
        (
            "first hidden layer",
            model.hidden[0].weights.start,
            0.5,
            4.0,
        ),
        (
            "second hidden layer",
            model.hidden[1].weights.start,
            0.5,
            4.0,
        ),
        ("output layer", model.output.weights.start, 3.0, 0.1),
        ("output bias", model.output.biases.start, 3.0, 0.0),
    ];
    for (name, index, rate, decay) in groups {
        let decays =
            (0..STEPS).map(|step| 1.0 - plan.schedule.learning_rate(step) * rate * decay * 0.5);
        let expected = START * decays.product::<f64>() as f32;
        let found = parameters[index];
        assert!(
            (found - expected).abs() < 1e-6,
            "{name}: {found}, not {expected}"
        );
    }
}

/// The feature sets of a game, with networks of every kind and positions of the game.
pub trait Fixture: Trained {
    /// Networks of every kind.
    fn configs() -> Vec<Config>;

    /// Positions of random games with scores and results drawn at random.
    fn records(count: usize, seed: u64) -> Vec<Record>;
}

impl Fixture for FeatureSet {
    fn configs() -> Vec<Config> {
        configs()
    }

    fn records(count: usize, seed: u64) -> Vec<Record> {
        records(count, seed)
    }
}

impl Fixture for xiangqi::FeatureSet {
    fn configs() -> Vec<Config> {
        let kinds = [
            (FeatureKind::HomeBucket, true, vec![]),
            (FeatureKind::PieceSquare, true, vec![16]),
            (FeatureKind::KingBucket, true, vec![]),
            (FeatureKind::AttackBucket, true, vec![]),
            (FeatureKind::AttackBucket, false, vec![]),
        ];
        let config = |(features, factorizer, hidden)| Config {
            game: GameId::Xiangqi,
            features,
            factorizer,
            hidden,
            output_buckets: 2,
            ..config()
        };
        kinds.map(config).to_vec()
    }

    fn records(count: usize, seed: u64) -> Vec<Record> {
        let mut rng = Rng::new(seed);
        let mut records = Vec::new();
        while records.len() < count {
            let mut position = Position::start();
            for _ in 0..rng.below(200) {
                if let Some(&mv) = rng.choose(&position.legal_moves()) {
                    position.play(mv);
                }
            }
            if !position.in_check() {
                records.push(labeled::<Xiangqi>(&position, &mut rng));
            }
        }
        records
    }
}

/// A plan with these training positions, and some others for validation.
pub fn plan_of<F: Fixture>(config: &Config, training: Vec<Record>) -> Plan<F> {
    let data = DataSet {
        training,
        validation: F::records(50, 99),
        sources: Vec::new(),
    };
    Plan::new(config, Arc::new(data)).expect("a good configuration")
}

/// The same of chess.
pub fn plan(config: &Config, training: Vec<Record>) -> Plan {
    plan_of(config, training)
}
