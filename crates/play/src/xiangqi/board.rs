//! The board of xiangqi as text: points on lines, the river and both palaces.
//!
//! A point takes four columns: the line to its left, the piece or crossing, and the line to its
//! right. A Chinese character takes two of them.

use xiangqi::{Color, File, Piece, PieceType, Rank, Square, Xiangqi};

use super::rank_number;
use crate::board::View;
use crate::game::Game;
use crate::rules::PlayRules;
use crate::style::{Glyphs, Mark, Style};

/// The ink of the lines on the ground of the board, of the 256 colors of terminals.
const WOOD: &str = "38;5;94;48;5;180";

/// A row for each rank and one between each two, then the files as letters and as players count.
pub fn rows(game: &Game<Xiangqi>, view: View<Xiangqi>) -> Vec<String> {
    let (mut ranks, mut files) = (Rank::ALL, File::ALL);
    match view.bottom {
        Color::Red => ranks.reverse(),
        Color::Black => files.reverse(),
    }
    let dialect = game.position().dialect();
    let mut rows = Vec::new();
    for (row, rank) in ranks.into_iter().enumerate() {
        let points: String = files
            .into_iter()
            .enumerate()
            .map(|(column, file)| point(game, view.style, Square::new(file, rank), row, column))
            .collect();
        rows.push(format!("{:>2}{points}", rank_number(dialect, rank.index())));
        if row < 9 {
            rows.push(format!("  {}", between(view.style, row)));
        }
    }
    let letters = files.map(|file| format!(" {}  ", file.letter()));
    let numbers: String = (1..=9).rev().map(|number| format!(" {number}  ")).collect();
    rows.push(format!("  {}", letters.concat()));
    rows.push(format!("  {numbers}"));
    rows
}

/// Four columns for a point.
fn point(game: &Game<Xiangqi>, style: Style, square: Square, row: usize, column: usize) -> String {
    let content = game.position().piece_on(square);
    let mark = mark(game, square, content);
    let line = |is_edge| match (is_edge, style.has_lines) {
        (true, _) => ' ',
        (false, false) => '-',
        (false, true) => '─',
    };
    let (left, right) = (line(column == 0), line(column == 8));
    let glyph = match content {
        Some(piece) => Xiangqi::glyph(piece, style),
        None => crossing(style.has_lines, row, column),
    };
    // A crossing or a letter leaves a column for the line.
    let is_wide = content.is_some() && style.glyphs == Glyphs::Unicode;
    let rest = if is_wide {
        String::new()
    } else {
        right.to_string()
    };
    if !style.is_colored {
        return match mark {
            Mark::LastMove => format!("[{glyph}]{rest}"),
            Mark::None | Mark::Check => format!("{left}{glyph}{right}{rest}"),
        };
    }
    let ground = match mark {
        Mark::None => 180,
        Mark::LastMove => 222,
        Mark::Check => 210,
    };
    let ink = match content.map(Piece::color) {
        Some(Color::Red) => "1;38;5;124",
        Some(Color::Black) => "1;38;5;16",
        None => "38;5;94",
    };
    format!("\x1b[{WOOD}m{left}\x1b[{ink};48;5;{ground}m{glyph}\x1b[0;{WOOD}m{right}{rest}\x1b[0m")
}

/// What the color or the brackets of a point say.
fn mark(game: &Game<Xiangqi>, square: Square, content: Option<Piece>) -> Mark {
    let position = game.position();
    let king = Piece::new(position.side_to_move(), PieceType::King);
    let last = game.moves().last();
    if position.in_check() && content == Some(king) {
        Mark::Check
    } else if last.is_some_and(|mv| square == mv.from() || square == mv.to()) {
        Mark::LastMove
    } else {
        Mark::None
    }
}

/// An empty point. No line crosses the river between the rows 4 and 5.
fn crossing(has_lines: bool, row: usize, column: usize) -> char {
    if !has_lines {
        return '+';
    }
    match (row, column) {
        (0, 0) => '┌',
        (0, 8) => '┐',
        (9, 0) => '└',
        (9, 8) => '┘',
        (_, 0) => '├',
        (_, 8) => '┤',
        (0 | 5, _) => '┬',
        (4 | 9, _) => '┴',
        _ => '┼',
    }
}

/// The lines between a row and the next, with the diagonals of the palaces, or the river.
fn between(style: Style, row: usize) -> String {
    let line = if style.has_lines { '│' } else { '|' };
    let river = match style.glyphs {
        Glyphs::Ascii => "             river             ",
        Glyphs::Unicode => "       楚河         漢界       ",
    };
    let lines = if row == 4 {
        format!(" {line}{river}{line}  ")
    } else {
        let [down, up] = if style.has_lines {
            ['╲', '╱']
        } else {
            ['\\', '/']
        };
        let diagonals = match row {
            0 | 7 => [down, up],
            1 | 8 => [up, down],
            _ => [' ', ' '],
        };
        let cell = |column: usize| match column {
            3 => format!(" {line} {}", diagonals[0]),
            4 => format!(" {line} {}", diagonals[1]),
            _ => format!(" {line}  "),
        };
        (0..9).map(cell).collect()
    };
    match style.is_colored {
        true => format!("\x1b[{WOOD}m{lines}\x1b[0m"),
        false => lines,
    }
}

#[cfg(test)]
mod tests {
    use game::Rng;
    use xiangqi::{Move, Position};

