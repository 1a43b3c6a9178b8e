//! Boards of eight by eight squares as text.

use ::game::Position;
use chess::{Color, File, Rank, Square};

use crate::board::View;
use crate::game::Game;
use crate::rules::PlayRules;
use crate::style::{Glyphs, Mark, Style};

/// A row for each rank, then the files; marked are the king of the side to move if it is in check, and the
/// squares of the last move.
pub fn rows<R: PlayRules<Color = Color, Square = Square>>(
    game: &Game<R>,
    view: View<R>,
    king: Square,
    last: Option<[Square; 2]>,
) -> Vec<String> {
    let mut ranks = Rank::ALL;
    let mut files = File::ALL;
    match view.bottom {
        Color::White => ranks.reverse(),
        Color::Black => files.reverse(),
    }
    let position = game.position();
    let draw = |square: Square| {
        let piece = position.piece_on(square);
        let content = piece.map(|piece| (R::glyph(piece, view.style), R::color(piece)));
        let mark = if position.in_check() && square == king {
            Mark::Check
        } else if last.is_some_and(|squares| squares.contains(&square)) {
            Mark::LastMove
        } else {
            Mark::None
        };
        let is_light = (square.file().index() + square.rank().index()) % 2 == 1;
        square_text(view.style, content, is_light, mark)
    };
    let row = |rank: Rank| {
        let squares = files.map(|file| draw(Square::new(file, rank)));
        format!("  {} {}", rank.digit(), squares.concat())
    };
    let letters = files.map(|file| file.letter().to_string());
    let mut rows: Vec<String> = ranks.into_iter().map(row).collect();
    rows.push(format!("     {}", letters.join("  ")));
    rows
}

/// What stands for an empty square.
fn empty(style: Style) -> char {
    match style.glyphs {
        _ if style.is_colored => ' ',
        Glyphs::Ascii => '.',
        Glyphs::Unicode => '·',
    }
}

/// Three columns for a square.
pub fn square_text(
    style: Style,
    content: Option<(char, Color)>,
    is_light: bool,
    mark: Mark,
) -> String {
    let glyph = content.map_or_else(|| empty(style), |(glyph, _)| glyph);
    if style.is_colored {
        let ink = match content.map(|(_, color)| color) {
            Some(Color::White) => "1;38;5;231",
            Some(Color::Black) | None => "38;5;16",
        };
        let ground = ground(is_light, mark);
        return format!("\x1b[{ink};48;5;{ground}m {glyph} \x1b[0m");
    }
    match mark {
        Mark::LastMove => format!("[{glyph}]"),
        Mark::None | Mark::Check => format!(" {glyph} "),
    }
}

/// The ground of a square, of the 256 colors of terminals: gray-blue ones, brown for the last move,
/// red for check. Each is far enough from white and from black for both sides' pieces.
fn ground(is_light: bool, mark: Mark) -> u8 {
    match (mark, is_light) {
        (Mark::None, true) => 103,
        (Mark::None, false) => 60,
        (Mark::LastMove, true) => 137,
        (Mark::LastMove, false) => 94,
        (Mark::Check, _) => 131,
    }
}
