//! The board as text, with what a player wants to know beside it. At most 80 columns.

use chess::{Color, File, Move, MoveKind, Piece, PieceType, Rank, Square};

use super::game::Game;
use super::material;
use super::style::{Mark, Style};

/// What the board looks like and from where.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// How things look.
    pub style: Style,
    /// The side at the bottom.
    pub bottom: Color,
    /// The side that the person plays.
    pub person: Color,
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

/// A player's name and color, what was taken from the other, and by how much the own pieces
/// outweigh the other's.
fn player(game: &Game, view: View, color: Color) -> String {
    let name = if color == view.person {
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
    let lead = material::lead(game.position(), color);
    if lead > 0 {
        text.push_str(&format!(" +{lead}"));
    }
    text
}

#[cfg(test)]
mod tests;
