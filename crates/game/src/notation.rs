//! Moves and tags of PGN.

use crate::Rules;

/// A game that PGN can hold.
pub trait Notation: Rules {
    /// A legal move as PGN has it.
    fn write_move(position: &Self::Position, mv: Self::Move) -> String;

    /// Reads a legal move.
    ///
    /// # Errors
    /// If it is malformed, illegal or ambiguous.
    fn read_move(position: &Self::Position, text: &str) -> Result<Self::Move, Self::MoveError>;

    /// The tags that tell the variant of a game from this start. A game's own tags of these names
    /// are not written.
    fn variant_tags(start: &Self::Position) -> &'static [(&'static str, &'static str)];

    /// Applies the value of a `Variant` tag; false if its rules are others.
    fn set_variant(start: &mut Self::Position, variant: &str) -> bool;
}

/// The name of a variant in lower case, without spaces and marks.
pub fn plain_name(variant: &str) -> String {
    let letters = variant.chars().filter(char::is_ascii_alphanumeric);
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}
