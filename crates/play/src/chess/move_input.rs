//! Parses the moves of chess that a human types, more leniently than files are parsed.

use chess::{Move, MoveError, Position};

use super::illegal_move;
use crate::illegal_move::without_number;

/// The legal move that a text means: coordinates, SAN, or SAN with letters in the wrong case, as
/// long as it can mean one move only. A move number before it is skipped. The error says why not,
/// and what could have been meant.
pub fn parse(position: &Position, text: &str) -> Result<Move, String> {
    let core: String = without_number(text).split_whitespace().collect();
    let coordinates = core.replace(['-', 'x', ':', '='], "");
    if let Ok(mv) = position.parse_uci(&coordinates) {
        return Ok(mv);
    }
    let mut meant: Vec<Move> = Vec::new();
    for spelling in spellings(&core) {
        match position.parse_san(&spelling) {
            // Text in the right case means what it says, whatever it could mean in another.
            Ok(mv) if spelling == core => return Ok(mv),
            Ok(mv) if !meant.contains(&mv) => meant.push(mv),
            Err(MoveError::Ambiguous(_)) => {
                return Err(illegal_move::ambiguous(position, &spelling));
            }
            _ => {}
        }
    }
    match meant[..] {
        [mv] => Ok(mv),
        [] => Err(illegal_move::explain(position, text.trim())),
        _ => Err(illegal_move::several(position, &core, &meant)),
    }
}

/// The text as it is, as castling, and as a pawn's and a piece's move in the usual case.
fn spellings(text: &str) -> [String; 4] {
    let lower = text.to_ascii_lowercase();
    let mut piece = lower.clone();
    if let Some(first) = piece.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let castling = text.to_ascii_uppercase().replace('0', "O");
    [text.to_owned(), castling, lower, piece]
}

#[cfg(test)]
mod tests {
    use super::{Position, parse};

    fn san_of(fen: &str, text: &str) -> Result<String, String> {
        let position = Position::from_fen(fen).unwrap();
        parse(&position, text).map(|mv| position.san(mv))
    }

    const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const PROMOTES: &str = "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1";
    /// The pawn on b3 and the bishop on f1 can both take on c4.
    const TAKES_TWICE: &str = "4k3/8/8/8/2p5/1P6/8/4KB2 w - - 0 1";

    #[test]
    fn one_move_has_many_spellings() {
        let cases: [(&str, &[&str], &str); 7] = [
            (
                Position::START_FEN,
                &["Nf3", "nf3", "NF3", "g1f3", "G1F3", "g1-f3", "1. Nf3"],
                "Nf3",
            ),
            (
                Position::START_FEN,
                &["e4", "E4", "e2e4", "e2-e4", "1.e4", " e4 ", "e4!"],
                "e4",
            ),
            (
                CASTLES,
                &["O-O", "0-0", "o-o", "oo", "o-O", "e1g1", "e1h1", "0-0+"],
                "O-O",
            ),
            (
                CASTLES,
                &["O-O-O", "0-0-0", "o-o-o", "e1c1", "e1a1"],
                "O-O-O",
            ),
            (
                PROMOTES,
                &[
                    "e8=Q", "e8Q", "e8q", "e8=q", "E8=Q", "e8 = Q", "e7e8q", "e8=Q+",
                ],
                "e8=Q+",
            ),
            (PROMOTES, &["exd8=N", "ed8n", "e7xd8=N", "e7d8n"], "exd8=N"),
            (TAKES_TWICE, &["Bxc4", "Bc4"], "Bxc4"),
        ];
        for (fen, texts, san) in cases {
            for text in texts {
                assert_eq!(san_of(fen, text).as_deref(), Ok(san), "{text}");
            }
        }
        // In the right case, a small b is the pawn's; the bishop's only where no pawn can.
        assert_eq!(san_of(TAKES_TWICE, "bxc4").as_deref(), Ok("bxc4"));
        let no_pawn = "4k3/8/8/8/2p5/8/8/4KB2 w - - 0 1";
        assert_eq!(san_of(no_pawn, "bxc4").as_deref(), Ok("Bxc4"));
    }

    #[test]
    fn what_can_mean_two_moves_is_asked_back() {
        let error = san_of(TAKES_TWICE, "BXC4").unwrap_err();
        assert!(error.contains("bxc4 or Bxc4"), "{error}");
        let knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
        for text in ["Nd2", "nd2"] {
            let error = san_of(knights, text).unwrap_err();
            assert!(error.contains("Nbd2 or Nfd2"), "{error}");
        }
    }

    #[test]
    fn no_text_is_too_odd() {
        for text in ["", " ", "♞f3", "é4", "1.", "12...", "0", "\u{0}", "x-:="] {
            assert!(san_of(Position::START_FEN, text).is_err(), "{text:?}");
        }
    }
}
