//! `speedtest`: the speed of the search on this machine, with all its threads.
//!
//! Unlike `bench` it measures the machine: it follows a game on a clock and keeps the transposition
//! table, as in play. Its node count differs from run to run.

use std::io::{self, IsTerminal, Write};
use std::num::NonZero;
use std::thread;
use std::time::{Duration, Instant};

use evaluation::Evaluation;
use search::{Limits, Pool, TimeLimits};
use uci::SpeedtestCommand;

use crate::error::{Error, transposition_table};
use crate::variant::Variant;

/// The default duration.
const SECONDS: usize = 30;
/// The default size of the transposition table per thread, in MiB.
const HASH_PER_THREAD: usize = 32;
const MAX_DEFAULT_HASH: usize = 4096;

/// Searches the positions of a game and writes the speed.
pub fn run<V: Variant>(
    command: SpeedtestCommand,
    evaluator: Evaluation<V>,
    output: &mut impl Write,
) -> Result<(), Error> {
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let threads = command.threads.unwrap_or_else(cores);
    let default_hash = (HASH_PER_THREAD * threads).min(MAX_DEFAULT_HASH);
    let hash = command.hash.unwrap_or(default_hash);
    let positions = positions::<V>();
    let table = transposition_table(hash)?;
    let mut pool = Pool::new(threads, &positions[0], table, evaluator)?;
    let threads = pool.threads();
    let total = Duration::from_secs(command.seconds.unwrap_or(SECONDS) as u64);
    let time = total / u32::try_from(positions.len()).unwrap_or(u32::MAX);
    let limits = Limits {
        time: Some(TimeLimits {
            soft: time,
            hard: time,
        }),
        ..Limits::default()
    };
    let (mut nodes, mut searching) = (0, Duration::ZERO);
    for (index, position) in positions.iter().enumerate() {
        show_progress(index + 1, positions.len());
        let start = Instant::now();
        pool.search(position, limits.clone(), || false);
        searching += start.elapsed();
        // With those of the iteration that was not finished.
        nodes += pool.nodes();
    }
    let speed = nodes as f64 / searching.as_secs_f64().max(1e-9);
    writeln!(output, "Threads: {threads}")?;
    writeln!(output, "Hash: {hash} MiB")?;
    writeln!(output, "Positions: {}", positions.len())?;
    writeln!(output, "Time: {:.3}s", searching.as_secs_f64())?;
    writeln!(output, "Nodes: {nodes}")?;
    writeln!(output, "Hash full: {} per mille", pool.hashfull())?;
    writeln!(
        output,
        "Nodes per second per thread: {:.0}",
        speed / threads as f64
    )?;
    writeln!(output, "{nodes} nodes {speed:.0} nps")?;
    Ok(())
}

/// The positions of the game, each with what came before it.
fn positions<V: Variant>() -> Vec<V::Position> {
    let mut position = V::start();
    let mut positions = vec![position.clone()];
    for text in V::SPEEDTEST.split_whitespace() {
        let mv = V::parse_move(&position, text).expect("the game is legal");
        V::play(&mut position, mv);
        positions.push(position.clone());
    }
    positions
}

/// Shows progress in a terminal.
fn show_progress(done: usize, all: usize) {
    let mut error = io::stderr().lock();
    if error.is_terminal() {
        let end = if done == all { "\n" } else { "" };
        let _ = write!(error, "\rposition {done} of {all}{end}");
    }
}
