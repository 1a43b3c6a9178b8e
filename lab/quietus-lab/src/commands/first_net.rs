//! `quietus-lab first-net`: from nothing to a network that beats the handcrafted evaluation.

mod plan;
mod sprt;

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use games::{GameId, for_game};
use gate::{Net, default_engine, player_for};
use net_tools::Inspected;
use support::Interrupt;
use trainer::{Config, Finished, Start};

use crate::args::{ThreadArgs, game, positive};
use crate::engines::EngineArg;
use crate::exit::{Exit, bail_usage};
use crate::files::write_file;
use crate::training::train;
use plan::{Backend, Generation};
use sprt::gate;

const EXAMPLES: &str = "\
Examples:
  quietus-lab first-net
  quietus-lab first-net --minutes 60 --out runs/hour
  quietus-lab first-net --backend cuda --minutes 25 --no-match
  quietus-lab first-net --game xiangqi --out runs/xiangqi

Generations of self-play and training: the handcrafted evaluation plays the first games, and each \
generation's network plays the games of the next. On the CPU there are two; with --backend cuda there are five, \
from 128 to 640 neurons, and a GPU plays and trains all but the first games. Then comes an SPRT against the handcrafted \
evaluation at fixed nodes. No data from elsewhere is needed. The folder gets the network (first.qnn), its training report \
(first.html) and its games (first.qgames), the same of each earlier generation in a folder (zero, one, ...), a table of all (generations.md) and \
the matches (gate).

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

/// Make a first network from nothing: self-play and training, again and again, and a test against the
/// handcrafted evaluation
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Output folder
    #[arg(long, short = 'o', value_name = "FOLDER", default_value = "runs/first")]
    out: PathBuf,

    /// The game
    #[arg(long, value_name = "GAME", value_parser = game(), default_value_t)]
    game: GameId,

    /// Approximate total time on an idle machine, in minutes
    #[arg(long, default_value_t = 24.0, value_parser = positive)]
    minutes: f64,

    /// What plays: the CPU, or an NVIDIA GPU in more and larger generations
    #[arg(long, default_value = "cpu", value_name = "BACKEND")]
    backend: Backend,

    /// Nodes per move in self-play on the CPU
    #[arg(long, value_name = "N", default_value_t = 400,
        value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Width of the network's feature transformer, and the largest of those before it [default: as in the
    /// configuration]
    #[arg(long, value_name = "N")]
    width: Option<usize>,

    /// Seed of everything random
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Games with deep labels (.qgames), never trained on, for the test loss on the networks' cards
    #[arg(long, value_name = "FILE")]
    test_set: Option<PathBuf>,

    /// Leave out the SPRT, which needs the engine
    #[arg(long)]
    no_match: bool,

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

/// The network of a generation, and the games that it learned from.
pub struct Made {
    network: PathBuf,
    games: PathBuf,
}

/// Makes the network.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    if args.backend != Backend::Cpu && args.game != GameId::Chess {
        bail_usage!("--backend: GPUs do not train networks of {}", args.game);
    }
    for_game!(args.game, G => run_for::<G>(args))
}

fn run_for<G: Inspected>(args: &Args) -> anyhow::Result<Exit> {
    // A missing engine is better noticed now than after the games.
    let player = match args.no_match {
        true => None,
        false => Some(player_for(args.game, args.engine.spec(default_engine())?)?),
    };
    let cannot_use = || format!("cannot use the folder {}", args.out.display());
    fs::create_dir_all(&args.out).with_context(cannot_use)?;
    let interrupt = Interrupt::listen("the current step", "Run the same command again to resume.")?;
    let Some(network) = make(args, &interrupt)? else {
        return Ok(Exit::Interrupted);
    };
    let Some(player) = player else {
        return Ok(Exit::Success);
    };
    say!("\n== SPRT against the handcrafted evaluation");
    let folder = args.out.join("gate");
    let net = Net::<G>::load(&network, &folder.join("nets"))?;
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

/// Plays and trains, generation by generation; no network if it was interrupted.
fn make(args: &Args, interrupt: &Interrupt) -> anyhow::Result<Option<PathBuf>> {
    let generations = args.backend.generations();
    for generation in generations {
        // What is wrong is better noticed now than after the games.
        let mut config = generation.config(args, 0, &[])?;
        config.data.push(PathBuf::new());
        config.check()?;
    }
    let mut made: Vec<Made> = Vec::new();
    let mut table = TABLE_HEAD.to_owned();
    for (number, generation) in (0..).zip(generations) {
        let config = generation.config(args, number, &made)?;
        let player = Generation::player(&made);
        let count = generations.len();
        say!("\n== {} of {count}: {player} plays", number + 1);
        let Some(finished) = train(&config, Start::Resume, interrupt.flag())? else {
            return Ok(None);
        };
        table += &row(&config, &finished);
        write_file(&args.out.join("generations.md"), &table)?;
        made.push(Made {
            games: config.output.join(format!("{}.qgames", config.name)),
            network: finished.network,
        });
    }
    Ok(made.pop().map(|last| last.network))
}

/// The head of the table of all generations.
const TABLE_HEAD: &str = "\
| network | neurons | positions | validation loss | test loss | trained positions/s | games |
|---|---:|---:|---:|---:|---:|---|
";

/// A row of the table.
fn row(config: &Config, finished: &Finished) -> String {
    let data = finished.card.data.iter();
    let positions: u64 = data.filter_map(|data| data.positions).sum();
    let loss = finished.validation_loss;
    let test_loss = finished.card.test_loss.as_ref();
    format!(
        "| {} | {} | {positions} | {} | {} | {:.0} | {} |\n",
        config.name,
        config.width,
        loss.map_or("-".to_owned(), |loss| format!("{loss:.6}")),
        test_loss.map_or("-".to_owned(), ToString::to_string),
        finished.speed,
        config.generate.join(" "),
    )
}
