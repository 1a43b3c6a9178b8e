//! SAN: moves as in chess, `Nf4`, `exd5`, `Sg2`, `e6=M+`.

use chess::{Bitboard, File, MoveError, Rank, Square};

use crate::position::{Position, attacks};
use crate::types::moves::Move;
use crate::types::piece::{Piece, PieceType};

/// What a move's text says of the piece that moves.
struct Mover {
    kind: PieceType,
    file: Option<File>,
    rank: Option<Rank>,
}

impl Position {
    /// Reads a legal move in SAN, generously: missing or needless `x`, `+`, `#`, `=M`, origin squares and
    /// annotations (`!?`), and UCI's own spelling are all taken, as long as one legal move fits.
    ///
    /// # Errors
    /// If the text is not a move, or not exactly one legal move fits it.
    pub fn parse_san(&self, text: &str) -> Result<Move, MoveError> {
        if let Ok(mv) = self.parse_uci(text) {
            return Ok(mv);
        }
        let core = text.trim_end_matches(['+', '#', '!', '?']);
        let (mover, to) = split(core).ok_or_else(|| MoveError::Malformed(text.to_owned()))?;
        let mut fitting = { self.movers(&mover, to).into_iter() }
            .filter_map(|from| self.find_move(from, to))
            .filter(|mv| mv.promotes() || !core.ends_with(['M', 'm']));
        match (fitting.next(), fitting.next()) {
            (Some(mv), None) => Ok(mv),
            (Some(_), Some(_)) => Err(MoveError::Ambiguous(text.to_owned())),
            (None, _) => Err(MoveError::Illegal(text.to_owned())),
        }
    }

    /// A legal move in SAN, with `+` or `#`.
    #[must_use]
    pub fn san(&self, mv: Move) -> String {
        let (from, to) = (mv.from(), mv.to());
        let kind = self.piece_on(from).map_or(PieceType::Pawn, Piece::kind);
        let mut text = match kind {
            PieceType::Pawn if self.is_capture(mv) => from.file().letter().to_string(),
            PieceType::Pawn => String::new(),
            _ => kind.letter().to_string() + &self.origin(kind, mv),
        };
        if self.is_capture(mv) {
            text.push('x');
        }
        text.push_str(&to.to_string());
        if mv.promotes() {
            text.push_str("=M");
        }
        if self.gives_check(mv) {
            let mut after = self.without_history();
            after.make(mv, &mut ());
            text.push(if after.has_legal_move() { '+' } else { '#' });
        }
        text
    }

    /// What tells the moving piece from others of its kind that could legally go there: the file if
    /// that is enough, else the rank, else both.
    fn origin(&self, kind: PieceType, mv: Move) -> String {
        let (from, to) = (mv.from(), mv.to());
        let any = Mover {
            kind,
            file: None,
            rank: None,
        };
        let rivals: Bitboard = (self.movers(&any, to) & !Bitboard::of(from))
            .into_iter()
            .filter(|&rival| self.find_move(rival, to).is_some())
            .collect();
        let same_file = (rivals & Bitboard::file(from.file())).any();
        let same_rank = (rivals & Bitboard::rank(from.rank())).any();
        let mut text = String::new();
        if rivals.any() && (!same_file || same_rank) {
            text.push(from.file().letter());
        }
        if same_file {
            text.push(from.rank().digit());
        }
        text
    }

    /// The own pieces that could make such a move, pins and checks left aside.
    fn movers(&self, mover: &Mover, to: Square) -> Bitboard {
        let us = self.side_to_move();
        let mut movers = self.pieces(us, mover.kind);
        if let Some(file) = mover.file {
            movers &= Bitboard::file(file);
        }
        if let Some(rank) = mover.rank {
            movers &= Bitboard::rank(rank);
        }
        if mover.kind == PieceType::Pawn {
            // Without a file given, a pawn's capture is not meant: `d5` is never `exd5`.
            return movers & Bitboard::file(mover.file.unwrap_or(to.file()));
        }
        let is_near = |from: &Square| {
            let piece = Piece::new(us, mover.kind);
            attacks(piece, *from, self.occupied()).has(to)
        };
        movers.into_iter().filter(is_near).collect()
    }
}

