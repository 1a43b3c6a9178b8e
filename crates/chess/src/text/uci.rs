//! Moves as UCI writes them: the squares from and to, and the letter of a promotion.

use game::error_enum;

use crate::position::Position;
use crate::types::castling::castled;
use crate::types::moves::{Move, MoveKind};
use crate::types::piece::{Piece, PieceType};
use crate::types::square::Square;

error_enum! {
    /// Why a move's text was not accepted.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum MoveError {
        /// The text does not have the form of a move.
        Malformed(text: String) => "not a move: {text:?}";
        /// No legal move of the position fits the text.
        Illegal(text: String) => "not a legal move here: {text:?}";
        /// More than one legal move of the position fits the text.
        Ambiguous(text: String) => "more than one legal move fits {text:?}";
    }
}

impl Position {
    /// Reads a legal move in UCI's spelling. Castling may be written both ways, as the king's two
    /// steps (`e1g1`) or as the king taking its rook (`e1h1`); letters may be in upper case.
    ///
    /// # Errors
    /// If the text is not a move, or no legal one.
    pub fn parse_uci(&self, text: &str) -> Result<Move, MoveError> {
        let malformed = || MoveError::Malformed(text.to_owned());
        let lower = text.to_ascii_lowercase();
        let square = |at: usize| -> Option<Square> { lower.get(at..at + 2)?.parse().ok() };
        let from = square(0).ok_or_else(malformed)?;
        let to = square(2).ok_or_else(malformed)?;
        let promotion = match lower.get(4..).unwrap_or_default() {
            "" => None,
            "n" => Some(PieceType::Knight),
            "b" => Some(PieceType::Bishop),
            "r" => Some(PieceType::Rook),
            "q" => Some(PieceType::Queen),
            _ => return Err(malformed()),
        };
        self.find_move(from, to, promotion)
            .ok_or_else(|| MoveError::Illegal(text.to_owned()))
    }

    /// A move in UCI's spelling; castling as the king's two steps, or in Chess960 as the king
    /// taking its rook.
    pub fn uci(&self, mv: Move) -> String {
        if mv.kind() == MoveKind::Castle && !self.is_chess960() {
            format!("{}{}", mv.from(), castled(mv.from(), mv.to()).0)
        } else {
            mv.to_string()
        }
    }

    /// The legal move between two squares, if there is one.
    pub(super) fn find_move(
        &self,
        from: Square,
        to: Square,
        promotion: Option<PieceType>,
    ) -> Option<Move> {
        let piece = self.piece_on(from)?;
        let mv = match (promotion, piece.kind()) {
            (Some(kind), PieceType::Pawn) => Move::new(from, to, MoveKind::promoting_to(kind)?),
            (Some(_), _) => return None,
            (None, PieceType::Pawn) => Move::new(from, to, self.pawn_move_kind(from, to)),
            (None, PieceType::King) => self.king_move(from, to),
            (None, _) => Move::new(from, to, MoveKind::Normal),
        };
        (self.is_pseudo_legal(mv) && self.is_legal(mv)).then_some(mv)
    }

    fn pawn_move_kind(&self, from: Square, to: Square) -> MoveKind {
        if from.rank().index().abs_diff(to.rank().index()) == 2 {
            MoveKind::DoublePush
        } else if from.file() != to.file() && self.en_passant() == Some(to) {
            MoveKind::EnPassant
        } else {
            MoveKind::Normal
        }
    }

    /// A king's move onto an own rook is castling; so is one that is no single step and ends
    /// where castling ends.
    fn king_move(&self, from: Square, to: Square) -> Move {
        let us = self.side_to_move();
        if self.piece_on(to) == Some(Piece::new(us, PieceType::Rook)) {
            return Move::new(from, to, MoveKind::Castle);
        }
        let is_step = crate::king_attacks(from).has(to);
        let rook = (self.castling().rooks(us))
            .into_iter()
            .find(|&rook| !is_step && castled(from, rook).0 == to);
        match rook {
            Some(rook) => Move::new(from, rook, MoveKind::Castle),
            None => Move::new(from, to, MoveKind::Normal),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MoveError, Position};

    #[test]
    fn both_spellings_of_castling_are_read() {
        let position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        for (short, rook) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
            let mv = position.parse_uci(short).unwrap();
            assert_eq!(position.parse_uci(rook), Ok(mv));
            assert_eq!(position.uci(mv), short);
            let mut chess960 = position.clone();
            chess960.set_chess960(true);
            assert_eq!(chess960.uci(mv), rook);
        }
        assert_eq!(position.parse_uci("E1G1"), position.parse_uci("e1g1"));
    }

    #[test]
    fn a_single_step_of_the_king_is_never_castling() {
        // The king on f1 may step to g1 or castle there with the rook on h1.
        let position = Position::from_fen("4k3/8/8/8/8/8/8/5K1R w H - 0 1").unwrap();
        assert_eq!(position.parse_uci("f1g1").unwrap().to_string(), "f1g1");
        assert_eq!(position.parse_uci("f1h1").unwrap().to_string(), "f1h1");
    }

    #[test]
    fn bad_moves_are_told_apart() {
        let position = Position::start();
        for text in [
            "", "e2", "e2e", "e2e9", "e2e4x", "e7e8k", "€2e4", "0000", "e2e4 ",
        ] {
            assert_eq!(
                position.parse_uci(text),
                Err(MoveError::Malformed(text.to_owned()))
            );
        }
        for text in ["e2e5", "e7e5", "e1g1", "e3e4", "e2e4q", "g1f3n"] {
            assert_eq!(
                position.parse_uci(text),
                Err(MoveError::Illegal(text.to_owned()))
            );
        }
    }
}
