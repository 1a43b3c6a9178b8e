//! `quietus-lab train`: from positions to a network.

mod flags;
mod progress;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use ledger::{Ledger, NetRecord};
use trainer::{Config, Finished, Job, Outcome, Settings, Start};

use crate::files::print;
use flags::Flags;
use progress::Display;

const EXAMPLES: &str = "\
Examples:
  quietus-lab train lab/configs/small.toml --data selfplay.qgames --output runs/first
  quietus-lab train lab/configs/small.toml --data a.bin b.bin --width 256 --epochs 8
  quietus-lab train runs/first.toml --resume
  quietus-lab train lab/configs/small.toml --width 256 --print-config > runs/wide.toml

Each field of the configuration is also a flag, which goes before the file. Data are games (.qgames),
which the filters are for, or 32-byte records in bulletformat's ChessBoard layout, used as they are.

The output folder gets NAME.qnn (the network), NAME.html (curves and numbers), NAME.json, two SVG
pictures, and a checkpoint. Ctrl-C ends the run with a checkpoint; --resume goes on from the last one
exactly as if nothing had happened.

Exit status: 0 when the network is written, 1 on failure, 2 for a wrong command line, 130 when stopped.";

/// Train a network on positions
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A configuration file (TOML)
    config: Option<PathBuf>,

    /// Go on from the checkpoint in the output folder
    #[arg(long, conflicts_with = "restart")]
    resume: bool,

    /// Begin again, and write over the checkpoint in the output folder
    #[arg(long)]
    restart: bool,

    /// Show the whole configuration that file and flags make, and do nothing
    #[arg(long)]
    print_config: bool,

    #[command(flatten, next_help_heading = "Fields of the configuration")]
    flags: Flags,
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let config = configuration(args.flags.0, args.config.as_deref())?;
    if args.print_config {
        print(&config.to_toml())?;
        return Ok(ExitCode::SUCCESS);
    }
    let stop = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&stop);
    ctrlc::set_handler(move || heard.store(true, Ordering::Relaxed))
        .context("cannot listen for Ctrl-C")?;
    let start = match (args.resume, args.restart) {
        (true, _) => Start::Resume,
        (_, true) => Start::Restart,
        _ => Start::New,
    };
    let finished = train(&config, start, &stop)?;
    if let Some(finished) = &finished {
        record(&config, finished)?;
    }
    Ok(finished.map_or(ExitCode::from(130), |_| ExitCode::SUCCESS))
}

/// Trains with a display, and says what came of it; nothing if it was stopped.
pub fn train(
    config: &Config,
    start: Start,
    stop: &AtomicBool,
) -> anyhow::Result<Option<Box<Finished>>> {
    let job = Job {
        config,
        start,
        commit: Some(env!("QUIETUS_COMMIT")).filter(|commit| !commit.is_empty()),
        stop,
    };
    let mut display = Display::default();
    let outcome = trainer::train(job, &mut |event| display.tell(event));
    display.finish();
    match outcome? {
        Outcome::Finished(finished) => {
            print(&summary(&finished))?;
            if !finished.quantization_error.is_small() {
                eprintln!("warning: the quantization error is large");
            }
            Ok(Some(finished))
        }
        Outcome::Stopped {
            step,
            steps,
            checkpoint,
        } => {
            let place = checkpoint.display();
            eprintln!("stopped after {step} of {steps} steps; --resume goes on from {place}");
            Ok(None)
        }
    }
}

/// What file and flags make together.
fn configuration(flags: Settings, path: Option<&Path>) -> anyhow::Result<Config> {
    let Some(path) = path else {
        return Ok(flags.resolve());
    };
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let file = Settings::parse(&text).with_context(|| path.display().to_string())?;
    Ok(flags.or(file).resolve())
}

fn summary(finished: &Finished) -> String {
    let loss = finished.validation_loss;
    let loss = loss.map_or("none".to_owned(), |loss| format!("{loss:.6}"));
    let error = &finished.quantization_error;
    format!(
        "network           {}\nreport            {}\nvalidation loss   {loss}\n\
         speed             {:.0} positions a second\n\
         quantization      {:.2} cp error on average, {:.2} at worst ({} positions)\n",
        finished.network.display(),
        finished.report.display(),
        finished.speed,
        error.mean,
        error.worst,
        error.positions,
    )
}

/// Puts the network into the ledger, if there is one.
fn record(config: &Config, finished: &Finished) -> anyhow::Result<()> {
    let path = &config.ledger;
    if path.as_os_str().is_empty() {
        return Ok(());
    }
    let cannot_write = || format!("cannot record the network in {}", path.display());
    let net = NetRecord::from_file(&finished.network, Some(&config.name));
    let mut net = net.with_context(cannot_write)?;
    net.parent.clone_from(&finished.card.parent);
    net.card = serde_json::to_value(&finished.card)?;
    let mut ledger = Ledger::open(path).with_context(cannot_write)?;
    let id = ledger.upsert_net(&net).with_context(cannot_write)?;
    eprintln!("recorded as entry {id}");
    Ok(())
}