    use super::{Color, Game, Glyphs, Style, View, Xiangqi};
    use crate::board::draw;
    use crate::format::columns;

    fn drawn(game: &Game<Xiangqi>, glyphs: Glyphs, bottom: Color, is_colored: bool) -> String {
        let style = Style {
            glyphs,
            has_lines: glyphs == Glyphs::Unicode,
            is_colored,
        };
        let human = Color::Red;
        draw(
            game,
            View {
                style,
                bottom,
                human,
                opponent: "Quietus",
            },
        )
    }

    fn game(moves: &[&str]) -> Game<Xiangqi> {
        let mut game = Game::<Xiangqi>::new(Position::start());
        for text in moves {
            let mv = game.position().parse_move(text).unwrap();
            game.play(mv);
        }
        game
    }

    #[test]
    fn letters_from_reds_side() {
        let game = game(&["C2=5", "H8+7", "C5+4"]);
        let text = drawn(&game, Glyphs::Ascii, Color::Red, false);
        let expected = "
 9 r---h---e---a---k---a---e---+---r      Quietus (black)
   |   |   |   | \\ | / |   |   |   |
 8 +---+---+---+---+---+---+---+---+
   |   |   |   | / | \\ |   |   |   |
 7 +---c---+---+---+---+---h---c---+
   |   |   |   |   |   |   |   |   |
 6 p---+---p---+--[C]--+---p---+---p
   |   |   |   |   |   |   |   |   |
 5 +---+---+---+---+---+---+---+---+      Move 2, black to play
   |             river             |
 4 +---+---+---+---+---+---+---+---+      Last move: 2. C5+4
   |   |   |   |   |   |   |   |   |
 3 P---+---P---+---P---+---P---+---P
   |   |   |   |   |   |   |   |   |
 2 +---C---+---+--[+]--+---+---+---+
   |   |   |   | \\ | / |   |   |   |
 1 +---+---+---+---+---+---+---+---+
   |   |   |   | / | \\ |   |   |   |      p +1
 0 R---H---E---A---K---A---E---H---R      You (red)
   a   b   c   d   e   f   g   h   i
   9   8   7   6   5   4   3   2   1
";
        assert_eq!(format!("\n{text}"), expected, "\n{text}");
    }

    #[test]
    fn characters_from_blacks_side() {
        let text = drawn(&game(&["h2e2"]), Glyphs::Unicode, Color::Black, false);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[0],
            " 0 俥──傌──相──仕──帥──仕──相──傌──俥     You (red)"
        );
        assert_eq!(lines[4], " 2 ├──[┼]──┼───┼──[炮]─┼───┼───炮──┤", "{text}");
        assert!(lines[9].contains("楚河"), "{text}");
        assert!(text.contains("Last move: 1. 炮二平五"), "{text}");
    }

    #[test]
    fn letters_stand_on_drawn_lines_where_there_are_any() {
        let view = View::<Xiangqi> {
            style: Style {
                glyphs: Glyphs::Ascii,
                has_lines: true,
                is_colored: false,
            },
            bottom: Color::Red,
            human: Color::Red,
            opponent: "Quietus",
        };
        let text = draw(&game(&[]), view);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with(" 9 r───h───e───a───k"), "{text}");
        assert!(lines[2].starts_with(" 8 ├───┼───┼"), "{text}");
        assert!(
            lines[9].contains("│             river             │"),
            "{text}"
        );
    }

    /// Games in which everything is taken that can be, so that the notes get as long as they can.
    #[test]
    fn eighty_columns_are_enough_and_all_rows_are_equally_wide() {
        let mut rng = Rng::new(4);
        for _ in 0..20 {
            let mut game = game(&[]);
            while game.ending().is_none() {
                let position = game.position();
                let moves = position.legal_moves();
                let captures: Vec<Move> = moves
                    .iter()
                    .copied()
                    .filter(|&mv| position.is_capture(mv))
                    .collect();
                let mv = rng.choose(&captures).or_else(|| rng.choose(&moves));
                game.play(*mv.expect("the game is not over"));
            }
            for glyphs in [Glyphs::Ascii, Glyphs::Unicode] {
                let text = drawn(&game, glyphs, Color::Red, false);
                assert!(text.lines().all(|line| columns(line) <= 80), "{text}");
                assert!(text.lines().all(|line| !line.ends_with(' ')), "{text}");
                let plain = View::<Xiangqi> {
                    style: Style {
                        glyphs,
                        has_lines: true,
                        is_colored: false,
                    },
                    bottom: Color::Red,
                    human: Color::Red,
                    opponent: "Quietus",
                };
                let rows = super::rows(&game, plain);
                assert!(rows.iter().all(|row| columns(row) == 38), "{rows:#?}");
            }
        }
    }

    #[test]
    fn colors_mark_the_last_move_and_the_king_in_check() {
        let mut game =
            Game::<Xiangqi>::new(Position::from_fen("3k5/9/9/9/9/9/9/9/R8/4K4 w").unwrap());
        game.play(game.position().parse_uci("a1d1").unwrap());
        let text = drawn(&game, Glyphs::Ascii, Color::Red, true);
        for expected in ["48;5;210mk\x1b", "48;5;222mR\x1b", "48;5;222m+\x1b"] {
            assert_eq!(text.matches(expected).count(), 1, "{expected:?} in\n{text}");
        }
        assert!(!text.contains("[R]"));
    }
}
