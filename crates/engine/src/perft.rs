//! `perft`: counts of leaf nodes, and the speed of the move generator.

use std::fmt;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use chess::{Perft, Position, perft_stats};
use uci::{PerftCommand, PerftMode};

use crate::error::Error;

/// Runs a perft and writes what was asked for.
pub fn run(
    command: &PerftCommand,
    current: &Position,
    output: &mut impl Write,
) -> Result<(), Error> {
    let position = match &command.fen {
        None => current.clone(),
        Some(fen) => Position::from_fen(fen).map_err(|error| Error::Usage(error.to_string()))?,
    };
    let counter = Perft {
        threads: command.threads,
        bulk: command.bulk,
    };
    match command.mode {
        PerftMode::Count => count(counter, &position, command.depth, output),
        PerftMode::Divide => divide(counter, &position, command.depth, output),
        PerftMode::Stats => stats(&position, command.depth, output),
        PerftMode::Table => table(counter, &position, command.depth, output),
    }?;
    Ok(())
}

fn count(
    counter: Perft,
    position: &Position,
    depth: u32,
    output: &mut impl Write,
) -> io::Result<()> {
    let start = Instant::now();
    let nodes = counter.count(position, depth);
    summary(nodes, start.elapsed(), output)
}

/// A line for each first move, in the order of its text, as other engines write it.
fn divide(
    counter: Perft,
    position: &Position,
    depth: u32,
    output: &mut impl Write,
) -> io::Result<()> {
    let start = Instant::now();
    let divided = counter.divide(position, depth);
    let elapsed = start.elapsed();
    let mut lines: Vec<(String, u64)> = divided
        .into_iter()
        .map(|(mv, nodes)| (position.uci(mv), nodes))
        .collect();
    lines.sort();
    for (mv, nodes) in &lines {
        writeln!(output, "{mv}: {nodes}")?;
    }
    // At depth 0 there is no root move; the root itself is the one leaf.
    let nodes = if depth == 0 {
        1
    } else {
        lines.iter().map(|(_, nodes)| nodes).sum()
    };
    writeln!(output)?;
    summary(nodes, elapsed, output)
}

fn stats(position: &Position, depth: u32, output: &mut impl Write) -> io::Result<()> {
    let start = Instant::now();
    let stats = perft_stats(&mut position.clone(), depth);
    let elapsed = start.elapsed();
    for (name, count) in [
        ("captures", stats.captures),
        ("en passant", stats.en_passant),
        ("castles", stats.castles),
        ("promotions", stats.promotions),
        ("checks", stats.checks),
        ("discovered checks", stats.discovered_checks),
        ("double checks", stats.double_checks),
        ("mates", stats.mates),
    ] {
        writeln!(output, "{name}: {count}")?;
    }
    writeln!(output)?;
    summary(stats.nodes, elapsed, output)
}

/// Each row is written as soon as it is counted.
fn table(
    counter: Perft,
    position: &Position,
    depth: u32,
    output: &mut impl Write,
) -> io::Result<()> {
    writeln!(output, "| Depth | Nodes | Time | Nodes per second |")?;
    writeln!(output, "|---|---|---|---|")?;
    for depth in 1..=depth {
        let start = Instant::now();
        let nodes = counter.count(position, depth);
        let elapsed = start.elapsed();
        let nodes_text = Grouped(nodes);
        let speed = Speed(nodes, elapsed);
        writeln!(
            output,
            "| {depth} | {nodes_text} | {:.3}s | {speed} |",
            elapsed.as_secs_f64()
        )?;
        output.flush()?;
    }
    Ok(())
}

fn summary(nodes: u64, elapsed: Duration, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "Nodes searched: {nodes}")?;
    let speed = Speed(nodes, elapsed);
    writeln!(
        output,
        "Time: {:.3}s, nodes per second: {speed}",
        elapsed.as_secs_f64()
    )
}

/// A number with commas between its thousands.
struct Grouped(u64);

impl fmt::Display for Grouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                f.write_str(",")?;
            }
            write!(f, "{digit}")?;
        }
        Ok(())
    }
}

/// Millions a second, or a dash when the time was too short to mean anything.
struct Speed(u64, Duration);

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHORTEST: Duration = Duration::from_micros(500);
        if self.1 < SHORTEST {
            f.write_str("-")
        } else {
            write!(f, "{:.2}M", self.0 as f64 / self.1.as_secs_f64() / 1e6)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, Grouped, Speed};

    #[test]
    fn numbers_are_written_for_people() {
        assert_eq!(Grouped(20).to_string(), "20");
        assert_eq!(Grouped(119_060_324).to_string(), "119,060,324");
        assert_eq!(Speed(20, Duration::ZERO).to_string(), "-");
        assert_eq!(
            Speed(8_000_000, Duration::from_secs(2)).to_string(),
            "4.00M"
        );
    }
}
