//! `quietus-lab first-net`: from nothing to a network that beats the handcrafted evaluation.

mod stages;

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use datagen::Labels;
use gate::{Net, default_engine, player_for};
use support::Interrupt;
use trainer::{Config, Start};

use crate::args::{ThreadArgs, positive};
use crate::engines::EngineArg;
use crate::exit::Exit;
use crate::training::train;
use stages::{ROUNDS, Round, gate, self_play};

const EXAMPLES: &str = "\
Examples:
  quietus-lab first-net
  quietus-lab first-net --minutes 60 --out runs/hour

Five steps: self-play with the handcrafted evaluation, training of a network on these games, self-play \
with this network, training of a new one on the games of both, and an SPRT of it against the \
handcrafted evaluation at fixed nodes. No data from elsewhere is needed. The folder gets the games \
(zero.qgames, first.qgames), the network (first.qnn), its training report (first.html), the network of \
the first round (zero) and the matches (gate).

The default of cmd is the quietus beside this program, or on the search path. Ctrl-C stops after the \
current game, batch or pair; run the command again to resume.

Exits with 1 if the network is not stronger.";

const NOT_STRONGER: &str = "\
The network is not shown to be stronger than the handcrafted evaluation. What helps, most of it first:
  more games       --minutes 60 --out runs/longer (a new folder; on more cores the same time gives more)
  a closer look    the training report (first.html): if the validation loss rises at the end, the games
                   are too few for --width; `quietus-lab net check` finds a network that learned nothing
  more of a test   --rounds 1500 on the same folder, if it was close: the SPRT goes on
docs/guide/train-a-network.md tells how to go on from here.";

/// The training configuration.
const RECIPE: &str = include_str!("../../../configs/first.toml");

/// Make a first network from nothing: self-play and training, twice, and a test against the handcrafted
/// evaluation
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Output folder
    #[arg(long, short = 'o', value_name = "FOLDER", default_value = "runs/first")]
    out: PathBuf,

    /// Approximate total time on an idle machine, in minutes
    #[arg(long, default_value_t = 24.0, value_parser = positive)]
    minutes: f64,

    /// Nodes per move in self-play
    #[arg(long, value_name = "N", default_value_t = 400,
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
    let Some(network) = make(args, &interrupt)? else {
        return Ok(Exit::Interrupted);
    };
    say!("\n== 5 of 5: SPRT against the handcrafted evaluation");
    let folder = args.out.join("gate");
    let net = Net::load(&network, &folder.join("nets"))?;
    let gate = gate(args, folder, interrupt, player);
    let report = gate.run(vec![net])?;
    for candidate in &report.candidates {
        say!("\n{}", candidate.line());
    }
    Ok(match report.winner() {
        Some(_) => {
            say!(
                "The network is stronger than the handcrafted evaluation. To play with it:\n  \
                 setoption name EvalFile value {}",
                network.display()
            );
            Exit::Success
        }
        None if gate.interrupt.is_stopped() => Exit::Interrupted,
        None => {
            say!("{NOT_STRONGER}");
            Exit::Negative
        }
    })
}

/// Plays and trains in two rounds; no network if it was interrupted.
fn make(args: &Args, interrupt: &Interrupt) -> anyhow::Result<Option<PathBuf>> {
    let files = ROUNDS.map(|round| args.out.join(format!("{}.qgames", round.name)));
    // A bad width is better noticed now than after the games.
    config(args, &ROUNDS[0], &files)?;
    let mut labels = Labels::default();
    let mut network = None;
    for (index, round) in ROUNDS.iter().enumerate() {
        say!(
            "\n== {} of 5: self-play with {}",
            2 * index + 1,
            round.player
        );
        self_play(args, round, &files[index], &labels, interrupt)?;
        if interrupt.is_stopped() {
            return Ok(None);
        }
        say!("\n== {} of 5: training on all games so far", 2 * index + 2);
        let config = config(args, round, &files[..=index])?;
        let Some(finished) = train(&config, Start::Resume, interrupt.flag())? else {
            return Ok(None);
        };
        labels = Labels::of_file(&finished.network)?;
        network = Some(finished.network);
    }
    Ok(network)
}

/// The configuration with the arguments on top.
fn config(args: &Args, round: &Round, games: &[PathBuf]) -> anyhow::Result<Config> {
    let recipe = trainer::Settings::parse(RECIPE).context("lab/configs/first.toml")?;
    let wanted = trainer::Settings {
        name: Some(round.name.to_owned()),
        output: Some(args.out.join(round.folder)),
        data: Some(games.to_vec()),
        width: args.width,
        seed: Some(args.seed),
        threads: Some(args.threads.count()),
        ..trainer::Settings::default()
    };
    let config = wanted.or(recipe).resolve();
    config.check()?;
    Ok(config)
}
