//! The board as text, with players, captures and material balance beside it, in 80 columns.

use game::{Position, Rules};

use crate::game::Game;
use crate::rules::PlayRules;
use crate::style::Style;

/// What the board looks like and from where.
#[derive(Debug)]
pub struct View<R: Rules> {
    /// How things look.
    pub style: Style,
    /// The side at the bottom.
    pub bottom: R::Color,
    /// The side that the human plays.
    pub human: R::Color,
    /// The opponent's name.
    pub opponent: &'static str,
}

impl<R: Rules> Clone for View<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R: Rules> Copy for View<R> {}

/// Columns between the board and the notes beside it.
const GAP: &str = "    ";

/// Draws the board with the notes.
pub fn draw<R: PlayRules>(game: &Game<R>, view: View<R>) -> String {
    let notes = notes(game, view);
    let mut text = String::new();
    for (index, row) in R::board(game, view).into_iter().enumerate() {
        let beside = R::NOTE_ROWS.iter().zip(&notes);
        let beside: Vec<&str> = beside
            .filter(|(row, note)| **row == index && !note.is_empty())
            .map(|(_, note)| note.as_str())
            .collect();
        let line = format!("{row}{GAP}{}", beside.join(" "));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// What stands at [`PlayRules::NOTE_ROWS`]: each player beside the own pieces, and between them whose
/// turn it is and what was played.
fn notes<R: PlayRules>(game: &Game<R>, view: View<R>) -> [String; 6] {
    let position = game.position();
    let turn = match game.ending() {
        Some(ending) => format!("{}: {ending}", ending.result()),
        None => {
            let check = if position.in_check() { ", check" } else { "" };
            let side = position.side_to_move();
            format!("Move {}, {side} to play{check}", R::move_number(position))
        }
    };
    let last = game.last_move(view.style.glyphs);
    let last = last.map_or(String::new(), |last| format!("Last move: {last}"));
    let top = R::opponent(view.bottom);
    [
        player(view, top),
        captures(game, view, top),
        turn,
        last,
        player(view, view.bottom),
        captures(game, view, view.bottom),
    ]
}

/// A player's name and color.
fn player<R: PlayRules>(view: View<R>, color: R::Color) -> String {
    let name = if color == view.human {
        "You"
    } else {
        view.opponent
    };
    format!("{name} ({color})")
}

/// The pieces that a player captured, and its material lead.
fn captures<R: PlayRules>(game: &Game<R>, view: View<R>, color: R::Color) -> String {
    let captured = game.captured(R::opponent(color));
    let glyphs = captured.iter().map(|&piece| R::glyph(piece, view.style));
    let pieces: String = glyphs.collect();
    let balance = R::material_balance(game.position(), color);
    match (pieces.is_empty(), balance > 0) {
        (_, false) => pieces,
        (true, true) => format!("+{balance}"),
        (false, true) => format!("{pieces} +{balance}"),
    }
}
