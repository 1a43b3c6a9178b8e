//! `quietus-lab sprt`: plays until it is clear whether a new engine is stronger than an old one.

use std::process::ExitCode;

use anyhow::Context;
use arena::Player;
use arena::runner::Hypotheses;
use clap::ValueEnum;
use stats::Decision;
use support::Interrupt;

use crate::matches::{
    Display, PAIRS, PlayArgs, open, play_test, player_with_common, stop_on_interrupt,
};

const EXAMPLES: &str = "\
Examples:
  quietus-lab sprt ./old ./new --each tc=8+0.08 option.Hash=16 --book uho.epd.xz -c 8
  quietus-lab sprt \"stockfish nodes=4000\" \"stockfish nodes=5000\" --elo1 20 --rounds 2000
  quietus-lab sprt --resume sprt-001

OLD and NEW are commands, or commands with settings in quotes as for `match --engine`.

Exit status: 0 NEW is stronger, 1 NEW is not stronger, 2 undecided at the limit of games or stopped before,
3 failure or a wrong command line.";

/// Pairs played at most when no limit is given.
const MAX_PAIRS: u64 = 20_000;

/// Play until it is clear whether NEW is stronger than OLD
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The engine to beat
    #[arg(required_unless_present = "resume")]
    old: Option<String>,

    /// The engine that may be stronger
    #[arg(required_unless_present = "resume")]
    new: Option<String>,

    /// Settings for both engines, as key=value
    #[arg(long, num_args = 1.., value_name = "KEY=VALUE")]
    each: Vec<String>,

    /// The strength of NEW that counts as none, in Elo
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,

    /// The strength of NEW that counts as some, in Elo
    #[arg(long, default_value_t = 5.0, allow_negative_numbers = true)]
    elo1: f64,

    /// The probability to call NEW stronger when it is of elo0
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,

    /// The probability to call NEW not stronger when it is of elo1
    #[arg(long, default_value_t = 0.05)]
    beta: f64,

    /// What Elo means in elo0 and elo1
    #[arg(long, value_enum, default_value_t = EloModel::Normalised)]
    model: EloModel,

    #[command(flatten)]
    play: PlayArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum EloModel {
    /// By the standard deviation of a game
    #[value(alias = "normalized")]
    Normalised,
    /// By the expected score
    Logistic,
}

impl Args {
    fn hypotheses(&self) -> Hypotheses {
        Hypotheses {
            normalized: matches!(self.model, EloModel::Normalised),
            elo0: self.elo0,
            elo1: self.elo1,
            alpha: self.alpha,
            beta: self.beta,
        }
    }
}

/// Runs the test.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    Ok(match test(&args) {
        Ok(Decision::Stronger) => ExitCode::SUCCESS,
        Ok(Decision::Weaker) => ExitCode::from(1),
        Ok(Decision::Continue) => ExitCode::from(2),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(3)
        }
    })
}

fn test(args: &Args) -> anyhow::Result<Decision> {
    let settings = || {
        let mut settings = args.play.settings(players(args)?)?;
        settings.rounds = args.play.rounds.unwrap_or(MAX_PAIRS);
        settings.test = Some(args.hypotheses());
        Ok(settings)
    };
    args.hypotheses().test()?;
    let (playing, folder) = open(&args.play, "sprt", settings)?;
    anyhow::ensure!(
        playing.settings().players.len() == 2,
        "a test is between two engines"
    );
    let interrupt = Interrupt::listen(PAIRS)?;
    stop_on_interrupt(&interrupt, playing.control());
    let display = Display::new(args.play.plain, args.play.interval);
    let ledger = args.play.ledger.as_deref();
    let tested = play_test(playing, &folder, args.hypotheses(), display, ledger)?;
    println!("SPRT: {} ({})", tested.words(), tested.line);
    println!("Curve: {}", tested.chart.display());
    Ok(tested.decision)
}

/// The new engine first: results are counted from its view.
fn players(args: &Args) -> anyhow::Result<Vec<Player>> {
    let named = [(&args.new, "new"), (&args.old, "old")].map(|(engine, name)| {
        let engine = engine.as_ref().context("OLD and NEW are needed")?;
        let mut player = player_with_common(std::slice::from_ref(engine), &args.each)?;
        if player.engine.name.is_empty() {
            name.clone_into(&mut player.engine.name);
        }
        Ok(player)
    });
    named.into_iter().collect()
}
