//! Which moves of a game have scores.

use super::{BlockDecoder, take_count};

/// Tells which moves of a game have scores.
pub(super) struct Runs {
    scored: bool,
    left: usize,
    named: usize,
}

impl Runs {
    /// At the first move of a game of so many.
    pub(super) fn new(decoder: &mut BlockDecoder<'_>, plies: usize) -> Result<Self, String> {
        let left = take_count(&mut decoder.scored)?;
        let named = take_count(&mut decoder.scored)?;
        if left > plies {
            return Err("more moves without scores than moves".to_owned());
        }
        Ok(Self {
            scored: false,
            left,
            named,
        })
    }

    /// Whether the next move has a score.
    #[inline]
    pub(super) fn next(&mut self, column: &mut &[u8]) -> Result<bool, String> {
        while self.left == 0 {
            self.scored = !self.scored;
            self.left = match self.named {
                0 => usize::MAX,
                _ => take_count(column)?,
            };
            self.named = self.named.saturating_sub(1);
        }
        self.left -= 1;
        Ok(self.scored)
    }
}
