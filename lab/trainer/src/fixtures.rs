//! Positions and plans for tests.

use std::path::PathBuf;
use std::sync::Arc;

use game::Rng;
use net_tools::random_positions;
use nnue::Activation;
use records::{GameResult, Record};

use crate::backend::Plan;
use crate::config::{ActivationKind, Config, FeatureKind};
use crate::data::DataSet;

/// Positions of random games with scores and results drawn at random.
pub fn records(count: usize, seed: u64) -> Vec<Record> {
    let mut rng = Rng::new(seed);
    let label = |position| {
        let score = rng.below(1201) as i16 - 600;
        let results = [
            GameResult::WhiteWins,
            GameResult::Draw,
            GameResult::BlackWins,
            GameResult::Unknown,
        ];
        Record::new::<chess::Chess>(&position, score, results[rng.below(4)])
    };
    let positions = random_positions(count, seed).into_iter();
    positions.map(label).collect()
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
    configs
}

/// A plan with these training positions, and some others for validation.
pub fn plan(config: &Config, training: Vec<Record>) -> Plan {
    let data = DataSet {
        training,
        validation: records(50, 99),
        sources: Vec::new(),
    };
    Plan::new(config, Arc::new(data)).expect("a good configuration")
}
