//! The recent dialogue with an engine, kept for fault reports.

use std::collections::VecDeque;
use std::fmt;
use std::time::Instant;

use support::printable;

use super::Line;

/// Longer lines are truncated to this.
const MAX_LINE: usize = 4096;

/// A ring buffer of the most recent lines in one direction.
pub(super) struct Ring {
    lines: VecDeque<Line>,
    capacity: usize,
}

impl Ring {
    pub(super) fn new(capacity: usize) -> Self {
        Self {
            lines: VecDeque::with_capacity(capacity),
            capacity,
        }
    }

    pub(super) fn push(&mut self, text: &str, at: Instant) {
        let mut kept = if self.lines.len() >= self.capacity {
            self.lines
                .pop_front()
                .map_or_else(String::new, |old| old.text)
        } else {
            String::new()
        };
        kept.clear();
        let end = text.floor_char_boundary_at(MAX_LINE);
        kept.push_str(&text[..end]);
        self.lines.push_back(Line { text: kept, at });
    }

    pub(super) fn to_vec(&self) -> Vec<Line> {
        self.lines.iter().cloned().collect()
    }
}

/// The last character boundary at or before an index.
trait FloorCharBoundary {
    fn floor_char_boundary_at(&self, index: usize) -> usize;
}

impl FloorCharBoundary for str {
    fn floor_char_boundary_at(&self, index: usize) -> usize {
        let mut end = index.min(self.len());
        while !self.is_char_boundary(end) {
            end -= 1;
        }
        end
    }
}

/// The most recent commands, output lines and standard error. Prints as one dialogue with times.
#[derive(Clone, Debug)]
pub struct Transcript {
    /// When the engine was started: the zero of the printed times.
    pub started: Instant,
    /// The last commands sent, oldest first.
    pub commands: Vec<Line>,
    /// The last lines received, oldest first.
    pub output: Vec<Line>,
    /// The end of standard error.
    pub stderr: String,
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let commands = self.commands.iter().map(|line| (line, "<<"));
        let output = self.output.iter().map(|line| (line, ">>"));
        let mut dialogue: Vec<_> = commands.chain(output).collect();
        dialogue.sort_by_key(|(line, _)| line.at);
        writeln!(
            f,
            "dialogue (seconds since start, << to the engine, >> from it):"
        )?;
        for (line, direction) in dialogue {
            let seconds = line
                .at
                .saturating_duration_since(self.started)
                .as_secs_f64();
            writeln!(f, "{seconds:12.6} {direction} {}", printable(&line.text))?;
        }
        writeln!(f, "\nend of standard error:")?;
        writeln!(f, "{}", printable(self.stderr.trim_end()))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::{MAX_LINE, Ring};

    #[test]
    fn a_ring_keeps_the_last_lines_and_cuts_long_ones() {
        let mut ring = Ring::new(2);
        let long = "é".repeat(MAX_LINE);
        for text in ["one", "two", &long] {
            ring.push(text, Instant::now());
        }
        let kept = ring.to_vec();
        assert_eq!((kept.len(), kept[0].text.as_str()), (2, "two"));
        assert_eq!(kept[1].text.len(), MAX_LINE);
    }
}
