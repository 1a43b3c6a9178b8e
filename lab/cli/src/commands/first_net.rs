//! `quietus-lab first-net`: from nothing to a network that beats the handcrafted evaluation.

mod stages;

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use gate::{Net, default_engine, player_for};
use support::Interrupt;
use trainer::{Config, Start};

use super::train::train;
use crate::args::{ThreadArgs, positive};
use crate::engines::EngineArg;
use crate::exit::Exit;
use stages::{gate, self_play};

const EXAMPLES: &str = "\
Examples:
  quietus-lab first-net
  quietus-lab first-net --minutes 60 --width 128 --out runs/hour

Three stages: self-play with the handcrafted evaluation for most of the time, training of a small \
network on these games, and an SPRT of the network against the handcrafted evaluation at fixed nodes. \
No data from elsewhere is needed. The folder gets the games (first.qgames), the network (first.qnn), \
its training report (first.html) and the matches (gate).

The default of cmd is the quietus beside this program, or on the search path. Ctrl-C stops after the \
current game, batch or pair; run the command again to resume.

Exits with 1 if the network is not stronger.";

/// The training configuration.
const RECIPE: &str = include_str!("../../../configs/first.toml");

/// Make a first network from nothing: self-play, training, and a test against the handcrafted eval
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Output folder
    #[arg(long, short = 'o', value_name = "FOLDER", default_value = "runs/first")]
    out: PathBuf,

    /// Approximate total time on an idle machine, in minutes
    #[arg(long, default_value_t = 20.0, value_parser = positive)]
    minutes: f64,

    /// Nodes per move in self-play
    #[arg(long, value_name = "N", default_value_t = 800,
        value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Width of the feature transformer [default: as in the configuration]
    #[arg(long, value_name = "N")]
    width: Option<usize>,

    /// Seed of everything random
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Nodes per move in the SPRT
    #[arg(long, value_name = "N", default_value_t = 8000,
        value_parser = clap::value_parser!(u64).range(1..))]
    gate_nodes: u64,

    /// Maximum number of pairs in the SPRT
    #[arg(long, value_name = "N", default_value_t = 300,
        value_parser = clap::value_parser!(u64).range(1..))]
    rounds: u64,

    #[command(flatten)]
    engine: EngineArg,

    #[command(flatten)]
    threads: ThreadArgs,

    /// Record the matches in this ledger
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,
}

/// Makes the network.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    // A missing engine is better noticed now than after the games.
    let player = player_for(args.engine.spec(default_engine())?)?;
    let cannot_use = || format!("cannot use the folder {}", args.out.display());
    fs::create_dir_all(&args.out).with_context(cannot_use)?;
    let interrupt = Interrupt::listen("the current step", "Run the same command again to resume.")?;
    let config = config(args)?;
    self_play(args, &interrupt)?;
    if interrupt.is_stopped() {
        return Ok(Exit::Interrupted);
    }
    println!("\n== 2 of 3: training");
    let Some(finished) = train(&config, Start::Resume, interrupt.flag())? else {
        return Ok(Exit::Interrupted);
    };
    println!("\n== 3 of 3: SPRT against the handcrafted evaluation");
    let folder = args.out.join("gate");
    let net = Net::load(&finished.network, &folder.join("nets"))?;
    let gate = gate(args, folder, interrupt, player);
    let report = gate.run(vec![net])?;
    for candidate in &report.candidates {
        println!("\n{}", candidate.line());
    }
    Ok(match report.winner() {
        Some(_) => {
            println!(
                "The network is stronger than the handcrafted evaluation. To play with it:\n  \
                 setoption name EvalFile value {}",
                finished.network.display()
            );
            Exit::Success
        }
        None if gate.interrupt.is_stopped() => Exit::Interrupted,
        None => Exit::Negative,
    })
}

/// The configuration with the arguments on top.
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

/// The games to train on.
fn games_file(args: &Args) -> PathBuf {
    args.out.join("first.qgames")
}
