//! What a book needs to know of a game.

use game::Rules;

/// A game with books.
pub trait BookRules: Rules {
    /// The key of a position. Part of the format, as is the code of a move: it never changes.
    fn book_key(position: &Self::Position) -> u64;

    /// The code of a move in an entry.
    fn book_code(mv: Self::Move) -> u16;

    /// The move of a code, if it is legal: keys can collide.
    fn coded_move(position: &Self::Position, code: u16) -> Option<Self::Move>;

    /// Whether the position occurred before in its game.
    fn is_repetition(position: &Self::Position) -> bool;
}
