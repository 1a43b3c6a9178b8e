//! SAN: moves as people write them, `Nf3`, `exd5`, `O-O`, `e8=Q+`.

use super::uci::MoveError;
use crate::position::Position;
use crate::position::attacks;
use crate::types::bitboard::Bitboard;
use crate::types::moves::{Move, MoveKind};
use crate::types::piece::{Piece, PieceType};
use crate::types::square::{File, Rank, Square};

/// A move's text taken apart.
struct Parts {
    kind: PieceType,
    from_file: Option<File>,
    from_rank: Option<Rank>,
    to: Square,
    promotion: Option<PieceType>,
}

impl Position {
    /// Reads a legal move in SAN, generously: zeros for castling, missing or needless `x`, `+`, `#`,
    /// `=`, origin squares and annotations (`!?`), `e.p.`, long algebraic (`e2-e4`, `Ng1xf3`) and
    /// UCI's own spelling (`e2e4`, `e7e8q`) are all taken, as long as one legal move fits.
    ///
    /// # Errors
    /// If the text is not a move, or not exactly one legal move fits it.
    pub fn parse_san(&self, text: &str) -> Result<Move, MoveError> {
        let core = strip_marks(text);
        if let Some(to_the_right) = castling_wing(core) {
            return self
                .castling_move(to_the_right)
                .ok_or_else(|| MoveError::Illegal(text.to_owned()));
        }
        let parts = split(core).ok_or_else(|| MoveError::Malformed(text.to_owned()))?;
        let mut candidates = self
            .movers(&parts)
            .into_iter()
            .filter_map(|from| self.find_move(from, parts.to, parts.promotion))
            .filter(|mv| mv.kind() != MoveKind::Castle);
        match (candidates.next(), candidates.next()) {
            (Some(mv), None) => Ok(mv),
            (Some(_), Some(_)) => Err(MoveError::Ambiguous(text.to_owned())),
            // The king's two steps, as UCI writes castling.
            (None, _) => self
                .parse_uci(core.trim_start_matches('K'))
                .ok()
                .filter(|mv| mv.kind() == MoveKind::Castle)
                .ok_or_else(|| MoveError::Illegal(text.to_owned())),
        }
    }

    /// A legal move in SAN, with `+` or `#`.
    pub fn san(&self, mv: Move) -> String {
        let mut text = self.san_without_check(mv);
        if self.gives_check(mv) {
            text.push(if self.after(mv).has_legal_move() {
                '+'
            } else {
                '#'
            });
        }
        text
    }

    fn san_without_check(&self, mv: Move) -> String {
        let (from, to) = (mv.from(), mv.to());
        if mv.kind() == MoveKind::Castle {
            return if to > from { "O-O" } else { "O-O-O" }.to_owned();
        }
        let kind = self.piece_on(from).map_or(PieceType::Pawn, Piece::kind);
        let mut text = String::with_capacity(8);
        if kind == PieceType::Pawn {
            if self.is_capture(mv) {
                text.push(from.file().letter());
            }
        } else {
            text.push(kind.letter());
            self.push_origin(&mut text, kind, mv);
        }
        if self.is_capture(mv) {
            text.push('x');
        }
        text.push(to.file().letter());
        text.push(to.rank().digit());
        if let Some(promoted) = mv.promotion() {
            text.push('=');
            text.push(promoted.letter());
        }
        text
    }

    /// Adds what tells the moving piece from others of its kind that could legally go there: the
    /// file if that is enough, else the rank, else both.
    fn push_origin(&self, text: &mut String, kind: PieceType, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let any = Parts {
            kind,
            from_file: None,
            from_rank: None,
            to,
            promotion: None,
        };
        let rivals: Bitboard = (self.movers(&any) & !Bitboard::of(from))
            .into_iter()
            .filter(|&rival| self.find_move(rival, to, None).is_some())
            .collect();
        if rivals.is_empty() {
            return;
        }
        let same_file = (rivals & Bitboard::file(from.file())).any();
        let same_rank = (rivals & Bitboard::rank(from.rank())).any();
        if !same_file || same_rank {
            text.push(from.file().letter());
        }
        if same_file {
            text.push(from.rank().digit());
        }
    }

