//! `quietus-lab sprt`: a sequential probability ratio test of two engines.

use arena::Player;
use matches::{listen_in_match, run_sprt, stop_on_interrupt};
use stats::Decision;

use crate::engines::EngineArgs;
use crate::exit::{Exit, bail_usage};
use crate::hypotheses::HypothesisArgs;
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

    #[command(flatten)]
    test: HypothesisArgs,

    #[command(flatten)]
    play: PlayArgs,
}

impl Args {
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
    let hypotheses = args.test.hypotheses();
    let settings = || {
        let mut settings = args.play.settings(args.players()?)?;
        settings.rounds = args.play.rounds.unwrap_or(MAX_PAIRS);
        settings.test = Some(hypotheses);
        Ok(settings)
    };
    hypotheses.test()?;
    let (playing, folder) = args.play.open("sprt", &args.engines, settings)?;
    if playing.settings().players.len() != 2 {
        bail_usage!("{} holds no match of two engines", folder.display());
    }
    let resume = format!(
        "Resume with: quietus-lab sprt --resume {}",
        folder.display()
    );
    let interrupt = listen_in_match(&resume)?;
    stop_on_interrupt(&interrupt, playing.control());
    let display = args.play.display(&interrupt);
    let ledger = args.play.ledger.as_deref();
    let result = run_sprt(playing, &folder, hypotheses, display, ledger)?;
    say!("SPRT: {} ({})", result.words(), result.line);
    say!("Chart: {}", result.chart.display());
    if let Some(entry) = result.entry {
        say!("Ledger entry: {entry}");
    }
    Ok(match result.decision {
        Decision::Stronger => Exit::Success,
        Decision::Continue if interrupt.is_stopped() => Exit::Interrupted,
        Decision::Weaker | Decision::Continue => Exit::Negative,
    })
}
