//! PGN: games as text, in SAN.

use chess::MoveError;
use pgn::{Notation, plain_name};

use crate::position::Position;
use crate::rules::Makruk;
use crate::types::moves::Move;

impl pgn::Import for Makruk {}

impl Notation for Makruk {
    fn write_move(position: &Position, mv: Move) -> String {
        position.san(mv)
    }

    fn read_move(position: &Position, text: &str) -> Result<Move, MoveError> {
        position.parse_san(text)
    }

    fn variant_tags(_: &Position) -> &'static [(&'static str, &'static str)] {
        &[("Variant", "makruk")]
    }

    fn set_variant(_: &mut Position, variant: &str) -> bool {
        matches!(
            plain_name(variant).as_str(),
            "" | "makruk" | "thaichess" | "fromposition"
        )
    }
}

#[cfg(test)]
mod tests {
    use pgn::{Reader, write};

    use crate::{Makruk, Position};

    #[test]
    fn games_survive_text() {
        let text = "[Variant \"Makruk\"]\n\n1. e4 d5 2. exd5 {takes} (2. Ne2) Ne7 1-0\n";
        let read = |text: &str| {
            let mut games = Reader::<Makruk, _>::new(text.as_bytes());
            games.next().expect("a game")
        };
        let game = read(text).unwrap();
        let mut written = Vec::new();
        write(&game, &mut written).unwrap();
        let written = String::from_utf8(written).unwrap();
        assert!(written.contains("[Variant \"makruk\"]"), "{written}");
        assert!(written.contains("2. exd5 {takes} ( 2. Ne2 )"), "{written}");
        let again = read(&written).unwrap();
        assert_eq!((&again.line, again.result), (&game.line, game.result));
        for bad in ["[Variant \"chess960\"]\n\n*\n", "1. Qe4 *\n", "1. e5 *\n"] {
            assert!(read(bad).is_err(), "{bad}");
        }
        assert_eq!(read("*\n").unwrap().start, Position::start());
    }
}