/// Takes a move's text apart: piece letter and target square leave in the middle at most a file, a rank
/// and an `x` or `-`.
fn split(text: &str) -> Option<(Mover, Square)> {
    let (kind, rest) = match text.chars().next().and_then(PieceType::from_letter) {
        Some(kind) => (kind, &text[1..]),
        None => (PieceType::Pawn, text),
    };
    let rest = match kind {
        PieceType::Pawn => rest.trim_end_matches(['M', 'm', '=']),
        _ => rest,
    };
    let target = rest
        .len()
        .checked_sub(2)
        .filter(|&at| rest.is_char_boundary(at))?;
    let to = rest[target..].parse().ok()?;
    let (mut file, mut rank) = (None, None);
    for letter in rest[..target].chars() {
        match (File::from_letter(letter), Rank::from_digit(letter)) {
            (Some(found), _) if file.is_none() && rank.is_none() => file = Some(found),
            (_, Some(found)) if rank.is_none() => rank = Some(found),
            _ if matches!(letter, 'x' | '-' | ':') => {}
            _ => return None,
        }
    }
    Some((Mover { kind, file, rank }, to))
}

#[cfg(test)]
mod tests {
    use super::{MoveError, Position};

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    #[test]
    fn moves_have_one_spelling_and_many_are_read() {
        let knights = position("4k3/8/8/3pP3/8/5N2/8/1N2K3 w");
        for (uci, san, others) in [
            ("b1d2", "Nbd2", ["Nb1d2", "Nb1-d2", "b1d2"]),
            ("e5e6m", "e6=M", ["e6", "e5e6", "e6M!?"]),
            ("e1f1", "Kf1", ["Kf1+", "Ke1f1", "Ke1-f1"]),
        ] {
            let mv = knights.parse_uci(uci).expect("legal");
            assert_eq!(knights.san(mv), san);
            for text in [san].into_iter().chain(others) {
                assert_eq!(knights.parse_san(text), Ok(mv), "{text}");
            }
        }
        let ambiguous = MoveError::Ambiguous("Nd2".to_owned());
        assert_eq!(knights.parse_san("Nd2"), Err(ambiguous));
        for text in ["", "N", "Qd4", "é4", "e", "Ncc4x", "="] {
            let error = MoveError::Malformed(text.to_owned());
            assert_eq!(knights.parse_san(text), Err(error));
        }
        let illegal = MoveError::Illegal("Kd1d3".to_owned());
        assert_eq!(knights.parse_san("Kd1d3"), Err(illegal));
    }

    #[test]
    fn captures_checks_and_mates_are_marked() {
        for (fen, uci, san) in [
            ("4k3/8/8/3pP3/4P3/8/8/4K3 w", "e4d5", "exd5"),
            ("4k3/8/8/4p3/5N2/8/8/R3K3 w", "a1a5", "Ra5"),
            ("4k3/8/4K3/8/8/8/8/R7 w", "a1a8", "Ra8#"),
            ("4k3/8/8/3SK3/8/8/8/R7 w", "a1a8", "Ra8+"),
            ("7k/8/8/4S3/8/2S5/8/4K3 w", "c3d4", "Scd4"),
        ] {
            let position = position(fen);
            let mv = position.parse_uci(uci).expect("legal");
            assert_eq!(position.san(mv), san, "{fen}");
        }
    }

    #[test]
    fn every_move_of_random_games_reads_back() {
        let mut rng = game::Rng::new(3);
        for _ in 0..30 {
            let mut position = Position::start();
            for _ in 0..150 {
                let moves = position.legal_moves();
                for &mv in &moves {
                    assert_eq!(position.parse_san(&position.san(mv)), Ok(mv), "{position}");
                }
                let Some(&mv) = rng.choose(&moves) else { break };
                position.play(mv);
            }
        }
    }
}
