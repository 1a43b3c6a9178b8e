//! `bench`: a fixed-depth search of a fixed set of positions. Its node count is the signature of the
//! search: it changes if and only if the search does.

use std::io::Write;
use std::time::{Duration, Instant};

use search::{Limits, Pool};

use crate::error::{Error, transposition_table};
use crate::variant::Variant;

/// The default depth.
const DEPTH: u32 = 12;
const HASH: usize = 16;

/// Searches all positions; writes the node counts, their sum and the speed.
pub fn run<V: Variant>(
    depth: Option<u32>,
    evaluator: V::Evaluator,
    output: &mut impl Write,
) -> Result<(), Error> {
    let table = transposition_table(HASH)?;
    let mut pool = Pool::<V, _>::new(1, &V::start(), table, evaluator)?;
    // Clearing the hash between positions is not counted.
    let mut searching = Duration::ZERO;
    let mut total = 0;
    for fen in V::BENCH.lines().filter(|line| !line.is_empty()) {
        let position = V::parse_fen(fen).expect("the bench positions are valid");
        pool.clear();
        let limits = Limits {
            depth: Some(depth.unwrap_or(DEPTH)),
            ..Limits::default()
        };
        let start = Instant::now();
        let nodes = pool.search(&position, limits, || false).nodes;
        searching += start.elapsed();
        total += nodes;
        writeln!(output, "{nodes:>10}  {fen}")?;
        output.flush()?;
    }
    #[cfg(feature = "tune")]
    write!(output, "{}", crate::tuning::counts())?;
    let speed = total as f64 / searching.as_secs_f64();
    writeln!(output, "{total} nodes {speed:.0} nps")?;
    Ok(())
}
