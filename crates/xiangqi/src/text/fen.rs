//! FEN: positions as text.
//!
//! Two to six fields are read: placement, side to move, two that chess needs and xiangqi leaves
//! empty, and the clocks. Six are written. Horses and elephants are read as `n`, `b` or `h`, `e`,
//! red's turn as `w` or `r`.

use game::{FenFields, FenProblem, fen_placement};

use crate::position::{InvalidPosition, Placement, Position};
use crate::types::color::Color;
use crate::types::piece::Piece;
use crate::types::square::{File, Rank, Square};

/// Why a FEN was not accepted.
pub type FenError = game::FenError<InvalidPosition>;

const PLACEMENT: &str = "piece placement";
const SIDE: &str = "side to move";
const UNUSED: &str = "unused field";
const HALFMOVE_CLOCK: &str = "halfmove clock";
const MOVE_NUMBER: &str = "move number";

impl Position {
    /// The start position.
    pub const START_FEN: &'static str =
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

    /// Reads a FEN of two to six fields.
    ///
    /// # Errors
    /// Names the field and the text that is wrong.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        let mut fields = FenFields::new(fen);
        let placement = fields.required(PLACEMENT)?;
        let board = read_placement(placement)?;
        let side_text = fields.required(SIDE)?;
        let side = match side_text {
            "w" | "W" | "r" | "R" => Color::Red,
            "b" | "B" => Color::Black,
            other => return Err(FenError::malformed(SIDE, other, "w or b")),
        };
        for _ in 0..2 {
            if let Some(token) = fields.optional().filter(|&token| token != "-") {
                return Err(FenError::malformed(UNUSED, token, "-"));
            }
        }
        let halfmove_clock = fields.number(HALFMOVE_CLOCK)?.unwrap_or(0);
        let fullmove_number = fields.number(MOVE_NUMBER)?.unwrap_or(1);
        fields.end(MOVE_NUMBER)?;
        let placed = Placement {
            board,
            side,
            halfmove_clock,
            fullmove_number: fullmove_number.max(1),
        };
        placed.validate().map_err(|reason| {
            let (field, token) = match reason {
                InvalidPosition::OpponentInCheck => (SIDE, side_text),
                _ => (PLACEMENT, placement),
            };
            FenError::new(field, token, FenProblem::Invalid(reason))
        })
    }

    /// The FEN of this position, with all six fields.
    #[must_use]
    pub fn fen(&self) -> String {
        let letter = |square| self.piece_on(square).map(Piece::letter);
        let placement = fen_placement(Rank::ALL.into_iter().rev().map(|rank| {
            let squares = File::ALL.map(|file| Square::new(file, rank));
            squares.map(letter)
        }));
        let (side, clock) = (self.side_to_move().letter(), self.halfmove_clock());
        format!("{placement} {side} - - {clock} {}", self.fullmove_number())
    }
}

/// Reads the placement; Fairy-Stockfish's empty hand (`[]`) may follow it.
fn read_placement(text: &str) -> Result<[Option<Piece>; 90], FenError> {
    let mut board = [None; 90];
    let ranks: Vec<&str> = text.strip_suffix("[]").unwrap_or(text).split('/').collect();
    if ranks.len() != Rank::COUNT {
        return Err(FenError::malformed(
            PLACEMENT,
            text,
            "ten ranks, with / between them",
        ));
    }
    for (rank_text, rank) in ranks.into_iter().zip(Rank::ALL.into_iter().rev()) {
        let mut file = 0;
        for letter in rank_text.chars() {
            if let Some(empty @ 1..=9) = letter.to_digit(10) {
                file += empty as usize;
            } else if let Some(piece) = Piece::from_letter(letter) {
                if file < File::COUNT {
                    board[Square::new(File::from_index(file), rank).index()] = Some(piece);
                }
                file += 1;
            } else {
                return Err(FenError::malformed(
                    PLACEMENT,
                    rank_text,
                    "pieces are KABNRCP, in lower case for black",
                ));
            }
        }
        if file != File::COUNT {
            return Err(FenError::malformed(
                PLACEMENT,
                rank_text,
                "each rank has nine squares",
            ));
        }
    }
    Ok(board)
}

