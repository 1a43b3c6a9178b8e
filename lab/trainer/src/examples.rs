//! Positions and plans for tests.

use std::path::PathBuf;
use std::sync::Arc;

use game::Rng;
use net_tools::random_positions;
use records::{GameResult, Record};

use crate::backend::Plan;
use crate::config::{ActivationWord, Config, FeatureWord};
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
        Record::new(&position, score, results[rng.below(4)])
    };
    let positions = random_positions(count, seed).into_iter();
    positions.map(label).collect()
}

/// A configuration of a small network.
pub fn config() -> Config {
    Config {
        data: vec![PathBuf::from("none")],
        width: 32,
        batch: 48,
        passes: 2.0,
        ..Config::default()
    }
}

/// Networks of every kind: each feature set, each activation, with small layers and without.
pub fn configs() -> Vec<Config> {
    let activations = [
        ActivationWord::Relu,
        ActivationWord::Crelu,
        ActivationWord::Screlu,
        ActivationWord::Pairwise,
    ];
    let mut configs: Vec<Config> = activations
        .into_iter()
        .map(|activation| Config {
            activation,
            width: 64,
            ..config()
        })
        .collect();
    for (features, factoriser) in [
        (FeatureWord::KingBucket, true),
        (FeatureWord::KingBucket, false),
        (FeatureWord::HalfKp, false),
    ] {
        configs.push(Config {
            features,
            factoriser,
            output_buckets: 4,
            ..config()
        });
    }
    for (activation, hidden) in [
        (ActivationWord::Crelu, vec![16]),
        (ActivationWord::Screlu, vec![16, 32]),
        (ActivationWord::Pairwise, vec![32, 16, 16]),
    ] {
        configs.push(Config {
            activation,
            hidden_activation: match hidden.len() {
                1 => ActivationWord::Crelu,
                _ => ActivationWord::Screlu,
            },
            hidden,
            width: 64,
            output_buckets: 2,
            ..config()
        });
    }
    configs
}

/// A plan with these positions to learn from, and some others to validate.
pub fn plan(config: &Config, training: Vec<Record>) -> Plan {
    let data = DataSet {
        training,
        validation: records(50, 99),
        sources: Vec::new(),
    };
    Plan::new(config, Arc::new(data)).expect("a good configuration")
}
