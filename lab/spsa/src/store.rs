//! A run in a folder: one state file, written atomically, with the settings and the results of all
//! pairs. The values follow from them.

use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use support::write_atomic;
use thiserror::Error;

use crate::{Plan, Run};

/// The version of the state file.
const VERSION: u32 = 1;

/// A run was started with other settings.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{folder} was started with other settings: {}", .changes.join("; "))]
pub struct ChangedSettings {
    folder: String,
    /// What was and what is.
    changes: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct State {
    version: u32,
    plan: Plan,
    /// How the pairs are played.
    games: Value,
    results: String,
}

/// The folder of a run. Only one process has it.
pub struct Store {
    folder: PathBuf,
    state: State,
    /// Held for its lock.
    _lock: File,
}

impl Store {
    /// The plan of the run in a folder, if there is one.
    ///
    /// # Errors
    /// If its state cannot be read.
    pub fn saved_plan(folder: &Path) -> anyhow::Result<Option<Plan>> {
        Ok(State::read(folder)?.map(|state| state.plan))
    }

    /// Starts a run in a folder, or resumes the one that is there.
    ///
    /// # Errors
    /// [`ChangedSettings`] if the run there was started with another plan or other games; or if files
    /// cannot be read or written.
    pub fn open(folder: &Path, plan: Plan, games: Value) -> anyhow::Result<(Self, Run)> {
        plan.validate()?;
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create {}", folder.display()))?;
        let mut store = Self {
            folder: folder.to_owned(),
            _lock: lock(folder)?,
            state: State {
                version: VERSION,
                plan,
                games,
                results: String::new(),
            },
        };
        let Some(saved) = State::read(folder)? else {
            let run = Run::new(store.state.plan.clone());
            store.save(&run)?;
            return Ok((store, run));
        };
        let mut changes = Vec::new();
        let plans = [&saved.plan, &store.state.plan].map(serde_json::to_value);
        let [was, now] = plans;
        differences("", &was?, &now?, &mut changes);
        differences("", &saved.games, &store.state.games, &mut changes);
        if !changes.is_empty() {
            let folder = folder.display().to_string();
            return Err(ChangedSettings { folder, changes }.into());
        }
        match Run::resume(saved.plan, &saved.results) {
            Some(run) => Ok((store, run)),
            None => bail!("{} is damaged", State::path(folder).display()),
        }
    }

    /// Writes the state.
    ///
    /// # Errors
    /// If it cannot be written; the old state stays.
    pub fn save(&mut self, run: &Run) -> anyhow::Result<()> {
        self.state.results = run.results();
        let text = serde_json::to_string_pretty(&self.state)?;
        write(&State::path(&self.folder), &(text + "\n"))
    }

    /// Writes another file of the folder, and gives its path.
    pub fn write(&self, name: &str, text: &str) -> anyhow::Result<PathBuf> {
        let path = self.folder.join(name);
        write(&path, text)?;
        Ok(path)
    }
}

/// Locks a folder. An engine that was being started when its run was killed has the lock for a
/// moment, so this waits a little.
fn lock(folder: &Path) -> anyhow::Result<File> {
    let path = folder.join("lock");
    let failed = || format!("cannot lock {}", path.display());
    let file = File::create(&path).with_context(failed)?;
    for attempt in 0.. {
        match file.try_lock() {
            Ok(()) => break,
            Err(fs::TryLockError::WouldBlock) if attempt < 20 => {
                thread::sleep(Duration::from_millis(100));
            }
            Err(fs::TryLockError::WouldBlock) => {
                bail!("another process runs {}", folder.display());
            }
            Err(fs::TryLockError::Error(error)) => return Err(error).with_context(failed),
        }
    }
    Ok(file)
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    write_atomic(path, text.as_bytes()).with_context(|| format!("cannot write {}", path.display()))
}

impl State {
    fn path(folder: &Path) -> PathBuf {
        folder.join("state.json")
    }

    fn read(folder: &Path) -> anyhow::Result<Option<Self>> {
        let path = Self::path(folder);
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            text => text.with_context(|| format!("cannot read {}", path.display()))?,
        };
        let state: Self = serde_json::from_str(&text)
            .with_context(|| format!("{} is not the state of a run", path.display()))?;
        if state.version != VERSION {
            let version = state.version;
            bail!("{} is of version {version}, not {VERSION}", path.display());
        }
        Ok(Some(state))
    }
}

/// Names what differs between two values, by the names of their fields. Items of a list with names
/// are compared by name.
fn differences(path: &str, was: &Value, now: &Value, changes: &mut Vec<String>) {
    let (Some(before), Some(after)) = (fields(was), fields(now)) else {
        if was != now {
            changes.push(format!("{path} was {was}, now {now}"));
        }
        return;
    };
    let find = |fields: &[(String, Value)], name: &str| {
        let field = fields.iter().find(|(known, _)| known == name);
        field.map_or(Value::Null, |(_, value)| value.clone())
    };
    let added = after
        .iter()
        .filter(|(name, _)| find(&before, name).is_null());
    for (name, _) in before.iter().chain(added) {
        let path = match path {
            "" => name.clone(),
            path => format!("{path}.{name}"),
        };
        differences(&path, &find(&before, name), &find(&after, name), changes);
    }
}

/// The fields of an object, or the items of a list with names.
fn fields(value: &Value) -> Option<Vec<(String, Value)>> {
    match value {
        Value::Object(fields) => {
            let fields = fields.iter();
            Some(
                fields
                    .map(|(name, value)| (name.clone(), value.clone()))
                    .collect(),
            )
        }
        Value::Array(items) if !items.is_empty() => {
            let name = |item: &Value| Some((item.get("name")?.as_str()?.to_owned(), item.clone()));
            items.iter().map(name).collect()
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::differences;

    #[test]
    fn changes_are_named() {
        let was = json!({"nodes": 2000, "p": [{"name": "a.b", "min": 1}], "list": [1, 2]});
        let now = json!({"nodes": 4000, "p": [{"name": "a.b", "min": 0}, {"name": "c"}],
            "list": [1, 2]});
        let mut changes = Vec::new();
        differences("", &was, &now, &mut changes);
        let expected = [
            "nodes was 2000, now 4000",
            "p.a.b.min was 1, now 0",
            "p.c was null, now {\"name\":\"c\"}",
        ];
        assert_eq!(changes, expected);
    }
}
