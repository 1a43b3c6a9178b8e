//! The board of chess as text.

use chess::{Chess, Color, File, Move, MoveKind, Piece, PieceType, Square};

use crate::board::View;
use crate::game::Game;
use crate::square_board;
use crate::style::{Glyphs, Style};

/// A row for each rank, then the files.
pub fn rows(game: &Game<Chess>, view: View<Chess>) -> Vec<String> {
    let king = game.position().king(game.position().side_to_move());
    let last = game.moves().last().map(|&mv| [mv.from(), target(mv)]);
    square_board::rows(game, view, king, last)
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
