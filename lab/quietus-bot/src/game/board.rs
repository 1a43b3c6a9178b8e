//! The moves of a game as the server lists them, followed by our own rules.

use chess::{Color, Move, Position};
use uci::PositionCommand;

use crate::config::Variant;

/// How Lichess writes that a game begins at the usual start.
const USUAL_START: &str = "startpos";

/// A game's moves.
pub(crate) struct Board {
    start: Position,
    position: Position,
    /// The moves as the server spells them.
    list: Vec<String>,
    moves: Vec<Move>,
    /// The moves as the engine reads them.
    spelled: Vec<String>,
    /// Grows with each change of the moves: the same moves after a takeback are another state.
    version: u64,
}

impl Board {
    /// The board before the first move.
    ///
    /// # Errors
    /// If the position is none of chess.
    pub(crate) fn new(fen: Option<&str>, variant: Variant) -> Result<Self, String> {
        let mut start = match fen {
            None | Some("" | USUAL_START) => Position::start(),
            Some(fen) => Position::from_fen(fen).map_err(|error| error.to_string())?,
        };
        if variant == Variant::Chess960 {
            start.set_chess960(true);
        }
        Ok(Self {
            position: start.clone(),
            start,
            list: Vec::new(),
            moves: Vec::new(),
            spelled: Vec::new(),
            version: 0,
        })
    }

    /// Takes over the server's list.
    ///
    /// # Errors
    /// If a move is not legal; the board is then as before.
    pub(crate) fn update(&mut self, moves: &str) -> Result<(), String> {
        let list: Vec<&str> = moves.split_ascii_whitespace().collect();
        let same = self
            .list
            .iter()
            .zip(&list)
            .take_while(|(old, new)| old == new);
        let same = same.count();
        if same == list.len() && same == self.list.len() {
            return Ok(());
        }
        let mut next = Self {
            start: self.start.clone(),
            position: self.position.clone(),
            list: list.iter().map(|&text| text.to_owned()).collect(),
            moves: self.moves.clone(),
            spelled: self.spelled.clone(),
            version: self.version,
        };
        let mut from = same;
        if same < self.list.len() {
            // Takebacks and other spellings are rare: play it all again.
            from = 0;
            next.position = self.start.clone();
            next.moves.clear();
            next.spelled.clear();
        }
        for text in &list[from..] {
            let mv = next.position.parse_uci(text);
            let mv = mv.map_err(|error| error.to_string())?;
            next.spelled.push(next.position.uci(mv));
            next.position.play(mv);
            next.moves.push(mv);
        }
        // The other spelling of castling changes nothing.
        if next.moves != self.moves {
            next.version += 1;
        }
        *self = next;
        Ok(())
    }

    pub(crate) fn version(&self) -> u64 {
        self.version
    }

    pub(crate) fn start(&self) -> &Position {
        &self.start
    }

    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    pub(crate) fn moves(&self) -> &[Move] {
        &self.moves
    }

    pub(crate) fn side_to_move(&self) -> Color {
        self.position.side_to_move()
    }

    pub(crate) fn is_chess960(&self) -> bool {
        self.start.is_chess960()
    }

    /// The position as the engine is told it.
    pub(crate) fn command(&self) -> PositionCommand {
        let fen = self.start.fen();
        PositionCommand {
            fen: Some(fen).filter(|fen| *fen != Position::start().fen()),
            moves: self.spelled.clone(),
        }
    }

    /// The move of an engine in the server's spelling, if it is legal.
    pub(crate) fn spelling(&self, text: &str) -> Option<String> {
        let mv = self.position.parse_uci(text).ok()?;
        Some(self.position.uci(mv))
    }
}

#[cfg(test)]
mod tests {
    use super::{Board, Variant};

    fn board() -> Board {
        Board::new(Some("startpos"), Variant::Standard).unwrap()
    }

    #[test]
    fn both_spellings_of_castling_are_the_same_moves() {
        let mut board = board();
        let moves = "e2e4 e7e5 g1f3 g8f6 f1c4 f8c5";
        board.update(&format!("{moves} e1h1")).unwrap();
        let version = board.version();
        board.update(&format!("{moves} e1g1")).unwrap();
        assert_eq!(board.version(), version);
        assert_eq!(board.command().moves.last().unwrap(), "e1g1");
        let mut chess960 = Board::new(None, Variant::Chess960).unwrap();
        chess960.update(&format!("{moves} e1g1")).unwrap();
        assert_eq!(chess960.command().moves.last().unwrap(), "e1h1");
        assert_eq!(chess960.spelling("e8e7").as_deref(), Some("e8e7"));
    }

    #[test]
    fn takebacks_are_new_states() {
        let mut board = board();
        let mut versions = vec![board.version()];
        for moves in ["e2e4", "e2e4 e7e5", "e2e4", "e2e4 e7e5", ""] {
            board.update(moves).unwrap();
            assert!(!versions.contains(&board.version()), "{moves}");
            versions.push(board.version());
            board.update(moves).unwrap();
            assert_eq!(Some(&board.version()), versions.last());
        }
        assert_eq!(board.moves().len(), 0);
    }

    #[test]
    fn illegal_lists_change_nothing() {
        let mut board = board();
        board.update("e2e4").unwrap();
        for bad in ["e2e4 e7e4", "e2e5", "e2e4 \u{1b}[2J", "e2e4 e7e5q", "é"] {
            assert!(board.update(bad).is_err(), "{bad}");
        }
        assert_eq!(board.command().moves, ["e2e4"]);
        assert!(Board::new(Some("8/8/8 w"), Variant::FromPosition).is_err());
    }
}
