//! Results of test suites: their page, and their entry in the ledger.

mod page;

use std::path::{Path, PathBuf};

use anyhow::Context;
use arena::EngineSpec;
use arena::suite::{Score, SuiteReport};
use ledger::{EngineRecord, EntryId, Ledger, SuiteRecord, ThemeScore};
use serde_json::json;
use support::hash_file;

pub use page::suite_page;

/// The entry of one engine's result in the suites of these files.
///
/// # Errors
/// If a file cannot be read.
pub fn suite_record(
    spec: &EngineSpec,
    files: &[PathBuf],
    report: &SuiteReport,
) -> anyhow::Result<SuiteRecord> {
    let names = files.iter().filter_map(|path| path.file_name());
    let names: Vec<_> = names.map(|name| name.to_string_lossy()).collect();
    let mut hashes = Vec::new();
    for path in files {
        let file = hash_file(path).with_context(|| format!("cannot read {}", path.display()))?;
        hashes.push(file.sha256);
    }
    Ok(SuiteRecord {
        name: names.join(", "),
        hash: (hashes.len() == 1).then(|| hashes[0].clone()),
        player: report.engine.clone(),
        engine: None,
        settings: json!({
            "engine": spec,
            "limits": report.limits,
            "concurrency": report.concurrency,
            "files": names,
            "hashes": hashes,
            "bad_lines": report.bad_lines.len(),
            "failed": report.total.failed,
            "restarts": report.restarts,
        }),
        positions: report.total.positions,
        solved: report.total.solved,
        points: points(report.total.points),
        max_points: points(report.total.max_points),
        themes: report.themes.iter().map(theme).collect(),
        seconds: Some(report.seconds),
    })
}

/// Records a result, with the engine itself where its program can be read.
///
/// # Errors
/// If the ledger cannot be written.
pub fn record_suite(
    path: &Path,
    program: &Path,
    mut suite: SuiteRecord,
) -> anyhow::Result<EntryId> {
    let mut record = || {
        let mut ledger = Ledger::open(path)?;
        if let Ok(engine) = EngineRecord::from_command(program, Some(&suite.player)) {
            suite.engine = Some(ledger.upsert_engine(&engine)?);
        }
        ledger.record_suite(&suite)
    };
    record().with_context(|| format!("cannot write to {}", path.display()))
}

fn theme(score: &Score) -> ThemeScore {
    ThemeScore {
        name: score.name.clone(),
        positions: score.positions,
        solved: score.solved,
        points: points(score.points),
        max_points: points(score.max_points),
    }
}

#[expect(clippy::cast_precision_loss, reason = "no suite has 2^52 points")]
fn points(points: u64) -> f64 {
    points as f64
}
