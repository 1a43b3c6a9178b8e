//! Replays every game of a PGN file and reports how many were read and how fast.
//!
//! `cargo run --release -p quietus-chess --example replay -- games.pgn`, or `-` for standard input.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::process::ExitCode;
use std::time::Instant;

use chess::pgn::{PgnError, Reader};

/// How many broken games to name before only counting them.
const NAMED: u64 = 10;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: replay FILE.pgn (or - for standard input)");
        return ExitCode::from(2);
    };
    let stream: Box<dyn BufRead> = if path == "-" {
        Box::new(io::stdin().lock())
    } else {
        match File::open(&path) {
            Ok(file) => Box::new(BufReader::with_capacity(1 << 20, file)),
            Err(error) => {
                eprintln!("cannot open {path}: {error}");
                return ExitCode::from(2);
            }
        }
    };
    let start = Instant::now();
    let mut plies = 0;
    let mut reader = Reader::new(stream);
    while let Some(game) = reader.next() {
        match game {
            Ok(game) => plies += game.moves().len(),
            Err(PgnError::Broken(broken)) if reader.counts().broken <= NAMED => {
                eprintln!("{broken}")
            }
            Err(PgnError::Broken(_)) => {}
            Err(PgnError::Io(error)) => {
                eprintln!("cannot read {path}: {error}");
                return ExitCode::from(2);
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    let counts = reader.counts();
    println!(
        "{} games, {plies} plies, {} broken, {:.0} games a second",
        counts.games,
        counts.broken,
        counts.games as f64 / seconds
    );
    ExitCode::from(u8::from(counts.broken > 0))
}
