//! PGN: games as text, written in ICCS coordinates (`H2-E2`), as most programs read them; also read in
//! WXF and Chinese notation.

use pgn::{Notation, plain_name};

use crate::position::Position;
use crate::rules::Xiangqi;
use crate::text::uci::MoveError;
use crate::types::moves::Move;

impl Notation for Xiangqi {
    fn write_move(_: &Position, mv: Move) -> String {
        format!("{}-{}", mv.from(), mv.to()).to_ascii_uppercase()
    }

    fn read_move(position: &Position, text: &str) -> Result<Move, MoveError> {
        position.parse_move(text)
    }

    fn variant_tags(_: &Position) -> &'static [(&'static str, &'static str)] {
        &[
            ("Game", "Chinese Chess"),
            ("Variant", "xiangqi"),
            ("Format", "ICCS"),
        ]
    }

    fn set_variant(_: &mut Position, variant: &str) -> bool {
        matches!(
            plain_name(variant).as_str(),
            "" | "xiangqi" | "chinesechess" | "fromposition"
        )
    }
}

#[cfg(test)]
mod tests {
    use pgn::{Game, Reader, write};

    use crate::{Position, Xiangqi};

    fn read(text: &str) -> Vec<Result<Game<Xiangqi>, String>> {
        let games = Reader::<Xiangqi, _>::new(text.as_bytes());
        games
            .map(|game| game.map_err(|error| error.to_string()))
            .collect()
    }

    #[test]
    fn games_survive_text_and_all_notations_are_read() {
        let iccs =
            "[Game \"Chinese Chess\"]\n\n1. H2-E2 H9-G7 2. h0g2 {developing} (2. B0-C2) i9h9 1-0\n";
        let game = read(iccs).remove(0).unwrap();
        let mut text = Vec::new();
        write(&game, &mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert!(
            text.contains("[Variant \"xiangqi\"]\n[Format \"ICCS\"]"),
            "{text}"
        );
        assert!(
            text.contains("1. H2-E2 H9-G7 2. H0-G2 {developing} ( 2. B0-C2 )"),
            "{text}"
        );
        let again = read(&text).remove(0).unwrap();
        assert_eq!((&again.line, again.result), (&game.line, game.result));
        let wxf = read("1. C2=5 H8+7 2. H2+3 R9=8 1-0\n").remove(0).unwrap();
        assert_eq!(wxf.end(), game.end());
        let chinese = read("1. 炮二平五 馬8進7 2. 馬二進三 車9平8 1-0\n");
        assert_eq!(chinese[0].as_ref().unwrap().end(), game.end());
    }

    #[test]
    fn games_of_chess_and_illegal_moves_are_refused() {
        for text in [
            "[Variant \"chess960\"]\n\n*\n",
            "1. e4 *\n",
            "1. H2-H3 H9-H8 *\n",
        ] {
            assert!(read(text)[0].is_err(), "{text}");
        }
        assert_eq!(read("*\n")[0].as_ref().unwrap().start, Position::start());
    }
}
