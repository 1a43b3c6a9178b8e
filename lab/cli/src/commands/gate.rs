//! `quietus-lab gate`: which of several networks takes the place of the reigning one.

use std::path::PathBuf;
use std::process::ExitCode;

use arena::runner::Hypotheses;
use arena::{Limits, TimeControl};
use support::Interrupt;

use super::engine_words::{Setting, positive};
use crate::gate::{Gate, Promotion, Reigning, Report, Stage, keep, program, promote};
use crate::matches::{ConditionArgs, PAIRS};

const EXAMPLES: &str = "\
Examples:
  quietus-lab gate runs/a.qnn runs/b.qnn --reigning nets/default.qnn -c 2
  quietus-lab gate runs/*/*.qnn --promote nets/default.qnn --lineage nets/LINEAGE.md \\
      --ledger ledger.sqlite --out gates/first -c 0
  quietus-lab gate small.qnn --nodes 8000 --bounds 0 40 --rounds 200 --no-clock

First come checks without a game: values must not change when colors are exchanged or, where it should
not matter, in the mirror; each piece must be worth something, a pawn the least and a queen the most; and
the mean value on a fixed set of positions must be of the reigning evaluation's size. The NnueScale that would
bring it to just that size is shown and stands in the card.

Then each candidate meets the reigning evaluation at fixed nodes until a sequential test is decided;
those that pass play each other; and the best one is tested on the clock, where it must not be weaker.

Run again with the same --out, it goes on where it stopped. Ctrl-C finishes the running pairs.

Exit status: 0 a candidate passed (and was promoted, if asked for), 1 none did, 2 stopped before that
was known, 3 failure or a wrong command line.";

/// Find the network that is stronger than the reigning one, and put it in its place
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Network files: other seeds, checkpoints, widths
    #[arg(required = true, value_name = "NET")]
    candidates: Vec<PathBuf>,

    /// The network to beat, or `handcrafted`
    #[arg(long, value_name = "NET", default_value = "handcrafted")]
    reigning: PathBuf,

    /// The engine that plays with all of them [default: the quietus beside this program, or on the
    /// search path]
    #[arg(long, short = 'e', value_name = "PROGRAM")]
    engine: Option<PathBuf>,

    /// An option for the engine, whoever it plays with
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<Setting>,

    /// Nodes for each move of the first test
    #[arg(long, value_name = "N", default_value_t = 20_000,
        value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// The strengths that count as none and as some in the first test, in normalised Elo
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], default_values_t = [0.0, 10.0],
        allow_negative_numbers = true)]
    bounds: Vec<f64>,

    /// The clock of the second test
    #[arg(long, value_name = "TC", default_value = "2+0.02")]
    tc: TimeControl,

    /// The same strengths for the clock: by default, only a regression fails
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], default_values_t = [-10.0, 0.0],
        allow_negative_numbers = true)]
    clock_bounds: Vec<f64>,

    /// No test on the clock
    #[arg(long)]
    no_clock: bool,

    /// The probabilities to be wrong in a test, either way
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,

    /// Pairs of games of a test, at most
    #[arg(long, short = 'r', value_name = "N", default_value_t = 5000,
        value_parser = clap::value_parser!(u64).range(1..))]
    rounds: u64,

    /// Pairs of games between every two candidates that passed; 0: take the higher Elo
    #[arg(long, value_name = "N", default_value_t = 100)]
    playoff: u64,

    /// How many times larger or smaller than the reigning evaluation's values may be
    #[arg(long, value_name = "TIMES", default_value_t = 3.0, value_parser = positive)]
    scale_limit: f64,

    #[command(flatten)]
    conditions: ConditionArgs,

    /// The folder of the gate: copies of the networks, matches, gate.json
    #[arg(long, short = 'o', value_name = "FOLDER", default_value = "gate")]
    out: PathBuf,

    /// Put the winner here, with what the gate found out in its card
    #[arg(long, value_name = "FILE")]
    promote: Option<PathBuf>,

    /// Add a row for the winner to this Markdown table
    #[arg(long, value_name = "FILE", requires = "promote")]
    lineage: Option<PathBuf>,

    /// Record every match, and the winner, in this ledger
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,

    /// Print lines even on a terminal
    #[arg(long)]
    plain: bool,

    /// Print the score after every so many pairs, when printing lines
    #[arg(long, value_name = "PAIRS", default_value_t = 50)]
    interval: u64,
}

/// Holds the gate.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    Ok(match hold(args) {
        Ok(status) => status,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(3)
        }
    })
}

fn hold(args: Args) -> anyhow::Result<ExitCode> {
    let nets = args.out.join("nets");
    let reigning = Reigning::admit(&args.reigning, &nets)?;
    let candidates = keep(&args.candidates, &nets, |path, error| {
        println!("{} is rejected: {error:#}", path.display());
    })?;
    let promotion = args.promote.clone().map(|network| Promotion {
        network,
        lineage: args.lineage.clone(),
        ledger: args.ledger.clone(),
    });
    let gate = gate(args, reigning)?;
    let report = gate.hold(candidates)?;
    let is_unknown = gate.interrupt.is_stopped();
    summarize(&report, is_unknown);
    if report.winner().is_none() {
        return Ok(ExitCode::from(if is_unknown { 2 } else { 1 }));
    }
    if let Some(promotion) = &promotion {
        promote(&report, promotion)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The gate that the arguments ask for.
fn gate(args: Args, reigning: Reigning) -> anyhow::Result<Gate> {
    let test = |bounds: &[f64]| -> anyhow::Result<Hypotheses> {
        let test = Hypotheses {
            normalized: true,
            elo0: bounds[0],
            elo1: bounds[1],
            alpha: args.alpha,
            beta: args.alpha,
        };
        test.test()?;
        Ok(test)
    };
    let clock = Stage {
        limits: Limits {
            clock: Some(args.tc),
            ..Limits::default()
        },
        test: test(&args.clock_bounds)?,
        rounds: args.rounds,
    };
    let first = Stage {
        limits: Limits {
            nodes: Some(args.nodes),
            ..Limits::default()
        },
        test: test(&args.bounds)?,
        rounds: args.rounds,
    };
    let mut player = program(args.engine)?;
    player.engine.options = args.options.into_iter().map(Setting::into_pair).collect();
    Ok(Gate {
        player,
        reigning,
        conditions: args.conditions.settings()?,
        first,
        playoff: args.playoff,
        clock: (!args.no_clock).then_some(clock),
        scale_limit: args.scale_limit,
        folder: args.out,
        ledger: args.ledger,
        lines: (args.plain, args.interval),
        interrupt: Interrupt::listen(PAIRS)?,
    })
}

fn summarize(report: &Report, is_unknown: bool) {
    println!("\n== Result");
    for candidate in &report.candidates {
        println!("{}", candidate.line());
    }
    match report.winner() {
        Some(winner) => println!("{} passes the gate", winner.entrant.name),
        None if is_unknown => println!("stopped before it was clear who passes"),
        None if report.candidates.is_empty() => println!("there was no candidate"),
        None => println!("{} stays", report.reigning.name()),
    }
}
