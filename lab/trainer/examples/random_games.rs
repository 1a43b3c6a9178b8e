//! Writes records of random games, labeled by material: data to try the trainer with.
//!
//! `cargo run --release -p trainer --example random_games -- FILE POSITIONS [SEED]`

mod common;

use records::Record;

use common::random_records;

fn main() -> std::io::Result<()> {
    let mut words = std::env::args().skip(1);
    let path = words.next().unwrap_or_else(|| "random.bin".to_owned());
    let mut number = |default: u64| words.next().and_then(|n| n.parse().ok()).unwrap_or(default);
    let (count, seed) = (number(1_000_000), number(1));
    let records = random_records(count as usize, seed);
    std::fs::write(path, Record::as_bytes(&records))
}
