//! Positions from a text, one to a line.

use pgn::Epd;

use crate::OpeningRules;
use crate::draw::Opening;

/// Positions, kept as text because a position takes far more memory.
#[derive(Clone, Debug)]
pub(super) struct Positions {
    text: String,
    /// Number, start and end of each line with a position.
    lines: Vec<(u32, usize, usize)>,
}

impl Positions {
    pub(super) fn new(text: String) -> Self {
        let base = text.as_ptr() as usize;
        let lines = (1..)
            .zip(text.lines().map(str::trim))
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .map(|(number, line)| {
                let start = line.as_ptr() as usize - base;
                (number, start, start + line.len())
            })
            .collect();
        Self { text, lines }
    }

    pub(super) const fn len(&self) -> usize {
        self.lines.len()
    }

    /// The number of a position's line in the text, from 1.
    pub(super) fn line(&self, number: usize) -> u32 {
        self.lines[number].0
    }

    pub(super) fn opening<R: OpeningRules>(&self, number: usize) -> Result<Opening<R>, String> {
        let (_, start, end) = self.lines[number];
        let epd = Epd::<R>::parse(&self.text[start..end]).map_err(|error| error.to_string())?;
        Ok(Opening {
            start: epd.position,
            moves: Vec::new(),
        })
    }
}
