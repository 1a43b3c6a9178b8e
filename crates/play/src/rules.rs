//! What terminal play needs to know of a game.

use std::fmt::{Debug, Display};

use evaluation::Evaluated;
use game::{Codes, Dense, Rules};
use pgn::Notation;

use crate::board::View;
use crate::game::Game;
use crate::style::{Glyphs, Style};

/// A game that can be played in the terminal.
pub trait PlayRules:
    Notation + Codes + Evaluated + Rules<Color: Debug + Display, Position: Debug + Eq> + Debug + Eq
{
    /// Both sides; the first one begins the game.
    const SIDES: [Self::Color; 2];
    /// Shown by `play --help`.
    const HELP: &'static str;
    /// How moves can be entered, in a few words.
    const MOVES: &'static str;
    /// The same for `help` during a game, and what ends a game without a claim.
    const MOVE_HELP: &'static str;
    /// See [`Self::MOVE_HELP`].
    const END_HELP: &'static str;
    /// The PGN tag of the player who begins, where programs look for another one than `White`.
    const FIRST_PLAYER_TAG: Option<&'static str> = None;
    /// The rows of the board beside which these stand, from the top: the upper player's name and
    /// captures, the turn, the last move, the lower player's captures and name.
    const NOTE_ROWS: [usize; 6];

    /// The other side.
    fn opponent(color: Self::Color) -> Self::Color {
        Self::SIDES[1 - color.index()]
    }

    /// How pieces are drawn where the user did not choose, by the name of the locale.
    fn glyphs_of(locale: &str) -> Glyphs;

    /// A legal move as players write it.
    fn notation(position: &Self::Position, mv: Self::Move, glyphs: Glyphs) -> String;

    /// Legal moves as players write them, those first that they look for first.
    fn listed(position: &Self::Position, moves: &[Self::Move], glyphs: Glyphs) -> Vec<String> {
        let text = |&mv| Self::notation(position, mv, glyphs);
        let mut texts: Vec<String> = moves.iter().map(text).collect();
        texts.sort();
        texts
    }

    /// The legal move that a human means. The error says why there is none, and what could have
    /// been meant.
    fn parse_input(
        position: &Self::Position,
        text: &str,
        glyphs: Glyphs,
    ) -> Result<Self::Move, String>;

    /// Whether a move between these squares fails only because of the own king.
    fn exposes_king(position: &Self::Position, from: Self::Square, to: Self::Square) -> bool;

    /// The color of a piece.
    fn color(piece: Self::Piece) -> Self::Color;

    /// What stands for a piece.
    fn glyph(piece: Self::Piece, style: Style) -> char;

    /// The material balance from a side's view, in pawns, by the values that beginners learn.
    fn material_balance(position: &Self::Position, color: Self::Color) -> i32;

    /// The rows of the board from the top, all but those below the last rank equally wide.
    fn board(game: &Game<Self>, view: View<Self>) -> Vec<String>;
}
