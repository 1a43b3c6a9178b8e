//! The engine's bench signature, so that records can say which search made them.

use chess::{Chess, Position};
use game::Evaluator;
use search::{Limits, SingleThreadSearch, TranspositionTable};

use crate::error::Error;

/// The engine's own set of positions.
const POSITIONS: &str = include_str!("../../../crates/engine/src/bench.epd");
/// As deep, and with as large a table, as the engine's `bench`.
const DEPTH: u32 = 12;
const TABLE: usize = 16;

/// The number of nodes that `quietus bench` prints. Takes some seconds.
///
/// # Errors
/// If there is not enough memory.
pub fn bench<E: Evaluator<Chess>>(evaluator: E) -> Result<u64, Error> {
    let table = TranspositionTable::new(TABLE).ok_or(Error::Memory(TABLE))?;
    let mut solo = SingleThreadSearch::new(&Position::start(), table, evaluator);
    let nodes = |fen: &str| {
        let position = Position::from_fen(fen).expect("the bench positions are valid");
        let limits = Limits {
            depth: Some(DEPTH),
            ..Limits::default()
        };
        solo.forget();
        solo.search(&position, limits).nodes
    };
    Ok(POSITIONS
        .lines()
        .filter(|line| !line.is_empty())
        .map(nodes)
        .sum())
}
