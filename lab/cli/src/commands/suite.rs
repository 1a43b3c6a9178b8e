//! `quietus-lab suite`: positions with known answers, put to engines and graded.

mod record;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, bail};
use arena::suite::{
    Answer, SuiteReport, SuiteSettings, Tasks, csv, overview, run as run_suite, themes_table,
};
use arena::{Limits, Player, Timeouts};
use support::Progress;

use super::engine_words::{Setting, parse_engine, positive};
use crate::files::{print, write_file};

const EXAMPLES: &str = "\
Examples:
  quietus-lab suite stockfish --epd sts.epd --nodes 100000 --concurrency 4
  quietus-lab suite ./new ./old 'gnuchess --uci option.OwnBook=false' --epd sts.epd wac.epd \\
      --movetime 200 --json suite.json --csv positions.csv

Each ENGINE is a program with its arguments, in quotes if there are any; words such as name=A,
option.Hash=64, dir=FOLDER or nodes=5000 (instead of the common limits) are settings of ours.

Answers: c0 \"f5=10, Be5+=2\" gives points to moves, bm names moves worth all points, am moves worth
none; with bm or am alone a right answer is worth 10. The theme is the id without its number.
Lines that cannot be used are told and counted, and the run goes on. An engine that crashes or
hangs makes no points for that position and is started again.

Exit status: 0 when all engines were run, 1 on failure (no file, no position, an engine that does
not start), 2 for a wrong command line.";

/// Put suites of positions with known answers to engines, and grade what they play
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(group(clap::ArgGroup::new("limit").required(true).multiple(true)
    .args(["movetime", "nodes", "depth"])))]
pub struct Args {
    /// Engines: a program with its arguments and settings, as one word each
    #[arg(required = true, value_name = "ENGINE", value_parser = parse_engine)]
    engines: Vec<Player>,

    /// Suites in EPD
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    epd: Vec<PathBuf>,

    /// Milliseconds for each position
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,

    /// Nodes for each position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// Depth for each position
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// Set an option of all engines; may be repeated
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<Setting>,

    /// Positions at once, each with an engine process of its own
    #[arg(long, short, default_value_t = 1, value_name = "N")]
    concurrency: usize,

    /// Seconds after which a search without --movetime counts as hung
    #[arg(long, default_value_t = 300.0, value_parser = positive, value_name = "SECONDS")]
    patience: f64,

    /// Write everything as JSON, position by position
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Write the positions as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Record the results in this ledger
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let tasks = read_tasks(&args.epd)?;
    let common: Vec<_> = args
        .option
        .iter()
        .cloned()
        .map(Setting::into_pair)
        .collect();
    let settings = SuiteSettings {
        limits: Limits {
            movetime: args.movetime,
            nodes: args.nodes,
            depth: args.depth,
            ..Limits::default()
        },
        concurrency: args.concurrency.max(1),
        watchdog: Duration::from_secs_f64(args.patience),
        timeouts: Timeouts::default(),
    };
    let mut reports: Vec<SuiteReport> = Vec::new();
    for player in &args.engines {
        let mut spec = player.engine.clone();
        // What an engine was given itself comes last, and so holds.
        spec.options = common.iter().cloned().chain(spec.options).collect();
        let shown = spec.command.display().to_string();
        let progress = Progress::bar(tasks.tasks.len() as u64);
        let tally = Tally::default();
        let mut settings = settings.clone();
        if !player.limits.is_empty() {
            settings.limits = player.limits.clone();
        }
        let report = run_suite(&spec, &tasks, &settings, &|answer| {
            tally.add(answer, &shown, &progress)
        })
        .with_context(|| format!("engine {shown}"))?;
        progress.finish();
        print(&format!("{}\n", themes_table(&report)))?;
        if let Some(path) = &args.ledger {
            record::record(path, &spec, &args.epd, &report)?;
        }
        reports.push(report);
        // After each engine, so that a failure of the next one loses nothing.
        if let Some(path) = &args.json {
            write_file(path, serde_json::to_string_pretty(&reports)?)?;
        }
        if let Some(path) = &args.csv {
            write_file(path, csv(&reports))?;
        }
    }
    if reports.len() > 1 {
        print(&overview(&reports))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn read_tasks(files: &[PathBuf]) -> anyhow::Result<Tasks> {
    let mut tasks = Tasks::default();
    for path in files {
        let cannot_read = || format!("cannot read {}", path.display());
        tasks.read_file(path).with_context(cannot_read)?;
    }
    for bad in &tasks.bad_lines {
        eprintln!("{}:{}: {}", bad.file, bad.line, bad.reason);
    }
    if !tasks.bad_lines.is_empty() {
        let count = tasks.bad_lines.len();
        eprintln!("{count} bad lines, {} good ones", tasks.tasks.len());
    }
    if tasks.tasks.is_empty() {
        bail!("no usable position in the suites");
    }
    Ok(tasks)
}

/// What an engine has scored so far, for the progress display.
#[derive(Default)]
struct Tally {
    done: AtomicU64,
    points: AtomicU64,
    max_points: AtomicU64,
}

impl Tally {
    /// One more position is done.
    fn add(&self, answer: &Answer, engine: &str, progress: &Progress) {
        let add = |sum: &AtomicU64, points: u32| {
            let points = u64::from(points);
            sum.fetch_add(points, Ordering::Relaxed) + points
        };
        let done = add(&self.done, 1);
        let points = add(&self.points, answer.points);
        let max = add(&self.max_points, answer.max_points);
        if let Some(reason) = &answer.reason {
            progress.line(&format!("{engine}: {}: {reason}", answer.id));
        }
        progress.update(done, || {
            format!("{engine}: {done} positions, {points}/{max} points")
        });
    }
}
