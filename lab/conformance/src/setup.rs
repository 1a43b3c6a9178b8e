//! A position as it is told to an engine and as we know it ourselves.

use chess::Position;

use crate::check::Stop;

/// A `position` command and what it means.
#[derive(Clone, Debug)]
pub(super) struct Setup {
    pub(super) command: String,
    pub(super) position: Position,
}

impl Setup {
    pub(super) fn start() -> Self {
        Self {
            command: "position startpos".to_owned(),
            position: Position::start(),
        }
    }

    pub(super) fn fen(fen: &str) -> Result<Self, Stop> {
        let position = Position::from_fen(fen);
        let position = position.map_err(|error| Stop::Fail(format!("bad check: {error}")))?;
        Ok(Self {
            command: format!("position fen {fen}"),
            position,
        })
    }

    /// The same position in Chess960 mode, where castling is spelt as the king taking its rook.
    pub(super) fn chess960(mut self) -> Self {
        self.position.set_chess960(true);
        self
    }

    /// Moves played from there, separated by spaces.
    pub(super) fn moves(mut self, moves: &str) -> Result<Self, Stop> {
        for text in moves.split(' ') {
            let mv = self.position.parse_uci(text);
            let mv = mv.map_err(|error| Stop::Fail(format!("bad check: {error}")))?;
            self.position.play(mv);
        }
        self.command.push_str(" moves ");
        self.command.push_str(moves);
        Ok(self)
    }
}
