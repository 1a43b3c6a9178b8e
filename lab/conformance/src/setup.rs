//! A `position` command and the position it sets up.

use crate::board::Board;
use crate::check::Stop;

/// A `position` command and its position.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    pub(super) command: String,
    pub(super) board: Board,
}

impl Setup {
    /// The same position in Chess960 mode, where castling is king takes rook.
    pub(super) fn chess960(mut self) -> Self {
        let applied = self.board.apply_rule_set("chess960");
        applied.expect("only checks of chess ask for it");
        self
    }

    /// Plays moves, separated by spaces.
    pub(super) fn moves(mut self, moves: &str) -> Result<Self, Stop> {
        let moves = self.board.spell(moves);
        for text in moves.split(' ') {
            let played = self.board.play(text);
            played.map_err(|error| Stop::Fail(format!("invalid check: {error}")))?;
        }
        self.command.push_str(" moves ");
        self.command.push_str(&moves);
        Ok(self)
    }
}
