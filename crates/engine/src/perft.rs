//! `perft`: counts of leaf nodes, and the speed of the move generator.

use std::fmt;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use game::{Perft, perft_stats};
use uci::{PerftCommand, PerftMode};

use crate::error::Error;
use crate::variant::Variant;

/// Runs a perft and writes what was asked for.
pub fn run<V: Variant>(
    command: &PerftCommand,
    current: &V::Position,
    output: &mut impl Write,
) -> Result<(), Error> {
    let position = match &command.fen {
        None => current.clone(),
        Some(fen) => V::parse_fen(fen).map_err(|error| Error::Usage(error.to_string()))?,
    };
    match command.mode {
        PerftMode::Count => count::<V>(command, &position, output),
        PerftMode::Divide => divide::<V>(command, &position, output),
        PerftMode::Stats => stats::<V>(command, &position, output),
        PerftMode::Table => table::<V>(command, &position, output),
    }?;
    Ok(())
}

fn counter(command: &PerftCommand) -> Perft {
    Perft {
        threads: command.threads,
        bulk: command.bulk,
    }
}

fn count<V: Variant>(
    command: &PerftCommand,
    position: &V::Position,
    output: &mut impl Write,
) -> io::Result<()> {
    let start = Instant::now();
    let nodes = counter(command).count::<V>(position, command.depth);
    summary(nodes, start.elapsed(), output)
}

/// A line for each first move, in the order of its text, as other engines write it.
fn divide<V: Variant>(
    command: &PerftCommand,
    position: &V::Position,
    output: &mut impl Write,
) -> io::Result<()> {
    let start = Instant::now();
    let divided = counter(command).divide::<V>(position, command.depth);
    let elapsed = start.elapsed();
    let mut lines: Vec<(String, u64)> = divided
        .into_iter()
        .map(|(mv, nodes)| (V::move_text(position, mv), nodes))
        .collect();
    lines.sort();
    for (mv, nodes) in &lines {
        writeln!(output, "{mv}: {nodes}")?;
    }
    // At depth 0 there is no root move; the root itself is the one leaf.
    let nodes = if command.depth == 0 {
        1
    } else {
        lines.iter().map(|(_, nodes)| nodes).sum()
    };
    writeln!(output)?;
    summary(nodes, elapsed, output)
}

fn stats<V: Variant>(
    command: &PerftCommand,
    position: &V::Position,
    output: &mut impl Write,
) -> io::Result<()> {
    let start = Instant::now();
    let (nodes, counts) = perft_stats::<V>(&mut position.clone(), command.depth);
    let elapsed = start.elapsed();
    for (name, count) in V::MOVE_KINDS.iter().zip(counts) {
        writeln!(output, "{name}: {count}")?;
    }
    writeln!(output)?;
    summary(nodes, elapsed, output)
}

/// Each row is written as soon as it is counted.
fn table<V: Variant>(
    command: &PerftCommand,
    position: &V::Position,
    output: &mut impl Write,
) -> io::Result<()> {
    writeln!(output, "| Depth | Nodes | Time | Nodes per second |")?;
    writeln!(output, "|---|---|---|---|")?;
    for depth in 1..=command.depth {
        let start = Instant::now();
        let nodes = counter(command).count::<V>(position, depth);
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
