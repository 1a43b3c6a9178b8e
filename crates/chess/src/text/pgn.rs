//! PGN: games as text, in standard algebraic notation (SAN).

pub use pgn::{AnnotatedMove, Line, PgnError, Reason, civil_date, write};

use pgn::{Notation, plain_name};

use crate::position::Position;
use crate::rules::Chess;
use crate::text::uci::MoveError;
use crate::types::moves::Move;

/// A game of chess.
pub type Game = pgn::Game<Chess>;

/// Gives the games of a stream one by one.
///
/// ```
/// use chess::pgn::Reader;
/// let text = "[White \"A\"]\n\n1. e4 e5 2. Nf3 1-0\n\n[White \"B\"]\n\n1. e4 Ke4 *\n";
/// let games: Vec<_> = Reader::new(text.as_bytes()).collect();
/// assert_eq!(games[0].as_ref().map(|game| game.moves().len()).ok(), Some(3));
/// assert!(games[1].is_err());
/// ```
pub type Reader<S> = pgn::Reader<Chess, S>;

impl pgn::Import for Chess {}

impl Notation for Chess {
    fn write_move(position: &Position, mv: Move) -> String {
        position.san(mv)
    }

    fn read_move(position: &Position, text: &str) -> Result<Move, MoveError> {
        position.parse_san(text)
    }

    fn variant_tags(start: &Position) -> &'static [(&'static str, &'static str)] {
        match start.is_chess960() {
            true => &[("Variant", "Chess960")],
            false => &[],
        }
    }

    fn set_variant(start: &mut Position, variant: &str) -> bool {
        match plain_name(variant).as_str() {
            "chess960" | "fischerandom" | "fischerrandom" | "frc" | "dfrc" => {
                start.set_chess960(true);
                true
            }
            name => matches!(name, "" | "standard" | "chess" | "normal" | "fromposition"),
        }
    }
}

#[cfg(test)]
mod tests;
