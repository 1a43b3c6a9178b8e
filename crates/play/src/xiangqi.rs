//! Xiangqi in the terminal.

mod board;

use xiangqi::{
    Color, Dialect, Move, MoveError, Piece, PieceType, Position, Script, Square, Xiangqi,
};

use crate::board::View;
use crate::game::Game;
use crate::illegal_move::{no_way_between, unknown, with_suggestions, without_number};
use crate::rules::PlayRules;
use crate::style::{Glyphs, Style, is_utf8};

impl PlayRules for Xiangqi {
    const SIDES: [Color; 2] = Color::ALL;
    const HELP: &'static str = "\
play --xiangqi [COLOR] [options]    play xiangqi against Quietus in the terminal
  COLOR                   your side: red (default), black or random
  --level ELO|NAME        an opponent from 600 to 2400, or one by name (a rough
                          scale in xiangqi); see 'play --opponents'
  --opponents             list the named opponents
  --time SECONDS          engine time per move, e.g. 0.5 or 10; default 2
  --nodes N               engine node limit per move
  --depth N               engine depth limit per move; of several limits the
                          first one reached ends the search
  --fen FEN               start from this position
  --threads N             search threads
  --hash N                transposition table size in MiB
  --ascii, --unicode      pieces and moves in letters or in Chinese characters;
                          default: Chinese if the locale is Chinese and UTF-8

During the game, enter moves as h2e2, as C2=5 (WXF) or in Chinese notation.
'help' lists the other commands.

Examples:
  quietus play --xiangqi black --time 5
  quietus xiangqi play --unicode --depth 6";
    const MOVES: &'static str = "h2e2, C2=5 or 炮二平五";
    const MOVE_HELP: &'static str = "\
Moves: coordinates (h2e2), WXF (C2=5, H8+7, R+-3) or Chinese (炮二平五); files
of WXF and Chinese moves count from your right, as under the board.";
    const END_HELP: &'static str = "\
Stalemate loses. The third
occurrence of a position, and the move limit without a capture, end the game.";
    const FIRST_PLAYER_TAG: Option<&'static str> = Some("Red");
    const NOTE_ROWS: [usize; 6] = [0, 1, 8, 10, 18, 17];

    fn glyphs_of(locale: &str) -> Glyphs {
        match is_utf8(locale) && locale.starts_with("zh") {
            true => Glyphs::Unicode,
            false => Glyphs::Ascii,
        }
    }

    fn notation(position: &Position, mv: Move, glyphs: Glyphs) -> String {
        match glyphs {
            Glyphs::Ascii => position.wxf(mv),
            Glyphs::Unicode => position.chinese(mv, Script::Radical),
        }
    }

    fn parse_input(position: &Position, text: &str, glyphs: Glyphs) -> Result<Move, String> {
        let core: String = without_number(text).split_whitespace().collect();
        position.parse_move(&core).map_err(|error| match error {
            MoveError::Malformed(_) => unknown(text.trim()),
            MoveError::Illegal(_) => match position.dialect().read(&core) {
                Some(mv) => no_way_between::<Self>(position, mv.from(), mv.to(), glyphs),
                None => with_suggestions(&format!("{core:?} is no legal move"), Vec::new()),
            },
            MoveError::Ambiguous(_) => format!("{core:?} could be more than one move"),
        })
    }

    fn exposes_king(position: &Position, from: Square, to: Square) -> bool {
        let mv = Move::new(from, to);
        position.is_pseudo_legal(mv) && !position.is_legal(mv)
    }

    fn color(piece: Piece) -> Color {
        piece.color()
    }

    /// The letters of WXF, capitals for Red.
    fn glyph(piece: Piece, style: Style) -> char {
        if style.glyphs == Glyphs::Unicode {
            return Script::Radical.piece(piece);
        }
        let letter = match piece.kind() {
            PieceType::Horse => 'H',
            PieceType::Elephant => 'E',
            kind => kind.letter(),
        };
        match piece.color() {
            Color::Red => letter,
            Color::Black => letter.to_ascii_lowercase(),
        }
    }

    fn material_balance(position: &Position, color: Color) -> i32 {
        let value = |kind| match kind {
            PieceType::Pawn => 1,
            PieceType::Elephant | PieceType::Advisor => 2,
            PieceType::Horse => 4,
            PieceType::Cannon => 5,
            PieceType::Rook => 9,
            PieceType::King => 0,
        };
        PieceType::ALL
            .into_iter()
            .map(|kind| {
                let count = |color| position.pieces(color, kind).count().cast_signed();
                value(kind) * (count(color) - count(!color))
            })
            .sum()
    }

    fn board(game: &Game<Self>, view: View<Self>) -> Vec<String> {
        board::rows(game, view)
    }
}

/// The number of a rank as coordinates have it.
fn rank_number(dialect: Dialect, rank: usize) -> usize {
    match dialect {
        Dialect::FromZero => rank,
        Dialect::FromOne => rank + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::{Glyphs, PlayRules, Position, Xiangqi};

    fn parse(fen: &str, text: &str) -> Result<String, String> {
        let position = Position::from_fen(fen).unwrap();
        let mv = Xiangqi::parse_input(&position, text, Glyphs::Ascii)?;
        Ok(mv.to_string())
    }

    #[test]
    fn one_move_has_many_spellings() {
        for text in [
            "h2e2",
            "H2-E2",
            " 1. h2e2 ",
            "C2=5",
            "c2=5",
            "C2.5",
            "炮二平五",
            "砲2平5",
            "1.C2=5",
        ] {
            assert_eq!(
                parse(Position::START_FEN, text).as_deref(),
                Ok("h2e2"),
                "{text}"
            );
        }
    }

    #[test]
    fn the_reason_is_named() {
        let pinned = "4k4/9/4r4/9/9/9/9/9/4R4/4K4 w";
        for (fen, text, reason) in [
            (Position::START_FEN, "xyzzy", "neither a move nor a command"),
            (Position::START_FEN, "e4e5", "there is no piece on e4"),
            (Position::START_FEN, "h9g7", "the horse on h9 is not yours"),
            (
                Position::START_FEN,
                "h0f1",
                "the horse on h0 cannot move to f1; possible: H2+1, H2+3",
            ),
            (
                Position::START_FEN,
                "R9=5",
                "\"R9=5\" is no legal move; 'moves' lists",
            ),
            (pinned, "e1d1", "this move would leave your king in check"),
        ] {
            let error = parse(fen, text).unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
        for text in ["", "1.", "é4", "\u{0}", "炮炮炮炮", "前炮平五"] {
            assert!(parse(Position::START_FEN, text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn characters_only_in_chinese_locales() {
        for (locale, glyphs) in [
            ("zh_CN.UTF-8", Glyphs::Unicode),
            ("zh_TW.utf8", Glyphs::Unicode),
            ("en_US.UTF-8", Glyphs::Ascii),
            ("zh_CN.GB18030", Glyphs::Ascii),
            ("C", Glyphs::Ascii),
        ] {
            assert_eq!(Xiangqi::glyphs_of(locale), glyphs, "{locale}");
        }
    }
}