    /// The own pieces that could make such a move, pins and checks left aside.
    fn movers(&self, parts: &Parts) -> Bitboard {
        let us = self.side_to_move();
        let mut movers = self.pieces(us, parts.kind);
        if let Some(file) = parts.from_file {
            movers &= Bitboard::file(file);
        }
        if let Some(rank) = parts.from_rank {
            movers &= Bitboard::rank(rank);
        }
        if parts.kind == PieceType::Pawn {
            // Without a file given, a pawn's capture is not meant: `d5` is never `exd5`.
            let file = parts.from_file.unwrap_or(parts.to.file());
            movers & Bitboard::file(file)
        } else {
            // What a piece reaches from a square it is reached from.
            movers & attacks(Piece::new(us, parts.kind), parts.to, self.occupied())
        }
    }

    fn castling_move(&self, to_the_right: bool) -> Option<Move> {
        let us = self.side_to_move();
        let king = self.king(us);
        self.castling()
            .rooks(us)
            .into_iter()
            .find(|&rook| (rook > king) == to_the_right)
            .map(|rook| Move::new(king, rook, MoveKind::Castle))
            .filter(|&mv| self.is_pseudo_legal(mv) && self.is_legal(mv))
    }
}

/// The text without what does not matter at its end: checks, annotations, `e.p.`.
fn strip_marks(text: &str) -> &str {
    let marks = |c| matches!(c, '+' | '#' | '!' | '?');
    let text = text.trim_end_matches(marks);
    text.strip_suffix("e.p.")
        .or(text.strip_suffix("ep"))
        .unwrap_or(text)
        .trim_end_matches(marks)
}

/// Whether the text is castling, and if so whether with the rook on the right of the king as white
/// sees the board.
fn castling_wing(text: &str) -> Option<bool> {
    match text {
        "O-O" | "0-0" | "o-o" | "OO" | "00" => Some(true),
        "O-O-O" | "0-0-0" | "o-o-o" | "OOO" | "000" => Some(false),
        _ => None,
    }
}

/// Takes a move's text apart from both ends: piece letter, target square and promotion leave in
/// the middle at most a file, a rank and an `x` or `-`.
fn split(text: &str) -> Option<Parts> {
    let (kind, rest) = match text.chars().next().and_then(PieceType::from_letter) {
        Some(kind) => (kind, &text[1..]),
        None => (PieceType::Pawn, text),
    };
    let (rest, promotion) = split_promotion(rest, kind == PieceType::Pawn);
    let target = rest
        .len()
        .checked_sub(2)
        .filter(|&at| rest.is_char_boundary(at))?;
    let to = rest[target..].parse().ok()?;
    let mut origin = rest[..target]
        .chars()
        .filter(|c| !matches!(c, 'x' | 'X' | '-' | ':'));
    let (from_file, from_rank) = match (origin.next(), origin.next(), origin.next()) {
        (None, _, _) => (None, None),
        (Some(one), None, _) => match (File::from_letter(one), Rank::from_digit(one)) {
            (None, None) => return None,
            either => either,
        },
        (Some(file), Some(rank), None) => (
            Some(File::from_letter(file)?),
            Some(Rank::from_digit(rank)?),
        ),
        _ => return None,
    };
    Some(Parts {
        kind,
        from_file,
        from_rank,
        to,
        promotion,
    })
}

