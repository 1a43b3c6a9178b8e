//! The dialogue of one check, kept whole unless it is very long.

use std::time::Instant;

/// Lines kept from the start and from the end of a long dialogue.
const HEAD: usize = 80;
const TAIL: usize = 160;

/// Bytes kept of one line.
const LINE: usize = 400;

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

    /// Notes a line: `<<` to the engine, `>>` from it, `--` a remark.
    pub(super) fn note(&mut self, direction: &str, text: &str, at: Instant) {
        let seconds = at.saturating_duration_since(self.started).as_secs_f64();
        let mut shown: String = text.chars().take(LINE).collect();
        if shown.len() < text.len() {
            shown.push('…');
        }
        self.lines
            .push(format!("{seconds:9.3} {direction} {shown}"));
        // Twice the tail, so that lines are rarely moved.
        if self.lines.len() > HEAD + 2 * TAIL {
            self.lines.drain(HEAD..HEAD + TAIL);
            "        … lines left out".clone_into(&mut self.lines[HEAD]);
        }
    }

    pub(super) fn lines(&self) -> Vec<String> {
        self.lines.clone()
    }
}
