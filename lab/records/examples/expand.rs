//! Benchmarks the expansion of games into shuffled training records: reads a file repeatedly until it
//! has the given number of million positions, on all cores, and prints seconds and peak memory.
//!
//! `cargo run --release -p records --example expand -- FILE MILLIONS`

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use chess::Chess;
use records::{Filters, Record, expand};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let path = PathBuf::from(args.next().ok_or("which file?")?);
    let millions: f64 = args.next().ok_or("how many million positions?")?.parse()?;
    let once = expand::<Chess>(std::slice::from_ref(&path), &Filters::KEEP_ALL, 1)?;
    let positions = once.records.len();
    drop(once);
    if positions == 0 {
        return Err("there is no position with a score in the file".into());
    }
    let copies = (millions * 1e6 / positions as f64).ceil() as usize;
    let start = Instant::now();
    let records = expand::<Chess>(&vec![path; copies], &Filters::KEEP_ALL, 2)?.records;
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{positions} positions, {copies} times: {} records, {} bytes, in {seconds:.1} s on {} \
         threads; {}",
        records.len(),
        size_of_val::<[Record]>(&records),
        std::thread::available_parallelism()?,
        peak_memory()
    );
    Ok(())
}

/// The peak memory of this process.
fn peak_memory() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = line.and_then(|line| line.split_ascii_whitespace().next()?.parse().ok());
    kibibytes.map_or_else(
        || "this system does not tell how much memory".to_owned(),
        |kibibytes: f64| format!("at most {:.2} GiB of memory", kibibytes / 1024.0 / 1024.0),
    )
}
