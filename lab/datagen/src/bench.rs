//! The engine's bench signature, which identifies the search in the header of a file.

use chess::{Chess, Position};
use game::Evaluator;
use search::{Limits, SingleThreadSearch, TranspositionTable};

use crate::error::Error;

/// The engine's bench positions.
const POSITIONS: &str = include_str!("../../../crates/engine/src/bench.epd");
/// Depth and hash of the engine's `bench`.
const DEPTH: u32 = 12;
const TABLE: usize = 16;

/// The node count of `quietus bench`. Takes some seconds.
///
/// # Errors
/// If there is not enough memory.
pub fn bench<E: Evaluator<Chess>>(evaluator: E) -> Result<u64, Error> {
    let table = TranspositionTable::new(TABLE).ok_or(Error::Memory(TABLE))?;
    let mut searcher = SingleThreadSearch::new(&Position::start(), table, evaluator);
    let nodes = |fen: &str| {
        let position = Position::from_fen(fen).expect("the bench positions are valid");
        let limits = Limits {
            depth: Some(DEPTH),
            ..Limits::default()
        };
        searcher.clear();
        searcher.search(&position, limits).nodes
    };
    Ok(POSITIONS
        .lines()
        .filter(|line| !line.is_empty())
        .map(nodes)
        .sum())
}
