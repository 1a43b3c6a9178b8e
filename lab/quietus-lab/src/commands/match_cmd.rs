//! `quietus-lab match`: games between engines.

mod shard;

use std::time::Instant;

use arena::runner::{Format, fault_summary};
use matches::{Shown, Verdict, listen_in_match, record_match, stop_on_interrupt};

use crate::engines::EngineArgs;
use crate::exit::Exit;
use crate::files::print;
use crate::match_args::PlayArgs;
use shard::Shard;

const EXAMPLES: &str = "\
Examples:
  quietus-lab match -e sf name=A nodes=5000 -e sf name=B nodes=4000 -r 100 -c 0
  quietus-lab match -e ./new -e ./old --each tc=8+0.08 option.Hash=16 \\
      --book uho.epd.xz --order random -r 500 -c 8 --out matches/new-old \\
      --html new-old.html
  quietus-lab match --resume matches/new-old
  quietus-lab match -e ./quietus name=A -e ./quietus name=B \\
      --each tc=1+0.01 option.Hash=16 -r 10000 -c 16 --soak

Every opening is played twice with colors reversed: that is one pair. Ctrl-C finishes the running \
pairs, and --resume continues. A crash, hang, illegal move or time loss loses the game; the report \
is in the match folder.";

/// Play games between engines
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    engines: EngineArgs,

    /// Gauntlet: the first N engines (1 if N is omitted) play all others, instead of a round robin
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1")]
    gauntlet: Option<usize>,

    /// Play part K of N of the rounds: as many machines, each with another K, play the match together.
    /// `stats` and `rate` take the games of all parts
    #[arg(long, value_name = "K/N", conflicts_with = "resume")]
    shard: Option<Shard>,

    /// Soak test: count the crashes, stalls, illegal moves and time losses of each engine, also after
    /// Ctrl-C; exit code 1 if there are any
    #[arg(long)]
    soak: bool,

    #[command(flatten)]
    play: PlayArgs,
}

/// Plays the match.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let settings = || {
        let mut settings = args.play.settings(args.engines.players()?)?;
        if let Some(seeds) = args.gauntlet {
            settings.format = Format::Gauntlet { seeds };
        }
        if let Some(shard) = args.shard {
            shard.apply(&mut settings)?;
        }
        Ok(settings)
    };
    let (playing, folder) = args.play.open("match", &args.engines, settings)?;
    let resume = format!(
        "Resume with: quietus-lab match --resume {}",
        folder.display()
    );
    let interrupt = listen_in_match(&resume)?;
    stop_on_interrupt(&interrupt, playing.control());
    let settings = playing.settings().clone();
    let started = Instant::now();
    let mut shown = Shown(args.play.display(&interrupt));
    let outcome = playing.run(&mut shown)?;
    shown.0.finish()?;
    if let Some(ledger) = &args.play.ledger {
        let entry = record_match(
            ledger,
            &folder,
            &settings,
            &outcome.standings,
            started.elapsed(),
            Verdict::default(),
        )?;
        say!("Ledger entry: {entry}");
    }
    if args.soak {
        print(&fault_summary(&settings, &outcome.standings))?;
        let mut players = 0..settings.players.len();
        if players.any(|player| {
            outcome
                .standings
                .totals(player)
                .faults
                .iter()
                .any(|&n| n > 0)
        }) {
            return Ok(Exit::Negative);
        }
    }
    Ok(Exit::unless(!outcome.is_complete))
}
