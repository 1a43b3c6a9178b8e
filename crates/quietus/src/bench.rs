//! `bench`: the signature of the search, and its speed.

use std::io::Write;

use evaluation::Evaluation;
use search::Bench;

use crate::error::Error;
use crate::variant::Variant;

/// Searches all positions; writes the node counts, their sum and the speed.
pub fn run<V: Variant>(
    depth: Option<u32>,
    evaluator: Evaluation<V>,
    output: &mut impl Write,
) -> Result<(), Error> {
    let sums = Bench::run::<V, _>(V::BENCH, depth, evaluator, |fen, nodes| {
        writeln!(output, "{nodes:>10}  {fen}")?;
        output.flush()
    })?;
    #[cfg(feature = "tune")]
    write!(output, "{}", crate::tuning::counts())?;
    let speed = sums.nodes as f64 / sums.time.as_secs_f64();
    writeln!(output, "{} nodes {speed:.0} nps", sums.nodes)?;
    Ok(())
}
