//! `quietus-lab annotate`: many games with evaluations, judgements and better lines.

use std::io::{self, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, SyncSender};
use std::thread;

use anyhow::{Context, anyhow, bail};
use datagen::{Annotator, open_annotated, parallel_in_order};
use evaluation::Evaluated;
use game::Facts;
use games::for_game;
use pgn::{Game, Notation, PgnError, Reader};
use search::Limits;
use support::{Interrupt, Progress, make_workers};

use crate::args::ThreadArgs;
use crate::exit::Exit;
use crate::files::{game_of_text, open_pgn};
use crate::labels::LabelArgs;

const EXAMPLES: &str = "\
Example:
  quietus-lab annotate games.pgn --out annotated.pgn --nodes 50000

Judgements are those of 'quietus analyze'. Games are written in their order, and do not depend on the \
number of threads. Ctrl-C finishes the running games; run the same command again to continue the \
new file.";

/// Annotate the games of a PGN file: evaluations, inaccuracies, mistakes, blunders and better lines
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Games to annotate (PGN, may be compressed)
    #[arg(value_name = "FILE")]
    games: PathBuf,

    /// Output file (PGN); an existing one is continued
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,

    /// Node limit of each position
    #[arg(long, value_name = "N", default_value = "100000")]
    nodes: NonZero<u64>,

    /// Depth limit of each position
    #[arg(long, value_name = "N")]
    depth: Option<NonZero<u32>>,

    /// Transposition table of each thread in MiB
    #[arg(long, value_name = "MIB", default_value = "16")]
    hash: NonZero<usize>,

    #[command(flatten)]
    labels: LabelArgs,

    #[command(flatten)]
    threads: ThreadArgs,
}

/// Annotates the games.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    for_game!(game_of_text(&args.games)?, G => annotate::<G>(args))
}

fn annotate<G: Facts + Evaluated>(args: &Args) -> anyhow::Result<Exit> {
    let labels = args.labels.labels::<G>()?;
    let annotator = || {
        let annotator = Annotator::new(&labels, args.hash.get());
        annotator.context("not enough memory for the tables")
    };
    let workers = make_workers(args.threads.count(), annotator)?;
    let unwritable = || format!("cannot write {}", args.out.display());
    let (mut out, done) = open_annotated(&args.out).with_context(unwritable)?;
    if done > 0 {
        warn!("continuing {} after {done} games", args.out.display());
    }
    let interrupt = Interrupt::listen(
        "the games being searched",
        "Run the same command again to continue the file.",
    )?;
    let progress = Progress::spinner();
    interrupt.print_by(progress.printer());
    let limits = Limits {
        nodes: Some(args.nodes.get()),
        depth: args.depth.map(NonZero::get),
        ..Limits::default()
    };
    let mut written = 0;
    let (sender, games) = mpsc::sync_channel(workers.len());
    let read = thread::scope(|scope| {
        let reader = thread::Builder::new()
            .spawn_scoped(scope, || read(&args.games, done, sender))
            .context("cannot start a thread")?;
        let outcome = parallel_in_order(
            workers,
            games.into_iter().take_while(|_| !interrupt.is_stopped()),
            |annotator, game| annotator.annotate(game, &limits),
            |text| {
                out.write_all(&text)?;
                written += 1;
                progress.update(written, || format!("{written} games"));
                Ok(())
            },
        );
        let read = reader
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        outcome.map_err(|error: io::Error| anyhow!(error).context(unwritable()))?;
        read
    });
    progress.finish();
    read?;
    out.sync_all().with_context(unwritable)?;
    if done == 0 && written == 0 && !interrupt.is_stopped() {
        bail!("{} has no games: is it a PGN file?", args.games.display());
    }
    say!("{}: {} games", args.out.display(), done as u64 + written);
    Ok(Exit::unless(interrupt.is_stopped()))
}

/// Sends the games that can be read, without those that are done. Ends when nobody wants more.
fn read<G: Notation>(path: &Path, done: usize, games: SyncSender<Game<G>>) -> anyhow::Result<()> {
    let read = Reader::new(open_pgn(path)?).filter_map(|game| match game {
        Ok(game) => Some(Ok(game)),
        Err(PgnError::Broken(broken)) => {
            warn!("skipped: {broken}");
            None
        }
        Err(error) => Some(Err(error)),
    });
    for game in read.skip(done) {
        let game = game.with_context(|| format!("cannot read {}", path.display()))?;
        if games.send(game).is_err() {
            break;
        }
    }
    Ok(())
}
