//! Perft: counts the leaf nodes of the legal move tree.

mod divide;
mod stats;

use game::MoveList;

use crate::position::Position;
use crate::types::color::{Black, Color, Red, Side};

pub use divide::Perft;
pub use stats::{PerftStats, perft_stats};

/// The number of leaf nodes at `depth` plies. Bulk counting: the moves of the last ply are counted,
/// not made.
///
/// ```
/// use xiangqi::{Position, perft};
/// assert_eq!(perft(&mut Position::start(), 3), 79_666);
/// ```
#[must_use]
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match (depth, position.side_to_move()) {
        (0, _) => 1,
        (_, Color::Red) => count::<Red>(position, depth),
        (_, Color::Black) => count::<Black>(position, depth),
    }
}

fn count<S: Side>(position: &mut Position, depth: u32) -> u64 {
    if depth == 1 {
        return position.count_as::<S>() as u64;
    }
    let mut moves = MoveList::new();
    position.list_as::<S>(&mut moves);
    let mut nodes = 0;
    for &mv in &moves {
        position.make_as::<S, ()>(mv, &mut ());
        nodes += count::<S::Them>(position, depth - 1);
        position.unmake(mv);
    }
    nodes
}

/// [`perft`] without bulk counting: slower, and it makes and unmakes a move at every leaf.
#[must_use]
pub fn perft_without_bulk(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    for &mv in &position.legal_moves() {
        position.make(mv, &mut ());
        nodes += perft_without_bulk(position, depth - 1);
        position.unmake(mv);
    }
    nodes
}
