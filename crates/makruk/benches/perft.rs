//! Perft speed beside Fairy-Stockfish, alternating in one run, as a ratio.
//!
//! `cargo bench -p makruk --bench perft [-- ROUNDS]`. Both count the last ply in bulk on one thread.
//! CPU time is compared, from Linux's `/proc`, because other programs may run beside. Without a
//! `fairy-stockfish` on the path only our own speed is printed.

use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use game::perft;
use makruk::Position;

/// Name, FEN, depth for us, depth for Fairy-Stockfish.
const POSITIONS: [(&str, &str, u32, u32); 3] = [
    ("start", Position::START_FEN, 5, 4),
    (
        "middle game",
        "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
        5,
        4,
    ),
    (
        "crowded",
        "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1",
        5,
        4,
    ),
];

const DEFAULT_ROUNDS: usize = 5;
const TICKS_PER_SECOND: f64 = 100.0;

/// A running Fairy-Stockfish.
struct Fairy {
    child: Child,
    output: BufReader<std::process::ChildStdout>,
}

impl Fairy {
    fn start() -> Option<Self> {
        // Debian keeps games off the path.
        let program = ["/usr/games/fairy-stockfish", "fairy-stockfish"]
            .into_iter()
            .find(|path| !path.starts_with('/') || std::path::Path::new(path).exists())?;
        let mut child = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .ok()?;
        let output = BufReader::new(child.stdout.take()?);
        let mut fairy = Self { child, output };
        fairy.send("setoption name UCI_Variant value makruk");
        Some(fairy)
    }

    fn send(&mut self, line: &str) {
        let input = self.child.stdin.as_mut().expect("a piped input");
        writeln!(input, "{line}").expect("a running program");
    }

    fn perft(&mut self, fen: &str, depth: u32) -> u64 {
        self.send(&format!("position fen {fen}"));
        self.send(&format!("go perft {depth}"));
        let mut line = String::new();
        loop {
            line.clear();
            self.output.read_line(&mut line).expect("an answer");
            if let Some(nodes) = line.strip_prefix("Nodes searched: ") {
                return nodes.trim().parse().expect("a count");
            }
        }
    }
}

impl Drop for Fairy {
    fn drop(&mut self) {
        self.send("quit");
        self.child.wait().ok();
    }
}

/// CPU seconds that a process has used.
fn cpu_seconds(process: &str) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).expect("Linux's /proc");
    let (_, fields) = stat.rsplit_once(')').expect("the name is in parentheses");
    let ticks = fields.split_whitespace().skip(11).take(2);
    let ticks: u64 = ticks
        .map(|field| field.parse::<u64>().expect("ticks"))
        .sum();
    ticks as f64 / TICKS_PER_SECOND
}

/// Runs `count` and gives its result in millions of leaves a CPU second of a process.
fn speed(process: &str, count: impl FnOnce() -> u64) -> f64 {
    let start = cpu_seconds(process);
    let nodes = black_box(count());
    nodes as f64 / (cpu_seconds(process) - start) / 1e6
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    // Cargo passes `--bench` along; a bare number is the count of rounds.
    let rounds = std::env::args()
        .find_map(|word| word.parse().ok())
        .unwrap_or(DEFAULT_ROUNDS);
    let mut fairy = Fairy::start();
    println!("| Position | Quietus Mnps | Fairy-Stockfish Mnps | Ratio |");
    println!("|---|---|---|---|");
    for (name, fen, our_depth, their_depth) in POSITIONS {
        let mut position = Position::from_fen(fen).expect("a valid FEN");
        let (mut ours, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..rounds {
            let our_speed = speed("self", || perft(&mut position, our_depth));
            ours.push(our_speed);
            if let Some(fairy) = &mut fairy {
                let process = fairy.child.id().to_string();
                let their_speed = speed(&process, || fairy.perft(fen, their_depth));
                theirs.push(their_speed);
                ratios.push(our_speed / their_speed);
            }
        }
        if theirs.is_empty() {
            println!("| {name} | {:.1} | - | - |", median(ours));
        } else {
            println!(
                "| {name} | {:.1} | {:.1} | {:.2} |",
                median(ours),
                median(theirs),
                median(ratios)
            );
        }
    }
}
