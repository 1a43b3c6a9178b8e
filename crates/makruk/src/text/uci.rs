//! Moves as UCI writes them: the squares from and to, and `m` for a promotion.

use chess::{MoveError, Square};

use crate::position::Position;
use crate::types::moves::Move;

impl Position {
    /// Reads a legal move in UCI's spelling. The letter of a promotion may be missing, because a pawn
    /// has no choice; letters may be in upper case.
    ///
    /// # Errors
    /// If the text is not a move, or no legal one.
    pub fn parse_uci(&self, text: &str) -> Result<Move, MoveError> {
        let malformed = || MoveError::Malformed(text.to_owned());
        let lower = text.to_ascii_lowercase();
        let square = |at: usize| -> Option<Square> { lower.get(at..at + 2)?.parse().ok() };
        let from = square(0).ok_or_else(malformed)?;
        let to = square(2).ok_or_else(malformed)?;
        let promotes = match lower.get(4..) {
            Some("") => None,
            Some("m") => Some(true),
            _ => return Err(malformed()),
        };
        self.find_move(from, to)
            .filter(|mv| promotes.is_none_or(|promotes| mv.promotes() == promotes))
            .ok_or_else(|| MoveError::Illegal(text.to_owned()))
    }

    /// A move in UCI's spelling.
    #[must_use]
    pub fn uci(&self, mv: Move) -> String {
        mv.to_string()
    }

    /// The legal move between two squares, if there is one.
    pub(super) fn find_move(&self, from: Square, to: Square) -> Option<Move> {
        if from == to {
            return None;
        }
        [Move::new(from, to), Move::promoting(from, to)]
            .into_iter()
            .find(|&mv| self.is_pseudo_legal(mv) && self.is_legal(mv))
    }
}

#[cfg(test)]
mod tests {
    use super::{MoveError, Position};

    #[test]
    fn moves_round_trip_and_bad_ones_are_told_apart() {
        let position = Position::from_fen("4k3/8/8/3pP3/8/8/8/R3K3 w - - 0 1").unwrap();
        for mv in &position.legal_moves() {
            assert_eq!(position.parse_uci(&position.uci(*mv)), Ok(*mv));
        }
        let promotion = position.parse_uci("E5E6").unwrap();
        assert!(promotion.promotes());
        assert_eq!(position.uci(promotion), "e5e6m");
        for text in ["", "e5", "e5e", "e5e6q", "e5e6mm", "€5e6", "0000", "e5e9"] {
            let error = MoveError::Malformed(text.to_owned());
            assert_eq!(position.parse_uci(text), Err(error));
        }
        for text in ["e5d6", "e1e2m", "a1a1", "e5e7", "d5d4", "h1h2"] {
            let error = MoveError::Illegal(text.to_owned());
            assert_eq!(position.parse_uci(text), Err(error));
        }
    }
}
