//! FEN: positions as text.
//!
//! Four to six fields are read (the clocks may be missing); six are written. Castling rights are
//! read in all three spellings: `KQkq` for the outermost rooks (X-FEN), file letters as in Shredder
//! (`HAha`), and any mixture. They are written as `KQkq` unless the position is a Chess960 one,
//! where the file letters leave no doubt.

use game::{FenFields, FenProblem, fen_placement};

use crate::position::{InvalidPosition, Placement, Position};
use crate::types::bitboard::Bitboard;
use crate::types::castling::Castling;
use crate::types::color::Color;
use crate::types::piece::{Piece, PieceType};
use crate::types::square::{File, Rank, Square};

/// Why a FEN was not accepted.
pub type FenError = game::FenError<InvalidPosition>;

const PLACEMENT: &str = "piece placement";
const SIDE: &str = "side to move";
const CASTLING: &str = "castling rights";
const EN_PASSANT: &str = "en-passant square";
const RULE_CLOCK: &str = "halfmove clock";
const MOVE_NUMBER: &str = "move number";

impl Position {
    /// The start position of standard chess.
    pub const START_FEN: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    /// Reads a FEN of four to six fields.
    ///
    /// # Errors
    /// Names the field and the text that is wrong.
    pub fn from_fen(fen: &str) -> Result<Self, FenError> {
        let mut fields = FenFields::new(fen);
        let position = read_fields(&mut fields)?;
        fields.end(MOVE_NUMBER)?;
        Ok(position)
    }

    /// The FEN of this position, with all six fields.
    pub fn fen(&self) -> String {
        format!(
            "{} {} {}",
            self.epd_fields(),
            self.halfmove_clock(),
            self.fullmove_number()
        )
    }

    /// The first four fields of the FEN, as EPD has them.
    pub fn epd_fields(&self) -> String {
        let letter = |square| self.piece_on(square).map(Piece::letter);
        let mut text = fen_placement(Rank::ALL.into_iter().rev().map(|rank| {
            let squares = File::ALL.map(|file| Square::new(file, rank));
            squares.map(letter)
        }));
        text.push(' ');
        text.push(self.side_to_move().letter());
        text.push(' ');
        self.write_castling(&mut text);
        text.push(' ');
        match self.en_passant() {
            Some(square) => text.push_str(&square.to_string()),
            None => text.push('-'),
        }
        text
    }

    fn write_castling(&self, text: &mut String) {
        if self.castling().is_none() {
            text.push('-');
            return;
        }
        for color in Color::ALL {
            let mut rooks: Vec<Square> = self.castling().rooks(color).into_iter().collect();
            rooks.reverse();
            for rook in rooks {
                let letter = match (self.is_chess960(), rook > self.king(color)) {
                    (true, _) => rook.file().letter().to_ascii_uppercase(),
                    (false, true) => 'K',
                    (false, false) => 'Q',
                };
                text.push(if color == Color::White {
                    letter
                } else {
                    letter.to_ascii_lowercase()
                });
            }
        }
    }
}

/// Reads the fields of a FEN and leaves what follows them.
fn read_fields(fields: &mut FenFields<'_>) -> Result<Position, FenError> {
    let placement = fields.required(PLACEMENT)?;
    let board = read_placement(placement)?;
    let side_text = fields.required(SIDE)?;
    let side = match side_text {
        "w" | "W" => Color::White,
        "b" | "B" => Color::Black,
        other => return Err(FenError::malformed(SIDE, other, "w or b")),
    };
    let castling_text = fields.required(CASTLING)?;
    let castling = read_castling(castling_text, &board)?;
    let en_passant_text = fields.required(EN_PASSANT)?;
    let en_passant = match en_passant_text {
        "-" => None,
        square => Some(
            square
                .parse()
                .map_err(|_| FenError::malformed(EN_PASSANT, square, "a square or -"))?,
        ),
    };
    let halfmove_clock = fields.number(RULE_CLOCK)?.unwrap_or(0);
    let fullmove_number = fields.number(MOVE_NUMBER)?.unwrap_or(1).max(1);
    let placed = Placement {
        board,
        side,
        castling,
        en_passant,
        halfmove_clock,
        fullmove_number,
    };
    placed.validate().map_err(|reason| {
        let (field, token) = match reason {
            InvalidPosition::Castling(_) => (CASTLING, castling_text),
            InvalidPosition::EnPassant(_) => (EN_PASSANT, en_passant_text),
            InvalidPosition::OpponentInCheck => (SIDE, side_text),
            _ => (PLACEMENT, placement),
        };
        FenError::new(field, token, FenProblem::Invalid(reason))
    })
}

