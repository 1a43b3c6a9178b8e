//! What networks say about positions.

use chess::Position;
use nnue::{Network, Pieces};

/// The value of a position for the side to move, in hundredths of a pawn.
#[must_use]
pub fn value(network: &Network, position: &Position) -> i32 {
    network.value(&Pieces::from(position), position.side_to_move())
}
