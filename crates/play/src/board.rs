//! The board as text, with players, captures and material balance beside it, in 80 columns.

use chess::{Color, File, Move, MoveKind, Piece, PieceType, Position, Rank, Square};

use crate::game::Game;
use crate::style::{Mark, Style};

/// What the board looks like and from where.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// How things look.
    pub style: Style,
    /// The side at the bottom.
    pub bottom: Color,
    /// The side that the human plays.
    pub human: Color,
}

/// Columns between the board and the notes beside it.
const GAP: &str = "    ";

/// Draws the board: a line for each rank, then the files.
pub fn draw(game: &Game, view: View) -> String {
    let mut ranks = Rank::ALL;
    let mut files = File::ALL;
    match view.bottom {
        Color::White => ranks.reverse(),
        Color::Black => files.reverse(),
    }
    let mut text = String::new();
    for (rank, note) in ranks.into_iter().zip(notes(game, view)) {
        let squares: String = files
            .into_iter()
            .map(|file| draw_square(game, view.style, Square::new(file, rank)))
            .collect();
        let line = format!("  {} {squares}{GAP}{note}", rank.digit());
        text.push_str(line.trim_end());
        text.push('\n');
    }
    let letters: Vec<String> = files.iter().map(|file| file.letter().to_string()).collect();
    text.push_str(&format!("     {}\n", letters.join("  ")));
    text
}

fn draw_square(game: &Game, style: Style, square: Square) -> String {
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
    style.square(piece, is_light, mark)
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

/// What stands beside the ranks, from the top: each player beside the own pieces, and between them
/// whose turn it is and what was played.
fn notes(game: &Game, view: View) -> [String; 8] {
    let position = game.position();
    let turn = match game.ending() {
        Some(ending) => format!("{}: {ending}", ending.result()),
        None => {
            let check = if position.in_check() { ", check" } else { "" };
            let side = position.side_to_move();
            format!("Move {}, {side} to play{check}", position.fullmove_number())
        }
    };
    let last = game.last_move();
    let last = last.map_or(String::new(), |last| format!("Last move: {last}"));
    let mut notes = <[String; 8]>::default();
    notes[0] = player(game, view, !view.bottom);
    notes[3] = turn;
    notes[4] = last;
    notes[7] = player(game, view, view.bottom);
    notes
}

/// A player's name and color, the pieces it captured, and its material lead.
fn player(game: &Game, view: View, color: Color) -> String {
    let name = if color == view.human {
        "You"
    } else {
        "Quietus"
    };
    let mut text = format!("{name} ({color})");
    let captured = game.captured(!color);
    if !captured.is_empty() {
        text.push(' ');
        text.extend(captured.iter().map(|&piece| view.style.piece(piece)));
    }
    let balance = material_balance(game.position(), color);
    if balance > 0 {
        text.push_str(&format!(" +{balance}"));
    }
    text
}

/// Piece values as beginners learn them, in pawns.
fn piece_value(kind: PieceType) -> i32 {
    match kind {
        PieceType::Pawn => 1,
        PieceType::Knight | PieceType::Bishop => 3,
        PieceType::Rook => 5,
        PieceType::Queen => 9,
        PieceType::King => 0,
    }
}

/// The material balance in pawns from a side's view.
fn material_balance(position: &Position, color: Color) -> i32 {
    PieceType::ALL
        .into_iter()
        .map(|kind| {
            let count = |color| position.pieces(color, kind).count().cast_signed();
            piece_value(kind) * (count(color) - count(!color))
        })
        .sum()
}

#[cfg(test)]
mod tests;
