//! The rules of a game as people and files see them: where it starts, how positions and moves are
//! written, and how it ends.

use std::error::Error;
use std::fmt::{Debug, Display};

use crate::{Game, MoveList, Outcome, Position, Stage};

/// A game with its texts, for what is not search: engine, matches, openings, records.
///
/// A position shows its board as text.
pub trait Rules: Game<Position: Debug + Display + Sync + 'static> {
    /// The rule that ended a game.
    type Outcome: Outcome;
    /// Why a FEN cannot be read.
    type FenError: Error + Send + Sync + 'static;
    /// Why a move cannot be read.
    type MoveError: Error + Send + Sync + 'static;

    /// The name of the game, as UCI writes it (`UCI_Variant`).
    const NAME: &'static str;

    /// The kinds of moves that [`perft_stats`](crate::perft_stats) counts, by name; a move can be of
    /// several.
    const MOVE_KINDS: &'static [&'static str];

    /// The start position.
    fn start() -> Self::Position;

    /// Reads a FEN.
    ///
    /// # Errors
    /// If it is malformed, or its position cannot be played.
    fn parse_fen(fen: &str) -> Result<Self::Position, Self::FenError>;

    /// The FEN of a position.
    fn fen(position: &Self::Position) -> String;

    /// Reads a legal move in coordinates, as UCI writes it.
    ///
    /// # Errors
    /// If it is malformed or illegal.
    fn parse_move(position: &Self::Position, text: &str) -> Result<Self::Move, Self::MoveError>;

    /// A move in coordinates, as UCI writes it.
    fn move_text(position: &Self::Position, mv: Self::Move) -> String;

    /// The number of the move to be played, from 1.
    fn move_number(position: &Self::Position) -> u32;

    /// The rule that ends the game here, if one does.
    fn outcome(position: &Self::Position) -> Option<Self::Outcome>;

    /// Plays a legal move of a game of any length.
    fn play(position: &mut Self::Position, mv: Self::Move);

    /// For each of [`Rules::MOVE_KINDS`] whether a legal move is of that kind.
    fn move_kinds(position: &mut Self::Position, mv: Self::Move) -> impl IntoIterator<Item = bool>;

    /// All legal moves.
    fn legal_moves(position: &Self::Position) -> MoveList<Self::Move> {
        let mut moves = MoveList::new();
        position.generate(Stage::All, &mut moves);
        moves
    }
}