#[cfg(test)]
mod tests {
    use game::FenProblem;

    use super::{FenError, InvalidPosition, Position};
    use crate::{Color, Piece, Square};

    fn round_trip(fen: &str) -> String {
        Position::from_fen(fen).unwrap().fen()
    }

    #[test]
    fn fields_are_read_and_written_back() {
        for fen in [
            Position::START_FEN,
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
            "4k4/9/9/9/9/9/9/9/4p4/3K5 b - - 99 150",
        ] {
            assert_eq!(round_trip(fen), fen);
        }
        for short in [
            "4k4/9/9/9/9/9/9/9/9/3K5 w",
            "4k4/9/9/9/9/9/9/9/9/3K5[] r - -",
        ] {
            assert_eq!(round_trip(short), "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1");
        }
        assert_eq!(
            round_trip("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r - - 0 1"),
            Position::START_FEN
        );
    }

    #[test]
    fn errors_name_the_field_and_the_token() {
        let bare = "3k5/9/9/9/9/9/9/9/9/4K4";
        for (fen, message) in [
            (String::new(), "FEN ends before its piece placement"),
            (bare.to_owned(), "FEN ends before its side to move"),
            (
                format!("{bare} x"),
                "bad side to move in FEN: \"x\" (w or b)",
            ),
            (
                format!("{bare} w KQ"),
                "bad unused field in FEN: \"KQ\" (-)",
            ),
            (
                format!("{bare} w - - x"),
                "bad halfmove clock in FEN: \"x\" (a number from 0)",
            ),
            (
                format!("{bare} w - - 0 1 2"),
                "FEN goes on after its move number: \"2\"",
            ),
            (
                bare.replace("4K4", "4K3") + " w",
                "bad piece placement in FEN: \"4K3\" (each rank has nine squares)",
            ),
            (
                bare.replace("4K4", "4KQ3") + " w",
                "bad piece placement in FEN: \"4KQ3\" (pieces are KABNRCP, in lower case for black)",
            ),
            (
                "9/9 w".to_owned(),
                "bad piece placement in FEN: \"9/9\" (ten ranks, with / between them)",
            ),
        ] {
            assert_eq!(Position::from_fen(&fen).unwrap_err().to_string(), message);
        }
    }

    fn invalid(fen: &str) -> InvalidPosition {
        match Position::from_fen(fen) {
            Err(FenError {
                problem: FenProblem::Invalid(reason),
                ..
            }) => reason,
            other => panic!("{fen}: {other:?}"),
        }
    }

    #[test]
    fn impossible_positions_are_refused() {
        use InvalidPosition::{Kings, OpponentInCheck, TooMany, Unreachable};
        for (fen, reason) in [
            ("9/9/9/9/9/9/9/9/9/4K4 w", Kings(Color::Black, 0)),
            ("4k4/9/9/9/9/9/9/9/9/4K4 w", OpponentInCheck),
            ("3k5/9/9/9/9/9/9/9/3R5/4K4 w", OpponentInCheck),
            ("3k5/9/9/RRR6/9/9/9/9/9/4K4 w", TooMany(Piece::RedRook)),
            (
                "3k5/9/9/9/9/9/4K4/9/9/9 w",
                Unreachable(Piece::RedKing, Square::E3),
            ),
            (
                "3k5/9/9/9/9/9/1P7/9/9/4K4 w",
                Unreachable(Piece::RedPawn, Square::B3),
            ),
            (
                "3k5/9/p8/9/9/9/9/9/9/4K4 w",
                Unreachable(Piece::BlackPawn, Square::A7),
            ),
            (
                "3k5/3a5/9/9/9/9/9/9/9/4K4 w",
                Unreachable(Piece::BlackAdvisor, Square::D8),
            ),
            (
                "3k5/9/9/9/2B6/9/9/9/9/4K4 w",
                Unreachable(Piece::RedElephant, Square::C5),
            ),
        ] {
            assert_eq!(invalid(fen), reason, "{fen}");
        }
    }
}
