//! `bench`: the same searches on every machine, for one number that changes when the search does.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use chess::{Chess, Position};
use evaluation::Evaluation;
use search::{Job, Limits, Pool, TranspositionTable};

use crate::tally;

/// How deep, unless told otherwise.
const DEPTH: u32 = 12;
const HASH: usize = 16;

/// Openings, middlegames, endgames, mates and draws, and Chess960 positions.
const POSITIONS: &str = include_str!("bench.epd");

/// Searches all positions and writes the total and the speed.
pub fn run(
    depth: Option<u32>,
    evaluation: Evaluation,
    output: &mut impl Write,
) -> io::Result<Result<(), String>> {
    let Some(table) = TranspositionTable::new(HASH) else {
        return Ok(Err(format!("not enough memory for a table of {HASH} MiB")));
    };
    let mut pool = Pool::<Chess, _>::new(1, table, evaluation);
    // Forgetting between positions is not searching.
    let mut searching = Duration::ZERO;
    let mut total = 0;
    for fen in POSITIONS.lines().filter(|line| !line.is_empty()) {
        let position = Position::from_fen(fen).expect("the bench positions are valid");
        pool.forget();
        let limits = Limits {
            depth: Some(depth.unwrap_or(DEPTH)),
            multi_pv: 1,
            ..Limits::default()
        };
        let (report, result) = tally::report();
        let start = Instant::now();
        pool.start(Job {
            position,
            limits,
            start,
            ponder: false,
            report,
        });
        let nodes = result.recv().unwrap_or_default().nodes;
        searching += start.elapsed();
        total += nodes;
        writeln!(output, "{nodes:>10}  {fen}")?;
        output.flush()?;
    }
    #[cfg(feature = "tune")]
    write!(output, "{}", crate::tuning::counts())?;
    let speed = total as f64 / searching.as_secs_f64();
    writeln!(output, "{total} nodes {speed:.0} nps").map(Ok)
}