/// Cuts off a promotion: `=Q`, `(Q)`, `/Q`, or the bare letter in either case.
fn split_promotion(text: &str, is_pawn: bool) -> (&str, Option<PieceType>) {
    let inner = text.strip_suffix(')').unwrap_or(text);
    let promotion = inner
        .chars()
        .last()
        .and_then(|letter| PieceType::from_letter(letter.to_ascii_uppercase()))
        .filter(|&kind| is_pawn && MoveKind::promoting_to(kind).is_some());
    match promotion {
        Some(kind) => {
            let rest = &inner[..inner.len() - 1];
            (rest.trim_end_matches(['=', '(', '/']), Some(kind))
        }
        None => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::{MoveError, Position};

    fn uci_of(fen: &str, san: &str) -> Result<String, MoveError> {
        let position = Position::from_fen(fen).unwrap();
        position.parse_san(san).map(|mv| position.uci(mv))
    }

    const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const PROMOTES: &str = "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1";
    const TAKES: &str = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    const KNIGHTS: &str = "4k3/8/8/1N6/8/5N2/8/1N2K3 w - - 0 1";
    const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";

    #[test]
    fn many_spellings_of_one_move() {
        let cases: [(&str, &[&str], &str); 8] = [
            (
                CASTLES,
                &["O-O", "0-0", "o-o", "O-O+", "e1g1", "Ke1g1", "0-0!?"],
                "e1g1",
            ),
            (CASTLES, &["O-O-O", "0-0-0", "OOO", "e1c1"], "e1c1"),
            (
                PROMOTES,
                &["e8=Q", "e8Q", "e8q", "e8(Q)", "e8/Q", "e7e8q", "e7-e8=Q+"],
                "e7e8q",
            ),
            (
                PROMOTES,
                &["exd8=N", "ed8N", "exd8N", "e7xd8=N", "e7d8n"],
                "e7d8n",
            ),
            (TAKES, &["exd5", "ed5", "e4xd5", "e4d5", "exd5!!"], "e4d5"),
            (KNIGHTS, &["N1d2", "Nb1d2", "N1-d2", "Nb1-d2"], "b1d2"),
            (KNIGHTS, &["Nfd2", "Nf3d2", "Nf3-d2"], "f3d2"),
            (
                EN_PASSANT,
                &["exd6", "exd6e.p.", "ed6", "e5d6", "exd6ep"],
                "e5d6",
            ),
        ];
        for (fen, texts, uci) in cases {
            for text in texts {
                assert_eq!(uci_of(fen, text).as_deref(), Ok(uci), "{text}");
            }
        }
    }

    #[test]
    fn bad_text_is_told_apart() {
        let malformed = |text: &str| Err(MoveError::Malformed(text.to_owned()));
        let illegal = |text: &str| Err(MoveError::Illegal(text.to_owned()));
        for text in [
            "", "e", "x", "Z9", "Nf", "e4e", "♞f3", "Nf3f", "abcde4", "é4", "=Q", "--",
        ] {
            assert_eq!(uci_of(TAKES, text), malformed(text), "{text}");
        }
        for text in ["e6", "Nf6", "O-O", "d5", "Ke2e4", "e5=Q", "Qh6"] {
            assert_eq!(uci_of(TAKES, text), illegal(text), "{text}");
        }
        assert_eq!(
            uci_of(KNIGHTS, "Nd2"),
            Err(MoveError::Ambiguous("Nd2".to_owned()))
        );
        // Pinned pieces do not make a move ambiguous.
        assert_eq!(
            uci_of("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "Ne2").as_deref(),
            Ok("g1e2")
        );
    }

    #[test]
    fn written_as_the_standard_asks() {
        let cases = [
            (CASTLES, "e1h1", "O-O"),
            (CASTLES, "a1a8", "Rxa8+"),
            (PROMOTES, "e7d8q", "exd8=Q+"),
            (EN_PASSANT, "e5d6", "exd6"),
            (KNIGHTS, "b1d2", "Nbd2"),
            (KNIGHTS, "f3d2", "Nfd2"),
            ("1k6/8/8/8/4Q2Q/8/K7/7Q w - - 0 1", "h4e1", "Qh4e1"),
            ("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "g6g7", "Qg7#"),
        ];
        for (fen, uci, san) in cases {
            let position = Position::from_fen(fen).unwrap();
            assert_eq!(position.san(position.parse_uci(uci).unwrap()), san);
        }
    }
}
