//! `quietus-lab sprt`: a sequential probability ratio test of two engines.

use arena::Player;
use arena::runner::Hypotheses;
use clap::ValueEnum;
use gate::matches::{PAIRS, run_sprt, stop_on_interrupt};
use stats::Decision;
use support::Interrupt;

use crate::engines::EngineArgs;
use crate::exit::{Exit, bail_usage};
use crate::match_args::PlayArgs;

const EXAMPLES: &str = "\
Examples:
  quietus-lab sprt -e ./new -e ./old --each tc=8+0.08 option.Hash=16 \\
      --book uho.epd.xz -c 8
  quietus-lab sprt -e sf nodes=5000 -e sf nodes=4000 --elo1 20 --rounds 2000
  quietus-lab sprt --resume sprt-001

The first engine is the one under test (\"new\"), the second the base (\"old\"). H0: new is stronger \
by elo0; H1: by elo1. The log-likelihood ratio is that of pairs of games (pentanomial).

Exits with 0 if H1 is accepted, and with 1 if H0 is accepted or the test is inconclusive after \
--rounds.";

/// Pairs played at most when no limit is given.
const MAX_PAIRS: u64 = 20_000;

/// Run an SPRT: play until it is decided whether the first engine is stronger than the second
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    engines: EngineArgs,

    /// Elo difference of H0
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,

    /// Elo difference of H1
    #[arg(long, default_value_t = 5.0, allow_negative_numbers = true)]
    elo1: f64,

    /// Probability to accept H1 when H0 is true
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,

    /// Probability to accept H0 when H1 is true
    #[arg(long, default_value_t = 0.05)]
    beta: f64,

    /// Unit of elo0 and elo1
    #[arg(long, value_enum, default_value_t = EloModel::Normalized)]
    model: EloModel,

    #[command(flatten)]
    play: PlayArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum EloModel {
    /// Normalized Elo, in standard deviations of a game
    Normalized,
    /// Logistic Elo, by the expected score
    Logistic,
}

impl Args {
    fn hypotheses(&self) -> Hypotheses {
        Hypotheses {
            normalized: matches!(self.model, EloModel::Normalized),
            elo0: self.elo0,
            elo1: self.elo1,
            alpha: self.alpha,
            beta: self.beta,
        }
    }

    fn players(&self) -> anyhow::Result<Vec<Player>> {
        let mut players = self.engines.players()?;
        if players.len() != 2 {
            bail_usage!("an SPRT needs two engines, and {} are given", players.len());
        }
        for (player, name) in players.iter_mut().zip(["new", "old"]) {
            if player.engine.name.is_empty() {
                name.clone_into(&mut player.engine.name);
            }
        }
        Ok(players)
    }
}

/// Runs the test.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let settings = || {
        let mut settings = args.play.settings(args.players()?)?;
        settings.rounds = args.play.rounds.unwrap_or(MAX_PAIRS);
        settings.test = Some(args.hypotheses());
        Ok(settings)
    };
    args.hypotheses().test()?;
    let (playing, folder) = args.play.open("sprt", &args.engines, settings)?;
    if playing.settings().players.len() != 2 {
        bail_usage!("{} holds no match of two engines", folder.display());
    }
    let interrupt = Interrupt::listen(PAIRS)?;
    stop_on_interrupt(&interrupt, playing.control());
    let ledger = args.play.ledger.as_deref();
    let result = run_sprt(
        playing,
        &folder,
        args.hypotheses(),
        args.play.display(),
        ledger,
    )?;
    println!("SPRT: {} ({})", result.words(), result.line);
    println!("Chart: {}", result.chart.display());
    if let Some(entry) = result.entry {
        println!("Ledger entry: {entry}");
    }
    Ok(match result.decision {
        Decision::Stronger => Exit::Success,
        Decision::Continue if interrupt.is_stopped() => Exit::Interrupted,
        Decision::Weaker | Decision::Continue => Exit::Negative,
    })
}
