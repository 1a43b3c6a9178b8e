//! The engine's bench signature, which identifies the search in the header of a file.

use game::Evaluator;
use search::{Limits, SingleThreadSearch, TranspositionTable};

use crate::error::Error;
use crate::rules::SelfPlayRules;

/// Depth and hash of the engine's `bench`.
const DEPTH: u32 = 12;
const TABLE: usize = 16;

/// The node count of `quietus bench`, or of the bench of another game. Takes some seconds.
///
/// # Errors
/// If there is not enough memory.
pub fn bench<R: SelfPlayRules, E: Evaluator<R>>(evaluator: E) -> Result<u64, Error> {
    let table = TranspositionTable::new(TABLE).ok_or(Error::Memory(TABLE))?;
    let mut searcher = SingleThreadSearch::new(&R::start(), table, evaluator);
    let nodes = |fen: &str| {
        let position = R::parse_fen(fen).expect("the bench positions are valid");
        let limits = Limits {
            depth: Some(DEPTH),
            ..Limits::default()
        };
        searcher.clear();
        searcher.search(&position, limits).nodes
    };
    Ok(R::BENCH
        .lines()
        .filter(|line| !line.is_empty())
        .map(nodes)
        .sum())
}
