//! `quietus-lab suite`: positions with known answers, put to engines and graded.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, bail};
use arena::suite::{
    Answer, SuiteReport, SuiteSettings, Tasks, csv, overview, run as run_suite, themes_table,
};
use arena::{Player, Timeouts};
use game::Facts;
use games::for_game;
use matches::{record_suite, suite_page, suite_record};
use support::{Progress, command_line};

use crate::args::{MAX_THREADS, percent, positive};
use crate::engines::EngineArgs;
use crate::exit::{Exit, bail_usage};
use crate::files::{game_of_text, print, write_file};

const EXAMPLES: &str = "\
Examples:
  quietus-lab suite -e stockfish nodes=100000 --epd sts.epd -c 4
  quietus-lab suite -e ./new -e gnuchess args=--uci option.OwnBook=false \\
      --each movetime=200 --epd sts.epd wac.epd --json suite.json \\
      --html suite.html
  quietus-lab suite -e quietus movetime=200 --epd xiangqi.epd

The first file tells the game. Moves of xiangqi may be written as h2e2, C2=5 or in Chinese.

Grading: c0 \"f5=10, Be5+=2\" gives points to moves; bm names moves worth all points, am moves worth \
none; with bm or am alone a correct move is worth 10 points. The theme is the id without its number. \
Lines that cannot be used are listed and skipped. An engine that crashes or hangs gets no points for \
that position and is restarted.

Exits with 1 if an engine scores less than --min-score.";

/// Run test suites (EPD with known best moves) and grade the engines' moves
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    engines: EngineArgs,

    /// Test suites in EPD, plain or compressed with xz or zstd
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    epd: Vec<PathBuf>,

    /// Positions searched at once, each by its own engine process
    #[arg(long, short, default_value_t = 1, value_name = "N",
        value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    concurrency: u16,

    /// Seconds after which a search without movetime counts as hung
    #[arg(long, default_value_t = 300.0, value_parser = positive, value_name = "SECONDS")]
    watchdog: f64,

    /// Score in percent of all points that every engine must reach
    #[arg(long, value_parser = percent, value_name = "PERCENT")]
    min_score: Option<f64>,

    /// Write the results of every position as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,

    /// Write the results of every position as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Write the results as an HTML page: points by theme, all positions, boards of missed ones
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,

    /// Record the results in this ledger
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,
}

/// Runs the suites.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    for_game!(game_of_text(&args.epd[0])?, G => run_suites::<G>(args))
}

fn run_suites<R: Facts>(args: &Args) -> anyhow::Result<Exit> {
    let players = players(&args.engines)?;
    let tasks = read_tasks::<R>(&args.epd)?;
    let mut reports: Vec<SuiteReport> = Vec::new();
    for player in &players {
        let spec = &player.engine;
        let settings = SuiteSettings {
            limits: player.limits.clone(),
            concurrency: args.concurrency.into(),
            watchdog: Duration::from_secs_f64(args.watchdog),
            timeouts: Timeouts::default(),
        };
        let shown = spec.command.display().to_string();
        let progress = Progress::bar(0, tasks.tasks.len() as u64);
        let tally = Tally::default();
        let report = run_suite(spec, &tasks, &settings, &|answer| {
            tally.add(answer, &shown, &progress);
        })
        .with_context(|| format!("engine {shown}"))?;
        progress.finish();
        print(&format!("{}\n", themes_table(&report)))?;
        if let Some(path) = &args.ledger {
            let suite = suite_record(spec, &args.epd, &report)?;
            let id = record_suite(path, &spec.command, suite)?;
            warn!("Ledger entry: {id}");
        }
        reports.push(report);
        // After each engine, so that a failure of the next one loses nothing.
        if let Some(path) = &args.json {
            write_file(path, serde_json::to_string_pretty(&reports)?)?;
        }
        if let Some(path) = &args.csv {
            write_file(path, csv(&reports))?;
        }
        if let Some(path) = &args.html {
            write_file(path, suite_page(&reports, &command_line()))?;
        }
    }
    if reports.len() > 1 {
        print(&overview(&reports))?;
    }
    let score = |report: &SuiteReport| {
        100.0 * report.total.points as f64 / report.total.max_points.max(1) as f64
    };
    let wanted = args.min_score.unwrap_or(0.0);
    Ok(Exit::verdict(
        reports.iter().all(|report| score(report) >= wanted),
    ))
}

/// The engines with their limits, which must end every search.
fn players(engines: &EngineArgs) -> anyhow::Result<Vec<Player>> {
    let players = engines.players()?;
    if players.is_empty() {
        bail_usage!("no engine: give one with -e cmd=PATH");
    }
    for Player { engine, limits } in &players {
        let shown = engine.command.display();
        if limits.clock.is_some() {
            bail_usage!("{shown}: a suite has no clock; use movetime, nodes or depth");
        }
        if limits.is_empty() {
            bail_usage!("{shown} has no limit: give it movetime, nodes or depth");
        }
    }
    Ok(players)
}

fn read_tasks<R: Facts>(files: &[PathBuf]) -> anyhow::Result<Tasks<R>> {
    let mut tasks = Tasks::default();
    for path in files {
        let cannot_read = || format!("cannot read {}", path.display());
        tasks.read_file(path).with_context(cannot_read)?;
    }
    for bad in &tasks.bad_lines {
        warn!("{}:{}: {}", bad.file, bad.line, bad.reason);
    }
    if !tasks.bad_lines.is_empty() {
        let count = tasks.bad_lines.len();
        warn!("{count} bad lines, {} good ones", tasks.tasks.len());
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
