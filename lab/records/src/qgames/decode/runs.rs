//! Which moves of a game have scores.

use super::{BlockDecoder, take_count};
use game::Codes;

/// Decodes the runs of moves with and without scores.
pub(super) struct Runs {
    scored: bool,
    left: usize,
    stored: usize,
}

impl Runs {
    /// Starts at the first move of a game.
    pub(super) fn new<R: Codes>(
        decoder: &mut BlockDecoder<'_, R>,
        plies: usize,
    ) -> Result<Self, String> {
        let left = take_count(&mut decoder.scored)?;
        let stored = take_count(&mut decoder.scored)?;
        if left > plies {
            return Err("more moves without scores than moves in the game".to_owned());
        }
        Ok(Self {
            scored: false,
            left,
            stored,
        })
    }

    /// Whether the next move has a score.
    #[inline]
    pub(super) fn next(&mut self, column: &mut &[u8]) -> Result<bool, String> {
        while self.left == 0 {
            self.scored = !self.scored;
            self.left = match self.stored {
                0 => usize::MAX,
                _ => take_count(column)?,
            };
            self.stored = self.stored.saturating_sub(1);
        }
        self.left -= 1;
        Ok(self.scored)
    }
}
