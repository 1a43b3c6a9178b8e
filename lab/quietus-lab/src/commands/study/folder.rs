//! The folder of a study: a file for each finished step.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use ::study::{ArmData, Plan};
use anyhow::{Context, bail};
use arena::runner::Score;
use serde::Serialize;
use serde::de::DeserializeOwned;
use support::sha256;

use crate::files::write_file;

/// The file with the hash of the plan.
const STATE: &str = "study.json";
/// The file that is locked; it stays.
const LOCK: &str = "lock";

/// What a study began with.
#[derive(Serialize, serde::Deserialize)]
struct State {
    /// SHA-256 of the plan's file.
    plan: String,
}

/// A folder that one process works in.
pub struct Folder {
    path: PathBuf,
    /// Locked until it is dropped, however the process ends.
    _lock: File,
}

impl Folder {
    /// The folder of a plan. One that was begun with another plan is refused.
    pub fn open(path: &Path, plan: &str) -> anyhow::Result<Self> {
        let shown = path.display();
        let cannot_use = || format!("cannot use the folder {shown}");
        for part in ["games", "data", "nets", "matches"] {
            fs::create_dir_all(path.join(part)).with_context(cannot_use)?;
        }
        let lock = File::create(path.join(LOCK)).with_context(cannot_use)?;
        if let Err(TryLockError::WouldBlock) = lock.try_lock() {
            bail!("another study runs in {shown}");
        }
        let path = std::path::absolute(path).with_context(cannot_use)?;
        let folder = Self { path, _lock: lock };
        let plan = sha256(plan.as_bytes());
        match folder.read::<State>(STATE)? {
            Some(state) if state.plan != plan => bail!(
                "the plan has changed since the study in {shown} began: a changed plan is another study, \
                 with another --out"
            ),
            Some(_) => {}
            None => folder.write(STATE, &State { plan })?,
        }
        Ok(folder)
    }

    pub fn file(&self, name: impl AsRef<Path>) -> PathBuf {
        self.path.join(name)
    }

    /// A JSON file, if it is there.
    pub fn read<T: DeserializeOwned>(&self, name: &str) -> anyhow::Result<Option<T>> {
        let path = self.file(name);
        if !path.exists() {
            return Ok(None);
        }
        let cannot_read = || format!("cannot read {}", path.display());
        let text = fs::read_to_string(&path).with_context(cannot_read)?;
        Ok(Some(serde_json::from_str(&text).with_context(cannot_read)?))
    }

    pub fn write(&self, name: &str, value: &impl Serialize) -> anyhow::Result<()> {
        write_file(&self.file(name), serde_json::to_string_pretty(value)?)
    }

    /// What an arm learns from, once it is known.
    pub fn arm(&self, name: &str, seed: u64) -> anyhow::Result<Option<ArmData>> {
        self.read(&format!("data/{name}-{seed}.json"))
    }

    /// The same of all arms and seeds.
    pub fn arms(&self, plan: &Plan) -> anyhow::Result<Vec<ArmData>> {
        let mut arms = Vec::new();
        for &seed in &plan.seeds {
            for name in plan.arms.keys() {
                arms.extend(self.arm(name, seed)?);
            }
        }
        Ok(arms)
    }

    /// The score of a contrast with a seed, if it was played.
    pub fn score(&self, contrast: &str, seed: u64) -> anyhow::Result<Option<Score>> {
        let table = self.read(&score_file(contrast, seed))?;
        Ok(table.map(|table| Score { table }))
    }

    pub fn write_score(&self, contrast: &str, seed: u64, score: Score) -> anyhow::Result<()> {
        self.write(&score_file(contrast, seed), &score.table)
    }
}

fn score_file(contrast: &str, seed: u64) -> String {
    format!("matches/{contrast}-{seed}.json")
}
