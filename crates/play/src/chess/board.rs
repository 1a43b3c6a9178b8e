//! The board of chess as text.

use chess::{Chess, Color, File, Move, MoveKind, Piece, PieceType, Rank, Square};

use crate::board::View;
use crate::game::Game;
use crate::style::{Glyphs, Mark, Style};

/// A row for each rank, then the files.
pub fn rows(game: &Game<Chess>, view: View<Chess>) -> Vec<String> {
    let mut ranks = Rank::ALL;
    let mut files = File::ALL;
    match view.bottom {
        Color::White => ranks.reverse(),
        Color::Black => files.reverse(),
    }
    let row = |rank: Rank| {
        let squares = files.map(|file| draw_square(game, view.style, Square::new(file, rank)));
        format!("  {} {}", rank.digit(), squares.concat())
    };
    let letters = files.map(|file| file.letter().to_string());
    let mut rows: Vec<String> = ranks.into_iter().map(row).collect();
    rows.push(format!("     {}", letters.join("  ")));
    rows
}

fn draw_square(game: &Game<Chess>, style: Style, square: Square) -> String {
    let position = game.position();
    let piece = position.piece_on(square);
    let king = Piece::new(position.side_to_move(), PieceType::King);
    let last = game.moves().last().copied();
    let mark = if position.in_check() && piece == Some(king) {
        Mark::Check
    } else if last.is_some_and(|mv| square == mv.from() || square == target(mv)) {
        Mark::LastMove
    } else {
        Mark::None
    };
    let is_light = (square.file().index() + square.rank().index()) % 2 == 1;
    square_text(style, piece, is_light, mark)
}

/// Where the moving piece ends up. Castling names the rook's square, but the king goes to the file
/// of c or g.
fn target(mv: Move) -> Square {
    if mv.kind() != MoveKind::Castle {
        return mv.to();
    }
    let file = if mv.to() > mv.from() {
        File::G
    } else {
        File::C
    };
    Square::new(file, mv.from().rank())
}

/// What stands for a piece. On colored squares the ink tells the sides apart, so that both get
/// the full symbols.
pub fn glyph(piece: Piece, style: Style) -> char {
    match (style.glyphs, piece.color()) {
        (Glyphs::Ascii, _) => piece.letter(),
        (Glyphs::Unicode, Color::White) if !style.is_colored => outlined(piece.kind()),
        (Glyphs::Unicode, _) => full(piece.kind()),
    }
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
fn square_text(style: Style, content: Option<Piece>, is_light: bool, mark: Mark) -> String {
    let glyph = content.map_or_else(|| empty(style), |piece| glyph(piece, style));
    if style.is_colored {
        let ink = match content.map(Piece::color) {
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

fn outlined(kind: PieceType) -> char {
    match kind {
        PieceType::Pawn => '♙',
        PieceType::Knight => '♘',
        PieceType::Bishop => '♗',
        PieceType::Rook => '♖',
        PieceType::Queen => '♕',
        PieceType::King => '♔',
    }
}

fn full(kind: PieceType) -> char {
    match kind {
        PieceType::Pawn => '♟',
        PieceType::Knight => '♞',
        PieceType::Bishop => '♝',
        PieceType::Rook => '♜',
        PieceType::Queen => '♛',
        PieceType::King => '♚',
    }
}

#[cfg(test)]
#[path = "board_tests.rs"]
mod tests;
