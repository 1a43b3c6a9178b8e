//! Positions from a text, one to a line.

use game::Facts;
use pgn::Epd;

use crate::draw::Opening;

/// Positions, kept as text because a position takes far more memory.
#[derive(Clone, Debug)]
pub(super) struct Positions {
    text: String,
    /// Number and start of each line with a position.
    lines: Vec<(u32, u32)>,
}

impl Positions {
    /// `None` if the text and the list of its lines take more bytes than `limit`.
    pub(super) fn new(text: String, limit: usize) -> Option<Self> {
        let base = text.as_ptr() as usize;
        let most = limit.checked_sub(text.len())? / size_of::<(u32, u32)>();
        let mut lines = Vec::new();
        for (number, line) in (1..).zip(text.lines().map(str::trim)) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if lines.len() == most {
                return None;
            }
            let start = line.as_ptr() as usize - base;
            lines.push((number, u32::try_from(start).ok()?));
        }
        Some(Self { text, lines })
    }

    pub(super) const fn len(&self) -> usize {
        self.lines.len()
    }

    /// The number of a position's line in the text, from 1.
    pub(super) fn line(&self, number: usize) -> u32 {
        self.lines[number].0
    }

    pub(super) fn opening<R: Facts>(&self, number: usize) -> Result<Opening<R>, String> {
        let (_, start) = self.lines[number];
        let line = self.text[start as usize..].lines().next().unwrap_or("");
        let epd = Epd::<R>::parse(line.trim_end()).map_err(|error| error.to_string())?;
        Ok(Opening {
            start: epd.position,
            moves: Vec::new(),
        })
    }
}
