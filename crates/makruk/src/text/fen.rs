//! FEN: positions as text, as Fairy-Stockfish writes them.
//!
//! Placement, side to move, an unused field, and the count: its limit and the plies counted. Without a
//! count the limit is `-`, and plies since the last capture or pawn move stand in the place of those
//! counted. The number of the move is the last field. From two to six fields are read.

use chess::{Color, File, Rank, Square};
use game::{FenFields, FenProblem, fen_placement};

use crate::position::{Count, InvalidPosition, Placement, Position};
use crate::types::piece::Piece;

/// Why a FEN was not accepted.
pub type FenError = game::FenError<InvalidPosition>;

const PLACEMENT: &str = "piece placement";
const SIDE: &str = "side to move";
const UNUSED: &str = "unused field";
const LIMIT: &str = "counting limit";
const PLIES: &str = "counted plies";
const MOVE_NUMBER: &str = "move number";

impl Position {
    /// The start position.
    pub const START_FEN: &'static str = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";

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
            "w" | "W" => Color::White,
            "b" | "B" => Color::Black,
            other => return Err(FenError::malformed(SIDE, other, "w or b")),
        };
        if let Some(token) = fields.optional().filter(|&token| token != "-") {
            return Err(FenError::malformed(UNUSED, token, "-"));
        }
        let limit = match fields.optional() {
            None | Some("-") => 0,
            Some(text) => text
                .parse()
                .map_err(|_| FenError::malformed(LIMIT, text, "plies or -"))?,
        };
        let plies = fields.number(PLIES)?.unwrap_or(0);
        let fullmove_number = fields.number(MOVE_NUMBER)?.unwrap_or(1);
        fields.end(MOVE_NUMBER)?;
        let (count, quiet_plies) = match limit {
            0 => (Count::default(), plies),
            _ => (Count { limit, plies }, 0),
        };
        let placed = Placement {
            board,
            side,
            count,
            quiet_plies,
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
        let placement = fen_placement(
            { Rank::ALL.into_iter().rev() }
                .map(|rank| File::ALL.map(|file| letter(Square::new(file, rank)))),
        );
        let (limit, plies) = match self.count() {
            count if count.is_on() => (count.limit.to_string(), u32::from(count.plies)),
            _ => ("-".to_owned(), self.quiet_plies()),
        };
        let (side, number) = (self.side_to_move().letter(), self.fullmove_number());
        format!("{placement} {side} - {limit} {plies} {number}")
    }
}

/// Reads the placement; Fairy-Stockfish's empty hand (`[]`) may follow it.
fn read_placement(text: &str) -> Result<[Option<Piece>; 64], FenError> {
    let malformed = |token, expected| FenError::malformed(PLACEMENT, token, expected);
    let mut board = [None; 64];
    let ranks: Vec<&str> = text.strip_suffix("[]").unwrap_or(text).split('/').collect();
    if ranks.len() != Rank::COUNT {
        return Err(malformed(text, "eight ranks, with / between them"));
    }
    for (rank_text, rank) in ranks.into_iter().zip(Rank::ALL.into_iter().rev()) {
        let mut file = 0;
        for letter in rank_text.chars() {
            if let Some(empty @ 1..=8) = letter.to_digit(10) {
                file += empty as usize;
            } else if let Some(piece) = Piece::from_letter(letter) {
                if file < File::COUNT {
                    board[Square::new(File::from_index(file), rank).index()] = Some(piece);
                }
                file += 1;
            } else {
                let expected = "pieces are KMSNRP, in lower case for black";
                return Err(malformed(rank_text, expected));
            }
        }
        if file != File::COUNT {
            return Err(malformed(rank_text, "each rank has eight squares"));
        }
    }
    Ok(board)
}

#[cfg(test)]
mod tests {
    use super::Position;

    #[test]
    fn fields_are_read_and_written_back() {
        for fen in [
            Position::START_FEN,
            "8/k7/7M/8/6K1/8/2s5/8 b - 128 7 183",
            "8/8/2K1k3/8/8/8/7M/8 b - 44 45 206",
            "1n6/5K2/8/5R2/8/8/7k/8 b - - 12 9",
        ] {
            assert_eq!(Position::from_fen(fen).unwrap().fen(), fen);
        }
        for short in ["8/8/4k3/8/8/4K3/8/R7 w", "8/8/4k3/8/8/4K3/8/R7[] W - 0 0 0"] {
            let fen = "8/8/4k3/8/8/4K3/8/R7 w - - 0 1";
            assert_eq!(Position::from_fen(short).unwrap().fen(), fen);
        }
    }

    #[test]
    fn errors_name_the_field_and_the_token() {
        let bare = "8/8/4k3/8/8/4K3/8/8";
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
                format!("{bare} w - x"),
                "bad counting limit in FEN: \"x\" (plies or -)",
            ),
            (
                format!("{bare} w - 64 -1"),
                "bad counted plies in FEN: \"-1\" (a number from 0)",
            ),
            (
                format!("{bare} w - - 0 1 2"),
                "FEN goes on after its move number: \"2\"",
            ),
            (
                bare.replace("4K3", "4K4") + " w",
                "bad piece placement in FEN: \"4K4\" (each rank has eight squares)",
            ),
            (
                bare.replace("4K3", "4KQ2") + " w",
                "bad piece placement in FEN: \"4KQ2\" (pieces are KMSNRP, in lower case for black)",
            ),
            (
                "8/8 w".to_owned(),
                "bad piece placement in FEN: \"8/8\" (eight ranks, with / between them)",
            ),
            (
                "8/8/4k3/8/8/8/8/8 w".to_owned(),
                "impossible piece placement in FEN: \"8/8/4k3/8/8/8/8/8\" (white has 0 kings, not one)",
            ),
            (
                "8/8/4k3/8/8/4K3/P7/8 w".to_owned(),
                "impossible piece placement in FEN: \"8/8/4k3/8/8/4K3/P7/8\" (no pawn can stand on a2)",
            ),
            (
                "8/8/4k3/RRR5/8/4K3/8/8 w".to_owned(),
                "impossible piece placement in FEN: \"8/8/4k3/RRR5/8/4K3/8/8\" (too many pieces 'R')",
            ),
            (
                "8/8/4k3/3M4/8/4K3/8/8 w".to_owned(),
                "impossible side to move in FEN: \"w\" (the side not to move is in check)",
            ),
        ] {
            assert_eq!(Position::from_fen(&fen).unwrap_err().to_string(), message);
        }
    }
}
