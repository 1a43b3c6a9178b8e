//! A `position` command and the position it sets up.

use chess::Position;

use crate::check::Stop;

/// A `position` command and its position.
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
        let position = position.map_err(|error| Stop::Fail(format!("invalid check: {error}")))?;
        Ok(Self {
            command: format!("position fen {fen}"),
            position,
        })
    }

    /// The same position in Chess960 mode, where castling is king takes rook.
    pub(super) fn chess960(mut self) -> Self {
        self.position.set_chess960(true);
        self
    }

    /// Plays moves, separated by spaces.
    pub(super) fn moves(mut self, moves: &str) -> Result<Self, Stop> {
        for text in moves.split(' ') {
            let mv = self.position.parse_uci(text);
            let mv = mv.map_err(|error| Stop::Fail(format!("invalid check: {error}")))?;
            self.position.play(mv);
        }
        self.command.push_str(" moves ");
        self.command.push_str(moves);
        Ok(self)
    }
}
