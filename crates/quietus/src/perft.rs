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
    let mut position = match &command.fen {
        None => current.clone(),
        Some(fen) => V::parse_fen(fen).map_err(|error| Error::Usage(error.to_string()))?,
    };
    let depth = command.depth;
    let counter = Perft {
        threads: command.threads,
        bulk: command.bulk,
    };
    let start = Instant::now();
    let (nodes, parts) = match command.mode {
        PerftMode::Count => (counter.count::<V>(&position, depth), Vec::new()),
        PerftMode::Divide => {
            // At depth 0 there is no root move; the root itself is the one leaf.
            let divided = counter.divide::<V>(&position, depth);
            let nodes = divided.iter().map(|(_, nodes)| nodes).sum();
            let nodes = if depth == 0 { 1 } else { nodes };
            let text = |(mv, nodes)| (V::move_text(&position, mv), nodes);
            // In the order of the texts, as other engines write them.
            let mut parts: Vec<(String, u64)> = divided.into_iter().map(text).collect();
            parts.sort();
            (nodes, parts)
        }
        PerftMode::Stats => {
            let (nodes, counts) = perft_stats::<V>(&mut position, depth);
            let names = V::MOVE_KINDS.iter().map(|name| (*name).to_owned());
            (nodes, names.zip(counts).collect())
        }
        PerftMode::Table => return Ok(table::<V>(counter, &position, depth, output)?),
    };
    let elapsed = start.elapsed();
    for (name, count) in parts {
        writeln!(output, "{name}: {count}")?;
    }
    if command.mode != PerftMode::Count {
        writeln!(output)?;
    }
    let (seconds, speed) = (elapsed.as_secs_f64(), Speed(nodes, elapsed));
    writeln!(output, "Nodes searched: {nodes}")?;
    writeln!(output, "Time: {seconds:.3}s, nodes per second: {speed}")?;
    Ok(())
}

/// Each row is written as soon as it is counted.
fn table<V: Variant>(
    counter: Perft,
    position: &V::Position,
    depth: u32,
    output: &mut impl Write,
) -> io::Result<()> {
    writeln!(output, "| Depth | Nodes | Time | Nodes per second |")?;
    writeln!(output, "|---|---|---|---|")?;
    for depth in 1..=depth {
        let start = Instant::now();
        let nodes = counter.count::<V>(position, depth);
        let elapsed = start.elapsed();
        let (seconds, speed) = (elapsed.as_secs_f64(), Speed(nodes, elapsed));
        let nodes = Grouped(nodes);
        writeln!(output, "| {depth} | {nodes} | {seconds:.3}s | {speed} |")?;
        output.flush()?;
    }
    Ok(())
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
