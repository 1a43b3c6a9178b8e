//! The dialogue of one check, truncated in the middle if very long.

use std::time::Instant;

/// Lines kept from the start and from the end.
const HEAD: usize = 80;
const TAIL: usize = 160;

/// Characters kept of one line.
const MAX_LINE: usize = 400;

pub(super) struct Dialogue {
    started: Instant,
    lines: Vec<String>,
}

impl Dialogue {
    pub(super) fn new() -> Self {
        Self {
            started: Instant::now(),
            lines: Vec::new(),
        }
    }

    /// Adds a line: `<<` to the engine, `>>` from it, `--` a comment.
    pub(super) fn note(&mut self, direction: &str, text: &str, at: Instant) {
        let seconds = at.saturating_duration_since(self.started).as_secs_f64();
        let mut shown: String = text.chars().take(MAX_LINE).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        self.lines
            .push(format!("{seconds:9.3} {direction} {shown}"));
        // Cut at twice the tail, so that lines are rarely moved.
        if self.lines.len() > HEAD + 2 * TAIL {
            self.lines.drain(HEAD..HEAD + TAIL);
            "        … lines left out".clone_into(&mut self.lines[HEAD]);
        }
    }

    pub(super) fn lines(&self) -> Vec<String> {
        self.lines.clone()
    }
}
