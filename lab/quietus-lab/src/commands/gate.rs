//! `quietus-lab gate`: which of several networks replaces the baseline.

use std::path::PathBuf;

use arena::runner::Hypotheses;
use arena::{Limits, TimeControl};
use games::{GameId, for_game};
use gate::{
    Baseline, Gate, Promotion, Report, Stage, default_engine, load_candidates, player_for, promote,
};
use matches::listen_in_match;
use net_tools::{Inspected, Yardsticks, game_of};

use crate::args::positive;
use crate::engines::EngineArg;
use crate::exit::{Exit, bail_usage};
use crate::match_args::ConditionArgs;

const EXAMPLES: &str = "\
Examples:
  quietus-lab gate runs/a.qnn runs/b.qnn --baseline nets/default.qnn -c 2
  quietus-lab gate runs/a.qnn runs/b.qnn -e ./quietus option.Hash=32 -c 0 \\
      --promote nets/default.qnn --lineage nets/LINEAGE.md --out gates/first
  quietus-lab gate runs/seed*/net.qnn --baseline nets/default.qnn -c 0 \\
      --test-set test-set.qgames --results masters.pgn.xz
  quietus-lab gate small.qnn --bounds 0 40 --rounds 200 --no-clock

1. Sanity checks without a game: the evaluation must be symmetric, order the piece values from pawn \
to queen, and be on the baseline's scale. The NnueScale that would match it exactly is reported and \
kept in the card.

2. Every candidate plays 3,000 games against the baseline at fixed nodes, about three minutes on 16 \
cores. It passes if its Elo is above 0 by more than the error, then about 10. With --bounds, this is \
an SPRT that stops when it is decided; that is shorter, but compares candidates badly.

3. Candidates that pass play each other, and the best one plays an SPRT on the clock, where by \
default only a regression fails it. Seeds differ by 5 to 15 Elo: train several and gate them together.

With --test-set, each card gets the loss on a fixed file of deep labels, with --results the correlation \
with the results of games (`net score`).

The default of cmd is the quietus beside this program, or on the search path. Run again with the \
same --out to resume. Ctrl-C finishes the running pairs.

Exits with 0 if a candidate passes, and with 1 if none does.";

/// Test networks against the baseline, and promote the best one that is stronger
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Candidate networks: other seeds, checkpoints, widths
    #[arg(required = true, value_name = "NET")]
    candidates: Vec<PathBuf>,

    /// Network to beat, or "handcrafted"
    #[arg(long, value_name = "NET", default_value = "handcrafted")]
    baseline: PathBuf,

    #[command(flatten)]
    engine: EngineArg,

    /// Nodes per move in the first match and the play-off
    #[arg(long, value_name = "N", default_value_t = 8000,
        value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Make the first match an SPRT with these bounds in normalized Elo
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    bounds: Option<Vec<f64>>,

    /// Time control of the SPRT on the clock
    #[arg(long, value_name = "TC", default_value = "2+0.02")]
    tc: TimeControl,

    /// Bounds of the SPRT on the clock in normalized Elo
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], default_values_t = [-10.0, 0.0],
        allow_negative_numbers = true)]
    clock_bounds: Vec<f64>,

    /// Skip the SPRT on the clock
    #[arg(long)]
    no_clock: bool,

    /// Error probability of the SPRTs, both alpha and beta
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,

    /// Pairs of the first match
    #[arg(long, short = 'r', value_name = "N", default_value_t = 1500,
        value_parser = clap::value_parser!(u64).range(1..))]
    rounds: u64,

    /// Pairs of the SPRT on the clock, at most
    #[arg(long, value_name = "N", default_value_t = 5000,
        value_parser = clap::value_parser!(u64).range(1..))]
    clock_rounds: u64,

    /// Pairs between every two candidates that pass; 0 picks the higher Elo instead
    #[arg(long, value_name = "N", default_value_t = 500)]
    playoff: u64,

    /// Games with deep labels, to write the test loss to the cards (.qgames)
    #[arg(long, value_name = "FILE")]
    test_set: Option<PathBuf>,

    /// Games to write the correlation with their results to the cards (.pgn, also .xz or .zst)
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,

    /// Largest allowed ratio between the mean evaluations of candidate and baseline
    #[arg(long, value_name = "FACTOR", default_value_t = 3.0, value_parser = positive)]
    scale_limit: f64,

    #[command(flatten)]
    conditions: ConditionArgs,

    /// Folder for copies of the networks, the matches and gate.json
    #[arg(long, short = 'o', value_name = "FOLDER", default_value = "gate")]
    out: PathBuf,

    /// Write the winner to this file, with the gate's results in its card
    #[arg(long, value_name = "FILE")]
    promote: Option<PathBuf>,

    /// Add a row for the promoted network to this Markdown table
    #[arg(long, value_name = "FILE", requires = "promote")]
    lineage: Option<PathBuf>,

    /// Record every match and the promoted network in this ledger
    #[arg(long, value_name = "FILE")]
    ledger: Option<PathBuf>,

    /// Print plain lines even on a terminal
    #[arg(long)]
    plain: bool,

    /// With plain lines, print the score after every N pairs
    #[arg(long, value_name = "N", default_value_t = 50)]
    interval: u64,
}

