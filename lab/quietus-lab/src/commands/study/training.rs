//! Networks of the arms.

use std::path::PathBuf;

use ::study::{Arm, Plan};
use trainer::config::BackendKind;
use trainer::{Config, Settings, Start};

use super::Session;
use crate::training::train;

/// The configuration of an arm's network, without name, data and output. On the CPU unless the plan says
/// otherwise: so the network is the same everywhere.
pub fn config(plan: &Plan, arm: &Arm, seed: u64) -> Config {
    let fixed = Settings {
        game: Some(plan.game),
        seed: Some(seed),
        data: Some(vec![PathBuf::from("labels.bin")]),
        ..Settings::default()
    };
    let usual = Settings {
        backend: Some(BackendKind::Cpu),
        ..Settings::default()
    };
    let wanted = arm.train.clone().or(plan.train.clone());
    fixed.or(wanted).or(usual).resolve()
}

impl Session {
    /// The network of an arm.
    pub fn network(&self, name: &str, seed: u64) -> PathBuf {
        let name = format!("{name}-{seed}");
        self.folder.file(format!("nets/{name}/{name}.qnn"))
    }

    /// Trains the network of an arm; false if it was interrupted.
    pub fn train(&self, name: &str, seed: u64) -> anyhow::Result<bool> {
        if self.network(name, seed).exists() {
            return Ok(true);
        }
        say!("\n== Network of {name}, seed {seed}");
        let full_name = format!("{name}-{seed}");
        let config = Config {
            output: self.folder.file(format!("nets/{full_name}")),
            name: full_name,
            data: vec![self.records(name, seed)],
            threads: self.threads,
            ..config(&self.plan, &self.plan.arms[name], seed)
        };
        Ok(train(&config, Start::Resume, self.interrupt.flag())?.is_some())
    }
}
