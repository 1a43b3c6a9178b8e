//! Chess in the terminal.

mod board;
mod illegal_move;
mod move_input;

use chess::{Chess, Color, Move, Piece, PieceType, Position, Square};

use crate::board::View;
use crate::game::Game;
use crate::rules::PlayRules;
use crate::style::{Glyphs, Style, is_utf8};

impl PlayRules for Chess {
    const SIDES: [Color; 2] = Color::ALL;
    const HELP: &'static str = "\
play [COLOR] [options]    play a game against Quietus in the terminal
  COLOR                   your side: white (default), black or random
  --level ELO|NAME        an opponent of 600 to 2400 Elo, or one by name; see
                          'play --opponents'
  --opponents             list the named opponents
  --time SECONDS          engine time per move, e.g. 0.5 or 10; default 2
  --nodes N               engine node limit per move
  --depth N               engine depth limit per move; of several limits the
                          first one reached ends the search
  --fen FEN               start from this position
  --960 [N|random]        Chess960 start position N (0 to 959); default random
  --threads N             search threads
  --hash N                transposition table size in MiB
  --ascii, --unicode      pieces as letters or as Unicode symbols; default:
                          Unicode if the locale is UTF-8
  --xiangqi, --makruk     play another game (see 'play --xiangqi --help')

During the game, enter moves as Nf3, exd5, O-O, e8=Q or as e2e4, e7e8q.
'help' lists the other commands.

Examples:
  quietus play black --time 5
  quietus play --level 1200
  quietus play random --960 --depth 6
  quietus play --ascii --fen \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"";
    const MOVES: &'static str = "Nf3 or g1f3";
    const MOVE_HELP: &'static str = "\
Moves: SAN (Nf3, exd5, O-O, e8=Q) or UCI (e2e4, e7e8q); letter case is ignored
where the move is unambiguous.";
    const END_HELP: &'static str = "\
Threefold repetition and the fifty-move
rule draw the game without a claim.";
    const NOTE_ROWS: [usize; 6] = [0, 0, 3, 4, 7, 7];

    fn glyphs_of(locale: &str) -> Glyphs {
        match is_utf8(locale) {
            true => Glyphs::Unicode,
            false => Glyphs::Ascii,
        }
    }

    fn notation(position: &Position, mv: Move, _: Glyphs) -> String {
        position.san(mv)
    }

    fn listed(position: &Position, moves: &[Move], _: Glyphs) -> Vec<String> {
        illegal_move::listed(position, moves)
    }

    fn parse_input(position: &Position, text: &str, _: Glyphs) -> Result<Move, String> {
        move_input::parse(position, text)
    }

    fn exposes_king(position: &Position, from: Square, to: Square) -> bool {
        illegal_move::exposes_king(position, from, to)
    }

    fn color(piece: Piece) -> Color {
        piece.color()
    }

    fn glyph(piece: Piece, style: Style) -> char {
        board::glyph(piece, style)
    }

    fn material_balance(position: &Position, color: Color) -> i32 {
        PieceType::ALL
            .into_iter()
            .map(|kind| {
                let count = |color| position.pieces(color, kind).count().cast_signed();
                piece_value(kind) * (count(color) - count(!color))
            })
            .sum()
    }

    fn board(game: &Game<Self>, view: View<Self>) -> Vec<String> {
        board::rows(game, view)
    }
}

fn piece_value(kind: PieceType) -> i32 {
    match kind {
        PieceType::Pawn => 1,
        PieceType::Knight | PieceType::Bishop => 3,
        PieceType::Rook => 5,
        PieceType::Queen => 9,
        PieceType::King => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::{Chess, Color, Glyphs, PlayRules, Position};

    #[test]
    fn symbols_only_where_the_locale_has_them() {
        for (name, glyphs) in [
            ("", Glyphs::Ascii),
            ("C", Glyphs::Ascii),
            ("de_DE.ISO-8859-1", Glyphs::Ascii),
            ("C.UTF-8", Glyphs::Unicode),
            ("en_US.utf8", Glyphs::Unicode),
        ] {
            assert_eq!(Chess::glyphs_of(name), glyphs, "{name}");
        }
    }

    #[test]
    fn both_sides_see_the_same_difference() {
        let position = Position::from_fen("4k3/8/8/8/8/8/PP6/R2QK1n1 w - - 0 1").unwrap();
        let balance = |color| Chess::material_balance(&position, color);
        assert_eq!(balance(Color::White), 2 + 5 + 9 - 3);
        assert_eq!(balance(Color::Black), -13);
        assert_eq!(Chess::material_balance(&Position::start(), Color::White), 0);
    }
}
