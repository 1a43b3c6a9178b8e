//! `quietus-lab match`: games between engines.

use std::process::ExitCode;
use std::time::Instant;

use arena::runner::{Format, Outcome};

use support::Interrupt;

use crate::matches::{
    Display, EngineArgs, PAIRS, PlayArgs, Shown, Verdict, open, record, stop_on_interrupt,
};

const EXAMPLES: &str = "\
Examples:
  quietus-lab match -e stockfish name=A nodes=5000 -e stockfish name=B nodes=4000 -r 100 -c 0
  quietus-lab match -e ./new name=new -e ./old name=old --each tc=8+0.08 option.Hash=16 \\
      --book uho.epd.xz --order random -r 500 -c 8 --affinity --out matches/new-old
  quietus-lab match --resume matches/new-old

Every two games from one opening, with the colours reversed, are one pair. Ctrl-C finishes the running
pairs; --resume goes on. A crash, stall, illegal move or time loss loses the game; the report is in
the folder.

Exit status: 0 when all was played, 2 when it was stopped before, 3 on failure or for a wrong command
line.";

/// Play games between engines
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    engines: EngineArgs,

    /// The first engine, or the first N, meet all others; without it everybody meets everybody
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1")]
    gauntlet: Option<usize>,

    #[command(flatten)]
    play: PlayArgs,
}

/// Plays the match.
pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    Ok(match play(&args) {
        Ok(outcome) if outcome.is_complete => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(2),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(3)
        }
    })
}

fn play(args: &Args) -> anyhow::Result<Outcome> {
    let settings = || {
        let mut settings = args.play.settings(args.engines.players()?)?;
        if let Some(seeds) = args.gauntlet {
            settings.format = Format::Gauntlet { seeds };
        }
        Ok(settings)
    };
    if args.play.resume.is_some() && !args.engines.is_empty() {
        anyhow::bail!("a resumed match has its engines already; leave --engine away");
    }
    let (playing, folder) = open(&args.play, "match", settings)?;
    let interrupt = Interrupt::listen(PAIRS)?;
    stop_on_interrupt(&interrupt, playing.control());
    let settings = playing.settings().clone();
    let started = Instant::now();
    let mut shown = Shown(Display::new(args.play.plain, args.play.interval));
    let outcome = playing.run(&mut shown)?;
    if let Some(ledger) = &args.play.ledger {
        let results = (&settings, &outcome.standings);
        record(
            ledger,
            &folder,
            results,
            started.elapsed(),
            Verdict::default(),
        )?;
    }
    Ok(outcome)
}
