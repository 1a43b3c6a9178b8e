//! `bench`: the same searches on every machine, for one number that changes when the search does.

use std::io::{self, Write};
use std::sync::mpsc::{self, Sender};
use std::time::Instant;

use chess::{Chess, Move, Position};
use handcrafted::Handcrafted;
use search::{Info, Job, Limits, Pool, Report, TranspositionTable};

/// How deep, unless told otherwise.
const DEPTH: u32 = 12;
const HASH: usize = 16;

/// Openings, middlegames, endgames, mates and draws, and Chess960 positions.
const POSITIONS: &str = include_str!("bench.epd");

/// Sends the last node count when the search is over.
struct Count {
    nodes: u64,
    done: Sender<u64>,
}

impl Report<Chess> for Count {
    fn info(&mut self, info: &Info<'_, Move>) {
        self.nodes = info.nodes;
    }

    fn best_move(&mut self, _: Option<Move>, _: Option<Move>) {
        let _ = self.done.send(self.nodes);
    }
}

/// Searches all positions and writes the total and the speed.
pub fn run(depth: Option<u32>, output: &mut impl Write) -> io::Result<Result<(), String>> {
    let Some(table) = TranspositionTable::new(HASH) else {
        return Ok(Err(format!("not enough memory for a table of {HASH} MiB")));
    };
    let mut pool = Pool::<Chess, _>::new(1, table, Handcrafted::new());
    let start = Instant::now();
    let mut total = 0;
    for fen in POSITIONS.lines().filter(|line| !line.is_empty()) {
        let position = Position::from_fen(fen).expect("the bench positions are valid");
        pool.forget();
        let (done, nodes) = mpsc::channel();
        let limits = Limits {
            depth: Some(depth.unwrap_or(DEPTH)),
            lines: 1,
            ..Limits::default()
        };
        let report = Box::new(Count { nodes: 0, done });
        pool.start(Job {
            position,
            limits,
            start: Instant::now(),
            ponder: false,
            report,
        });
        let nodes: u64 = nodes.recv().unwrap_or(0);
        total += nodes;
        writeln!(output, "{nodes:>10}  {fen}")?;
        output.flush()?;
    }
    let speed = total as f64 / start.elapsed().as_secs_f64();
    writeln!(output, "{total} nodes {speed:.0} nps").map(Ok)
}
