//! `quietus-lab uci-check`: does an engine speak UCI as it should?

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ::ledger::{EngineRecord, Ledger, SuiteRecord};
use anyhow::Context;
use arena::EngineSpec;
use conformance::{
    CannotRun, CheckReport, ConformanceReport, ConformanceSettings, Severity, Status, catalog,
    check_line, run as check, summary_text,
};
use serde_json::json;

use super::engine_words::{Setting, positive};
use crate::files::{print, write_file};

const EXAMPLES: &str = "\
Examples:
  quietus-lab uci-check ./engine
  quietus-lab uci-check --json report.json --option Hash=64 gnuchess --uci
  quietus-lab uci-check --only stop --only ponder --transcripts ./engine
  quietus-lab uci-check --list

Options of the check come before the engine; what follows the engine are its arguments. Every check
starts the engine anew. An engine's own book (OwnBook) is switched off.

Exit status: 0 when all that must hold holds, 1 when some of it does not, 2 for a wrong command
line, 3 when the engine cannot be run.";

/// Status for an engine that does not get as far as `uciok`.
const CANNOT_RUN: u8 = 3;

/// Lines of a dialogue shown when all of it was not asked for.
const SHOWN_LINES: usize = 12;

/// Check how well an engine keeps to the UCI protocol
///
/// Each check is a must (the protocol or the GUIs rely on it) or a should, and passes, fails or is
/// skipped where the engine does not offer what it is about.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The engine's program and its arguments
    #[arg(
        required_unless_present = "list",
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_name = "ENGINE"
    )]
    engine: Vec<String>,

    /// Set an engine option before every check; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<Setting>,

    /// The folder the engine runs in
    #[arg(long, value_name = "FOLDER")]
    dir: Option<PathBuf>,

    /// Only checks whose id starts so; may be repeated
    #[arg(long, value_name = "START")]
    only: Vec<String>,

    /// No checks whose id starts so; may be repeated
    #[arg(long, value_name = "START")]
    skip: Vec<String>,

    /// Multiply all time limits, for slow engines or machines
    #[arg(long, default_value_t = 1.0, value_parser = positive, value_name = "FACTOR")]
    slowness: f64,

    /// Write everything as JSON, with the dialogues of failed checks
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Record the result in this ledger
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,

    /// Show the whole dialogue of failed checks, not only its end
    #[arg(long)]
    transcripts: bool,

    /// List the checks and stop
    #[arg(long)]
    list: bool,
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    if args.list {
        print(&list())?;
        return Ok(ExitCode::SUCCESS);
    }
    let settings = ConformanceSettings {
        slowness: args.slowness,
        only: args.only,
        skip: args.skip,
    };
    let (command, arguments) = args.engine.split_first().expect("clap wants an engine");
    let spec = EngineSpec {
        args: arguments.to_vec(),
        options: args.option.into_iter().map(Setting::into_pair).collect(),
        working_dir: args.dir,
        ..EngineSpec::new(command)
    };
    let mut show = |report: &CheckReport| {
        // That nobody reads on is found when the summary is printed.
        print(&shown(report, args.transcripts)).ok();
    };
    let report = match check(&spec, &settings, &mut show) {
        Ok(report) => report,
        Err(error) => return Ok(cannot_run(&error)),
    };
    print(&format!("\n{}", summary_text(&report)))?;
    if let Some(path) = &args.json {
        write_file(path, serde_json::to_string_pretty(&report)?)?;
    }
    if let Some(path) = &args.ledger {
        record(path, &spec, &settings, &report)?;
    }
    Ok(if report.is_conformant() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Records the result as a suite whose positions are the checks that applied.
fn record(
    path: &Path,
    spec: &EngineSpec,
    settings: &ConformanceSettings,
    report: &ConformanceReport,
) -> anyhow::Result<()> {
    let cannot_write = || format!("cannot write to the ledger {}", path.display());
    let mut ledger = Ledger::open(path).with_context(cannot_write)?;
    let engine = match EngineRecord::from_command(&spec.command, Some(&report.engine)) {
        Ok(engine) => Some(ledger.upsert_engine(&engine).with_context(cannot_write)?),
        Err(_) => None,
    };
    let failed = report
        .checks
        .iter()
        .filter(|check| check.status == Status::Fail);
    let summary = report.summary;
    let applied = summary.passed + summary.failed_must + summary.failed_should;
    let suite = SuiteRecord {
        name: "uci-check".to_owned(),
        hash: None,
        player: report.engine.clone(),
        engine,
        settings: json!({
            "engine": spec,
            "only": settings.only,
            "skip": settings.skip,
            "slowness": settings.slowness,
            "failed_must": summary.failed_must,
            "failed_should": summary.failed_should,
            "skipped": summary.skipped,
            "failed": failed.map(|check| &check.id).collect::<Vec<_>>(),
        }),
        positions: applied as u64,
        solved: summary.passed as u64,
        points: summary.passed as f64,
        max_points: applied as f64,
        themes: Vec::new(),
        seconds: Some(report.seconds),
    };
    let id = ledger.record_suite(&suite).with_context(cannot_write)?;
    eprintln!("recorded as entry {id}");
    Ok(())
}

fn list() -> String {
    let row = |check: &conformance::Check| {
        let severity = match check.severity {
            Severity::Must => "must",
            Severity::Should => "should",
        };
        format!("{severity:6}  {:26} {}\n", check.id, check.title)
    };
    catalog().iter().map(row).collect()
}

fn cannot_run(error: &CannotRun) -> ExitCode {
    eprintln!("error: {error}");
    if let Some(transcript) = &error.transcript {
        eprintln!("{transcript}");
    }
    ExitCode::from(CANNOT_RUN)
}

fn shown(report: &CheckReport, whole: bool) -> String {
    let mut text = check_line(report);
    text.push('\n');
    if report.status == Status::Fail {
        let lines = &report.transcript;
        let hidden = if whole {
            0
        } else {
            lines.len().saturating_sub(SHOWN_LINES)
        };
        if hidden > 0 {
            text.push_str(&format!("        … {hidden} lines before\n"));
        }
        for line in &lines[hidden..] {
            text.push_str(&format!("        {line}\n"));
        }
    }
    text
}
