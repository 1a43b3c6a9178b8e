//! Benchmarks `.qgames` on a file: bytes per ply, and plies per second read and written, in CPU time
//! of one core.
//!
//! `cargo run --release -p records --example measure -- FILE`

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use records::{Game, Header, Reader, Writer};

fn main() -> Result<(), Box<dyn Error>> {
    let path = PathBuf::from(std::env::args().nth(1).ok_or("which file?")?);
    let reader = <Reader>::open(&path)?;
    let totals = reader.totals();
    let plies = totals.plies as f64;
    println!(
        "{} games, {} plies, {} blocks, {} bytes: {:.3} bytes a ply",
        totals.games,
        totals.plies,
        reader.blocks(),
        reader.bytes(),
        reader.bytes() as f64 / plies
    );

    let start = cpu_time();
    let games: Vec<Game> = reader.games().collect::<Result<_, _>>()?;
    report("read", plies, cpu_time() - start);

    let again = PathBuf::from(format!("{}.again", path.display()));
    let start = cpu_time();
    write(&again, reader.header(), &games)?;
    report("written", plies, cpu_time() - start);
    fs::remove_file(&again)?;
    Ok(())
}

/// The CPU time of this thread, or the wall time where it is not available.
fn cpu_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let spent = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = spent.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

fn write(path: &Path, header: &Header, games: &[Game]) -> Result<(), records::Error> {
    let writer = <Writer>::create(path, header)?;
    for game in games {
        writer.write(game)?;
    }
    writer.finish().map(drop)
}

fn report(what: &str, count: f64, time: Duration) {
    let seconds = time.as_secs_f64();
    let millions = count / seconds / 1e6;
    println!("{what}: {seconds:.2} s, {millions:.2} million a second");
}