fn read_placement(text: &str) -> Result<[Option<Piece>; 64], FenError> {
    let mut board = [None; 64];
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        return Err(FenError::malformed(
            PLACEMENT,
            text,
            "eight ranks, with / between them",
        ));
    }
    for (rank_text, rank) in ranks.into_iter().zip(Rank::ALL.into_iter().rev()) {
        let mut file = 0;
        for letter in rank_text.chars() {
            if let Some(empty @ 1..=8) = letter.to_digit(10) {
                file += empty as usize;
            } else if let Some(piece) = Piece::from_letter(letter) {
                if file < 8 {
                    board[Square::new(File::from_index(file), rank).index()] = Some(piece);
                }
                file += 1;
            } else {
                return Err(FenError::malformed(
                    PLACEMENT,
                    rank_text,
                    "pieces are PNBRQKpnbrqk",
                ));
            }
        }
        if file != 8 {
            return Err(FenError::malformed(
                PLACEMENT,
                rank_text,
                "each rank has eight squares",
            ));
        }
    }
    Ok(board)
}

/// Finds the rook that each letter means. Whether king and rook stand right is checked with the
/// whole position; here a letter must only name a rook.
fn read_castling(text: &str, board: &[Option<Piece>; 64]) -> Result<Castling, FenError> {
    if text == "-" {
        return Ok(Castling::NONE);
    }
    let mut castling = Castling::NONE;
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        let rank = Rank::First.relative_to(color);
        let on_rank = |kind| -> Bitboard {
            File::ALL
                .map(|file| Square::new(file, rank))
                .into_iter()
                .filter(|square| board[square.index()] == Some(Piece::new(color, kind)))
                .collect()
        };
        let king = on_rank(PieceType::King).first();
        let rooks = on_rank(PieceType::Rook);
        let rook = match letter.to_ascii_lowercase() {
            'k' => rooks.into_iter().last().filter(|&rook| Some(rook) > king),
            'q' => rooks
                .into_iter()
                .next()
                .filter(|&rook| king.is_some_and(|king| rook < king)),
            file => File::from_letter(file)
                .map(|file| Square::new(file, rank))
                .filter(|&square| rooks.has(square)),
        };
        let rook =
            rook.ok_or_else(|| FenError::malformed(CASTLING, text, "KQkq or files of rooks"))?;
        castling = castling.and(Castling::with_rook(color, rook.file()));
    }
    Ok(castling)
}

#[cfg(test)]
mod tests {
    use game::FenProblem;

    use super::{FenError, InvalidPosition, Position};
    use crate::{Color, Square};

    fn round_trip(fen: &str) -> String {
        Position::from_fen(fen).unwrap().fen()
    }

    #[test]
    fn fields_are_read_and_written_back() {
        for fen in [
            Position::START_FEN,
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
            "8/8/8/4k3/8/8/4P3/4K3 b - - 99 150",
            "1r2k1r1/8/8/8/8/8/8/R3K1R1 b GAgb - 3 9",
        ] {
            assert_eq!(round_trip(fen), fen);
        }
        assert_eq!(
            round_trip("8/8/8/4k3/8/8/4P3/4K3 w - -"),
            "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1"
        );
        assert_eq!(
            round_trip("8/8/8/4k3/8/8/4P3/4K3 w - - 5"),
            "8/8/8/4k3/8/8/4P3/4K3 w - - 5 1"
        );
    }

