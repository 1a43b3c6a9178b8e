//! Makruk in the terminal, on the board of squares.

use chess::{Color, MoveError, Square};
use makruk::{Makruk, Move, Piece, PieceType, Position};

use crate::board::View;
use crate::game::Game;
use crate::illegal_move::{no_way_between, unknown, with_suggestions, without_number};
use crate::rules::PlayRules;
use crate::square_board;
use crate::style::{Glyphs, Style};

impl PlayRules for Makruk {
    const SIDES: [Color; 2] = Color::ALL;
    const HELP: &'static str = "\
play --makruk [COLOR] [options]    play makruk against Quietus in the terminal
  COLOR                   your side: white (default), black or random
  --level ELO|NAME        an opponent from 600 to 2400, or one by name (a rough
                          scale in makruk); see 'play --opponents'
  --opponents             list the named opponents
  --time SECONDS          engine time per move, e.g. 0.5 or 10; default 2
  --nodes N               engine node limit per move
  --depth N               engine depth limit per move; of several limits the
                          first one reached ends the search
  --fen FEN               start from this position
  --threads N             search threads
  --hash N                transposition table size in MiB

Pieces are letters: K king, M met, S khon, N knight, R rook, P pawn.
During the game, enter moves as Nf4, exd5, e6=M or as e3e4, e5e6m.
'help' lists the other commands.

Examples:
  quietus play --makruk black --time 5
  quietus makruk play --depth 6";
    const MOVES: &'static str = "Nf4 or e3e4";
    const MOVE_HELP: &'static str = "\
Moves: SAN (Nf4, exd5, e6=M) or UCI (e3e4, e5e6m); a pawn that reaches the sixth
rank becomes a met.";
    const END_HELP: &'static str = "\
Stalemate, threefold
repetition and the end of a count draw the game without a claim.";
    const NOTE_ROWS: [usize; 6] = [0, 0, 3, 4, 7, 7];

    /// Few fonts have the pieces of makruk.
    fn glyphs_of(_: &str) -> Glyphs {
        Glyphs::Ascii
    }

    fn notation(position: &Position, mv: Move, _: Glyphs) -> String {
        position.san(mv)
    }

    fn parse_input(position: &Position, text: &str, glyphs: Glyphs) -> Result<Move, String> {
        let core: String = without_number(text).split_whitespace().collect();
        position.parse_san(&core).map_err(|error| match error {
            MoveError::Malformed(_) => unknown(text.trim()),
            MoveError::Illegal(_) => match squares(&core) {
                Some((from, to)) => no_way_between::<Self>(position, from, to, glyphs),
                None => with_suggestions(&format!("{core:?} is no legal move"), Vec::new()),
            },
            MoveError::Ambiguous(_) => format!("{core:?} could be more than one move"),
        })
    }

    fn exposes_king(position: &Position, from: Square, to: Square) -> bool {
        from != to
            && [Move::new(from, to), Move::promoting(from, to)]
                .into_iter()
                .any(|mv| position.is_pseudo_legal(mv) && !position.is_legal(mv))
    }

    fn color(piece: Piece) -> Color {
        piece.color()
    }

    fn glyph(piece: Piece, _: Style) -> char {
        piece.letter()
    }

    fn material_balance(position: &Position, color: Color) -> i32 {
        let value = |kind| match kind {
            PieceType::Pawn => 1,
            PieceType::Met => 2,
            PieceType::Khon | PieceType::Knight => 3,
            PieceType::Rook => 5,
            PieceType::King => 0,
        };
        let count = |color, kind| position.pieces(color, kind).count().cast_signed();
        let of = |kind| value(kind) * (count(color, kind) - count(!color, kind));
        PieceType::ALL.into_iter().map(of).sum()
    }

    fn board(game: &Game<Self>, view: View<Self>) -> Vec<String> {
        let king = game.position().king(game.position().side_to_move());
        let last = game.moves().last().map(|mv| [mv.from(), mv.to()]);
        square_board::rows(game, view, king, last)
    }
}

/// The two squares of a move in coordinates.
fn squares(text: &str) -> Option<(Square, Square)> {
    let square = |at: usize| text.get(at..at + 2)?.to_ascii_lowercase().parse().ok();
    Some((square(0)?, square(2)?))
}

#[cfg(test)]
mod tests {
    use super::{Glyphs, Makruk, PlayRules, Position};

    fn parse(fen: &str, text: &str) -> Result<String, String> {
        let position = Position::from_fen(fen).unwrap();
        let mv = Makruk::parse_input(&position, text, Glyphs::Ascii)?;
        Ok(mv.to_string())
    }

    #[test]
    fn one_move_has_many_spellings() {
        for text in ["e4", "e3e4", "E3E4", "1. e4", "e3-e4"] {
            let mv = parse(Position::START_FEN, text);
            assert_eq!(mv.as_deref(), Ok("e3e4"), "{text}");
        }
    }

    #[test]
    fn the_reason_is_named() {
        let pinned = "4k3/8/4r3/8/8/4S3/8/4K3 w";
        for (fen, text, reason) in [
            (Position::START_FEN, "xyzzy", "neither a move nor a command"),
            (Position::START_FEN, "e4e5", "there is no piece on e4"),
            (Position::START_FEN, "g8e7", "the knight on g8 is not yours"),
            (
                Position::START_FEN,
                "c1d3",
                "the khon on c1 cannot move to d3; possible: Sb2, Sc2, Sd2",
            ),
            (
                Position::START_FEN,
                "Rh4",
                "\"Rh4\" is no legal move; 'moves' lists",
            ),
            (pinned, "e3d4", "this move would leave your king in check"),
        ] {
            let error = parse(fen, text).unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        }
        for text in ["", "1.", "é4", "\u{0}"] {
            assert!(parse(Position::START_FEN, text).is_err(), "{text:?}");
        }
    }
}
