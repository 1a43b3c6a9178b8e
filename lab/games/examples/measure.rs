//! Measures the format on a file of games, on one core: bytes a ply, and plies a second written,
//! read and made into training records; then the shuffled expansion of many copies on all cores.
//!
//! `cargo run --release -p games --example measure -- FILE [COPIES]`

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Instant;

use games::{Filters, Game, Header, Reader, Record, Writer, expand};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let path = PathBuf::from(args.next().ok_or("which file?")?);
    let copies: usize = args.next().map_or(Ok(0), |text| text.parse())?;
    let reader = Reader::open(&path)?;
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

    let start = Instant::now();
    let games: Vec<Game> = reader.games().collect::<Result<_, _>>()?;
    tell("read", plies, start);

    let again = PathBuf::from(format!("{}.again", path.display()));
    let start = Instant::now();
    write(&again, reader.header(), &games)?;
    tell("written", plies, start);
    std::fs::remove_file(&again)?;

    if copies > 0 {
        let start = Instant::now();
        let expansion = expand(&vec![path; copies], &Filters::KEEP_ALL, 1)?;
        let bytes = size_of_val::<[Record]>(&expansion.records);
        tell(
            "expanded and shuffled",
            expansion.records.len() as f64,
            start,
        );
        println!("{} records, {bytes} bytes", expansion.records.len());
    }
    Ok(())
}

fn write(path: &Path, header: &Header, games: &[Game]) -> Result<(), games::Error> {
    let writer = Writer::create(path, header)?;
    for game in games {
        writer.write(game)?;
    }
    writer.finish().map(drop)
}

fn tell(what: &str, count: f64, start: Instant) {
    let seconds = start.elapsed().as_secs_f64();
    let millions = count / seconds / 1e6;
    println!("{what}: {seconds:.2} s, {millions:.2} million a second");
}