    #[test]
    fn en_passant_square_is_kept_only_when_a_capture_is_legal() {
        for (fen, kept) in [
            (
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
                None,
            ),
            ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", Some(Square::E3)),
            // Both pawns would leave the rank and open it.
            ("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", None),
            // The capturing pawn is pinned on its file.
            ("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", None),
        ] {
            assert_eq!(Position::from_fen(fen).unwrap().en_passant(), kept, "{fen}");
        }
    }

    #[test]
    fn castling_letters_find_their_rooks() {
        let standard = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        for letters in ["HAha", "KAhq", "qkQK"] {
            let fen = format!("r3k2r/8/8/8/8/8/8/R3K2R w {letters} - 0 1");
            assert_eq!(Position::from_fen(&fen).unwrap(), standard);
        }
        // K means the outermost rook; the inner one needs its letter.
        let outer = Position::from_fen("4k3/8/8/8/8/8/8/4KR1R w K - 0 1").unwrap();
        let inner = Position::from_fen("4k3/8/8/8/8/8/8/4KR1R w F - 0 1").unwrap();
        assert_eq!(outer.castling().rooks(Color::White), Square::H1.into());
        assert_eq!(inner.castling().rooks(Color::White), Square::F1.into());
        assert!(inner.is_chess960() && !outer.is_chess960());
    }

    #[test]
    fn errors_name_the_field_and_the_token() {
        for (fen, message) in [
            ("", "FEN ends before its piece placement"),
            (
                "8/8/8/8/8/8/8/8 w -",
                "FEN ends before its en-passant square",
            ),
            (
                "4k3/8/8/8/8/8/8/4K2X w - -",
                "bad piece placement in FEN: \"4K2X\" (pieces are PNBRQKpnbrqk)",
            ),
            (
                "4k3/8/8/8/8/8/8/4K4 w - -",
                "bad piece placement in FEN: \"4K4\" (each rank has eight squares)",
            ),
            (
                "4k3/8/8/8/8/8/4K3 w - -",
                "bad piece placement in FEN: \"4k3/8/8/8/8/8/4K3\" (eight ranks, with / between them)",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 x - -",
                "bad side to move in FEN: \"x\" (w or b)",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w K -",
                "bad castling rights in FEN: \"K\" (KQkq or files of rooks)",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w - e9",
                "bad en-passant square in FEN: \"e9\" (a square or -)",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w - - x",
                "bad halfmove clock in FEN: \"x\" (a number from 0)",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w - - 0 -1",
                "bad move number in FEN: \"-1\" (a number from 0)",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w - - 0 1 x",
                "FEN goes on after its move number: \"x\"",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w - e6",
                "impossible en-passant square in FEN: \"e6\" (no pawn can have just gone two squares past e6)",
            ),
        ] {
            assert_eq!(Position::from_fen(fen).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn impossible_positions_are_refused() {
        let reason = |fen: &str| match Position::from_fen(fen) {
            Err(FenError {
                problem: FenProblem::Invalid(reason),
                ..
            }) => reason,
            other => panic!("{fen}: {other:?}"),
        };
        assert_eq!(
            reason("8/8/8/8/8/8/8/4K3 w - -"),
            InvalidPosition::Kings(Color::Black, 0)
        );
        assert_eq!(
            reason("4k3/8/8/8/8/8/8/3KK3 w - -"),
            InvalidPosition::Kings(Color::White, 2)
        );
        assert_eq!(
            reason("4k2P/8/8/8/8/8/8/4K3 w - -"),
            InvalidPosition::PawnOnEdge(Square::H8)
        );
        assert_eq!(
            reason("4k3/8/8/8/8/8/4Q3/4K3 w - -"),
            InvalidPosition::OpponentInCheck
        );
        assert_eq!(
            reason("4k3/8/8/QQQQQQQQ/8/8/8/QQ2K3 b - -"),
            InvalidPosition::TooManyPieces(Color::White)
        );
        assert_eq!(
            reason("4k3/8/3N1N2/8/4R3/8/8/4K3 b - -"),
            InvalidPosition::TooManyCheckers
        );
        assert_eq!(
            reason("7r/4k3/8/8/8/8/8/R3K3 w Qh -"),
            InvalidPosition::Castling(Color::Black)
        );
    }
}
