//! `quietus-lab uci-check`: does an engine conform to the UCI protocol?

use std::path::{Path, PathBuf};

use ::ledger::SuiteRecord;
use arena::EngineSpec;
use conformance::{
    CheckReport, ConformanceReport, ConformanceSettings, Severity, Status, catalog, check_line,
    run as check, summary_text,
};
use games::GameId;
use matches::record_suite;
use serde_json::json;

use crate::args::{game, positive};
use crate::engines::EngineArg;
use crate::exit::{Exit, bail_usage};
use crate::files::{print, write_file};

const EXAMPLES: &str = "\
Examples:
  quietus-lab uci-check -e ./engine
  quietus-lab uci-check -e gnuchess args=--uci option.Hash=64 --json report.json
  quietus-lab uci-check --only stop --only ponder --transcripts -e ./engine
  quietus-lab uci-check --game xiangqi -e fairy-stockfish
  quietus-lab uci-check --list

Every check starts the engine anew. The engine's own book (OwnBook) is switched off.

Exits with 1 if a \"must\" check fails.";

/// Lines of a transcript that are shown by default.
const SHOWN_LINES: usize = 12;

/// Check an engine's conformance to the UCI protocol
///
/// A check is a "must" (the protocol demands it, or GUIs rely on it) or a "should". It passes, fails,
/// or is skipped where the engine does not have the feature.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    engine: EngineArg,

    /// The game
    #[arg(long, value_name = "GAME", value_parser = game(), default_value_t)]
    game: GameId,

    /// Run only checks whose id starts with this; can be repeated
    #[arg(long, value_name = "PREFIX")]
    only: Vec<String>,

    /// Skip checks whose id starts with this; can be repeated
    #[arg(long, value_name = "PREFIX")]
    skip: Vec<String>,

    /// Multiply all time limits, for slow engines or machines
    #[arg(long, default_value_t = 1.0, value_parser = positive, value_name = "FACTOR")]
    slowness: f64,

    /// Write the results as JSON, with the transcripts of failed checks
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Record the result in this ledger
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,

    /// Show whole transcripts of failed checks, not only their ends
    #[arg(long)]
    transcripts: bool,

    /// List the checks and exit
    #[arg(long)]
    list: bool,
}

/// Checks the engine.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    if args.list {
        print(&list())?;
        return Ok(Exit::Success);
    }
    let spec = args.engine.spec(EngineSpec::default())?;
    refuse_empty_selection(&args)?;
    let settings = ConformanceSettings {
        game: args.game,
        slowness: args.slowness,
        only: args.only,
        skip: args.skip,
    };
    let mut show = |report: &CheckReport| {
        // That nobody reads on is found when the summary is printed.
        print(&shown(report, args.transcripts)).ok();
    };
    let report = check(&spec, &settings, &mut show).inspect_err(|error| {
        if let Some(transcript) = &error.transcript {
            warn!("{transcript}");
        }
    })?;
    print(&format!("\n{}", summary_text(&report)))?;
    if let Some(path) = &args.json {
        write_file(path, serde_json::to_string_pretty(&report)?)?;
    }
    if let Some(path) = &args.ledger {
        record(path, &spec, &settings, &report)?;
    }
    Ok(Exit::verdict(report.is_conformant()))
}

/// Every prefix must select something, and something must be left.
fn refuse_empty_selection(args: &Args) -> anyhow::Result<()> {
    let checks = catalog();
    let ids = || checks.iter().map(|check| check.id);
    for prefix in args.only.iter().chain(&args.skip) {
        if !ids().any(|id| id.starts_with(prefix)) {
            bail_usage!("no check's id starts with {prefix:?}; --list shows all of them");
        }
    }
    let fits = |prefixes: &[String], id: &str| prefixes.iter().any(|prefix| id.starts_with(prefix));
    let is_wanted = |id: &str| args.only.is_empty() || fits(&args.only, id);
    if !ids().any(|id| is_wanted(id) && !fits(&args.skip, id)) {
        bail_usage!("--skip leaves no check to run");
    }
    Ok(())
}

/// Records the result as a suite whose positions are the checks that applied.
fn record(
    path: &Path,
    spec: &EngineSpec,
    settings: &ConformanceSettings,
    report: &ConformanceReport,
) -> anyhow::Result<()> {
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
        engine: None,
        settings: json!({
            "engine": spec,
            "game": settings.game,
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
    let id = record_suite(path, &spec.command, suite)?;
    warn!("Ledger entry: {id}");
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
            text.push_str(&format!("        ... {hidden} earlier lines\n"));
        }
        for line in &lines[hidden..] {
            text.push_str(&format!("        {line}\n"));
        }
    }
    text
}
