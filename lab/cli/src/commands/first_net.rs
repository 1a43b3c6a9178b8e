//! `quietus-lab first-net`: from nothing to a first network that beats the handcrafted evaluation.

mod stages;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use support::Interrupt;
use trainer::{Config, Start};

use super::engine_words::positive;
use super::train::train;
use crate::gate::{Entrant, program};
use crate::threads::ThreadArgs;
use stages::{gate, self_play};

const EXAMPLES: &str = "\
Examples:
  quietus-lab first-net
  quietus-lab first-net --minutes 60 --width 128 --out runs/hour

The engine plays against itself with the handcrafted evaluation for most of the time; a small network
learns from the games; and it meets the handcrafted evaluation at fixed nodes until it is clear which is
stronger. Nothing from outside is needed. The folder gets the games (first.qgames), the network
(first.qnn) with its curves (first.html), and the matches (gate).

Ctrl-C ends it in good order at any point; run again, it goes on there.

Exit status: 0 the network is stronger, 1 it is not or on failure, 2 for a wrong command line, 130 when
stopped.";

/// The recipe of the training.
const RECIPE: &str = include_str!("../../../configs/first.toml");

/// From nothing to a first network that beats the handcrafted evaluation
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The folder for everything
    #[arg(long, short = 'o', value_name = "FOLDER", default_value = "runs/first")]
    out: PathBuf,

    /// About how long it may take on an idle machine
    #[arg(long, default_value_t = 20.0, value_parser = positive)]
    minutes: f64,

    /// Nodes of a move's search in self-play
    #[arg(long, value_name = "N", default_value_t = 800,
        value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Neurons of the network for each side, if other than in the recipe
    #[arg(long, value_name = "N")]
    width: Option<usize>,

    /// What everything random is drawn by
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Nodes of a move in the games of the gate
    #[arg(long, value_name = "N", default_value_t = 8000,
        value_parser = clap::value_parser!(u64).range(1..))]
    gate_nodes: u64,

    /// Pairs of games of the gate, at most
    #[arg(long, value_name = "N", default_value_t = 300,
        value_parser = clap::value_parser!(u64).range(1..))]
    rounds: u64,

    /// The engine that plays the gate's games [default: the quietus beside this program, or on the
    /// search path]
    #[arg(long, short = 'e', value_name = "PROGRAM")]
    engine: Option<PathBuf>,

    #[command(flatten)]
    threads: ThreadArgs,

    /// Record the matches in this ledger
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,
}

/// Makes the network.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    const STOPPED: u8 = 130;
    // A missing engine is better noticed now than after the games.
    let player = program(args.engine.clone())?;
    let cannot_use = || format!("cannot use the folder {}", args.out.display());
    fs::create_dir_all(&args.out).with_context(cannot_use)?;
    let interrupt = Interrupt::listen("what is being done")?;
    let config = config(&args)?;
    self_play(&args, &interrupt)?;
    if interrupt.is_stopped() {
        return Ok(ExitCode::from(STOPPED));
    }
    println!("\n== 2 of 3: training");
    let Some(finished) = train(&config, Start::Resume, interrupt.flag())? else {
        return Ok(ExitCode::from(STOPPED));
    };
    println!("\n== 3 of 3: games against the handcrafted evaluation");
    let folder = args.out.join("gate");
    let entrant = Entrant::admit(&finished.network, &folder.join("nets"))?;
    let gate = gate(&args, folder, interrupt, player);
    let report = gate.hold(vec![entrant])?;
    for candidate in &report.candidates {
        println!("\n{}", candidate.line());
    }
    Ok(match report.winner() {
        Some(_) => {
            print_use(&finished.network);
            ExitCode::SUCCESS
        }
        None if gate.interrupt.is_stopped() => ExitCode::from(STOPPED),
        None => ExitCode::FAILURE,
    })
}

fn print_use(network: &Path) {
    println!(
        "The network beats the handcrafted evaluation. To play with it:\n  setoption name EvalFile value {}",
        network.display()
    );
}

/// The recipe with what the arguments say.
fn config(args: &Args) -> anyhow::Result<Config> {
    let recipe = trainer::Settings::parse(RECIPE).context("lab/configs/first.toml")?;
    let wanted = trainer::Settings {
        output: Some(args.out.clone()),
        data: Some(vec![games_file(args)]),
        width: args.width,
        seed: Some(args.seed),
        threads: Some(args.threads.count()),
        ..trainer::Settings::default()
    };
    let config = wanted.or(recipe).resolve();
    config.check()?;
    Ok(config)
}

/// The games to learn from.
fn games_file(args: &Args) -> PathBuf {
    args.out.join("first.qgames")
}
