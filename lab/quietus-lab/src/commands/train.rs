//! `quietus-lab train`: from positions to a network.

mod flags;

use std::path::{Path, PathBuf};

use anyhow::Context;
use ledger::{Ledger, NetRecord};
use support::Interrupt;
use trainer::{Config, Finished, Settings, Start};

use crate::exit::{Exit, Usage};
use crate::files::print;
use crate::training::train;
use flags::Flags;

const EXAMPLES: &str = "\
Examples:
  quietus-lab train lab/configs/small.toml --data selfplay.qgames \\
      --output runs/first
  quietus-lab train lab/configs/small.toml --data a.bin b.bin --epochs 8
  quietus-lab train runs/first.toml --resume
  quietus-lab train lab/configs/small.toml --print-config > runs/wide.toml
  quietus-lab train lab/configs/default.toml --output runs/next --generate \\
      backend=cuda nodes=300 verify=1000 time=600

Every field of the configuration is also an option, which overrides the file. Data are games \
(.qgames), which the filters apply to, or 32-byte bulletformat ChessBoard records, used as they are. \
--generate plays games first, with the options of `datagen`, and trains on them and the other data.

The output folder gets NAME.qnn (the network), NAME.html (the report), NAME.json, two SVG charts and \
a checkpoint. With --test-set, the card also has the loss on a fixed file of deep labels, which \
compares networks of all generations (`net score`). Ctrl-C writes a checkpoint and stops; --resume continues from it with identical results.";

/// Train a network
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Configuration file (TOML)
    config: Option<PathBuf>,

    /// Continue from the checkpoint in the output folder
    #[arg(long, conflicts_with = "restart")]
    resume: bool,

    /// Start over and overwrite the checkpoint in the output folder
    #[arg(long)]
    restart: bool,

    /// Print the complete configuration of file and options, and exit
    #[arg(long)]
    print_config: bool,

    #[command(flatten, next_help_heading = "Configuration")]
    flags: Flags,
}

/// Trains the network.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let config = configuration(args.flags.0, args.config.as_deref())?;
    if args.print_config {
        print(&config.to_toml())?;
        return Ok(Exit::Success);
    }
    let interrupt = Interrupt::listen(
        "the games, or the batch and its checkpoint",
        "Continue with --resume.",
    )?;
    let start = match (args.resume, args.restart) {
        (true, _) => Start::Resume,
        (_, true) => Start::Restart,
        _ => Start::New,
    };
    let finished = train(&config, start, interrupt.flag())?;
    if let Some(finished) = &finished {
        record(&config, finished)?;
    }
    Ok(Exit::unless(finished.is_none()))
}

/// The configuration of file and options together.
fn configuration(flags: Settings, path: Option<&Path>) -> anyhow::Result<Config> {
    let Some(path) = path else {
        return Ok(flags.resolve());
    };
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let wrong = |error| Usage(format!("{}: {error}", path.display()));
    let file = Settings::parse(&text).map_err(wrong)?;
    Ok(flags.or(file).resolve())
}

/// Records the network in the ledger, if there is one.
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
    warn!("Ledger entry: {id}");
    Ok(())
}