/// Runs the gate.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    let game = game_of(&args.candidates[0])?;
    for_game!(game, G => run_for::<G>(args))
}

fn run_for<G: Inspected>(args: Args) -> anyhow::Result<Exit> {
    let nets = args.out.join("nets");
    let baseline = Baseline::<G>::load(&args.baseline, &nets)?;
    let (candidates, rejected) = load_candidates(&args.candidates, &nets)?;
    for reason in rejected {
        say!("rejected: {reason:#}");
    }
    let promotion = args.promote.clone().map(|network| Promotion {
        network,
        lineage: args.lineage.clone(),
        ledger: args.ledger.clone(),
    });
    let gate = gate(args, baseline)?;
    let report = gate.run(candidates)?;
    let is_stopped = gate.interrupt.is_stopped();
    summarize(&report, is_stopped);
    let Some(winner) = report.winner() else {
        return Ok(match is_stopped {
            true => Exit::Interrupted,
            false => Exit::Negative,
        });
    };
    if let Some(promotion) = &promotion {
        let entry = promote(&report, promotion)?;
        let place = promotion.network.display();
        say!("{} promoted to {place}", winner.net.name);
        if let Some(entry) = entry {
            say!("Ledger entry: {entry}");
        }
    }
    Ok(Exit::Success)
}

/// The gate that the arguments ask for.
fn gate<G: Inspected>(args: Args, baseline: Baseline<G>) -> anyhow::Result<Gate<G>> {
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
        test: Some(test(&args.clock_bounds)?),
        rounds: args.clock_rounds,
    };
    let first = Stage {
        limits: Limits {
            nodes: Some(args.nodes),
            ..Limits::default()
        },
        test: args.bounds.as_deref().map(test).transpose()?,
        rounds: args.rounds,
    };
    let game = GameId::of::<G>();
    let conditions = args.conditions.settings_for(game)?;
    if conditions.game != game {
        let played = conditions.game;
        bail_usage!("the networks are of {game}, the games of {played}");
    }
    Ok(Gate {
        player: player_for(game, args.engine.spec(default_engine())?)?,
        baseline,
        conditions,
        first,
        playoff: args.playoff,
        clock: (!args.no_clock).then_some(clock),
        yardsticks: Yardsticks::open(args.test_set.as_deref(), args.results.as_deref())?,
        scale_limit: args.scale_limit,
        folder: args.out,
        ledger: args.ledger,
        plain: args.plain,
        interval: args.interval,
        interrupt: listen_in_match("Run the same command again to resume.")?,
        log: |line| say!("{line}"),
    })
}

fn summarize<G: Inspected>(report: &Report<G>, is_stopped: bool) {
    say!("\n== Result");
    for candidate in &report.candidates {
        say!("{}", candidate.line());
    }
    match report.winner() {
        Some(winner) => say!("{} passes", winner.net.name),
        None if is_stopped => say!("interrupted before a candidate passed"),
        None => say!("no candidate passes: {} stays", report.baseline.name()),
    }
}
