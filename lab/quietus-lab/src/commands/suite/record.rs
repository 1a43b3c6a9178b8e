//! A suite's result in the ledger.

use std::path::{Path, PathBuf};

use ::ledger::{EngineRecord, Ledger, SuiteRecord, ThemeScore};
use anyhow::Context;
use arena::EngineSpec;
use arena::suite::{Score, SuiteReport};
use serde_json::json;

use crate::files::hash_file;

/// Records one engine's result.
pub fn record(
    ledger: &Path,
    spec: &EngineSpec,
    files: &[PathBuf],
    report: &SuiteReport,
) -> anyhow::Result<()> {
    let names = files.iter().filter_map(|path| path.file_name());
    let names: Vec<_> = names.map(|name| name.to_string_lossy()).collect();
    let mut hashes = Vec::new();
    for path in files {
        hashes.push(hash_file(path)?.sha256);
    }
    let suite = SuiteRecord {
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
    };
    record_suite(ledger, &spec.command, suite)
}

/// Records a result, with the engine itself where its program can be read.
pub fn record_suite(path: &Path, program: &Path, mut suite: SuiteRecord) -> anyhow::Result<()> {
    let mut record = || {
        let mut ledger = Ledger::open(path)?;
        if let Ok(engine) = EngineRecord::from_command(program, Some(&suite.player)) {
            suite.engine = Some(ledger.upsert_engine(&engine)?);
        }
        ledger.record_suite(&suite)
    };
    let id = record().with_context(|| format!("cannot write to {}", path.display()))?;
    eprintln!("Ledger entry: {id}");
    Ok(())
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
