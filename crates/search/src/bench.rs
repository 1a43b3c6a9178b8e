//! `bench`: a fixed-depth search of a fixed set of positions. Its node count is the signature of the
//! search: it changes if and only if the search does.

use std::io;
use std::time::{Duration, Instant};

use game::{Evaluator, Rules};

use crate::{Limits, Pool, TranspositionTable};

/// The default depth.
const DEPTH: u32 = 12;
/// The TT size in MiB.
const HASH: usize = 16;

/// The sums of a bench.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bench {
    /// Nodes searched.
    pub nodes: u64,
    /// The time of the searches, without that of clearing the TT between them.
    pub time: Duration,
}

impl Bench {
    /// Searches the positions of a text, a FEN to a line; without a depth, to the usual one. Tells each
    /// FEN and its node count.
    ///
    /// # Errors
    /// If there is not enough memory, or no thread can be started, or it cannot be told.
    ///
    /// # Panics
    /// If a FEN is not valid.
    pub fn run<R: Rules, E: Evaluator<R> + Clone + 'static>(
        fens: &str,
        depth: Option<u32>,
        evaluator: E,
        mut tell: impl FnMut(&str, u64) -> io::Result<()>,
    ) -> io::Result<Self> {
        let table = TranspositionTable::new(HASH).ok_or_else(|| {
            let problem = format!("not enough memory for a hash of {HASH} MiB");
            io::Error::new(io::ErrorKind::OutOfMemory, problem)
        })?;
        let mut pool = Pool::<R, _>::new(1, &R::start(), table, evaluator)?;
        let mut sums = Self::default();
        for fen in fens.lines().filter(|line| !line.is_empty()) {
            let position = R::parse_fen(fen).expect("the bench positions are valid");
            let limits = Limits {
                depth: Some(depth.unwrap_or(DEPTH)),
                ..Limits::default()
            };
            pool.clear();
            let start = Instant::now();
            let nodes = pool.search(&position, limits, || false).nodes;
            sums.time += start.elapsed();
            sums.nodes += nodes;
            tell(fen, nodes)?;
        }
        Ok(sums)
    }
}

#[cfg(test)]
mod tests {
    use chess::Chess;
    use evaluation::handcrafted::Handcrafted;

    use super::Bench;

    #[test]
    fn the_sum_is_that_of_the_positions_in_any_order() {
        let fens = [
            "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
            "8/8/4k3/8/8/3NK3/8/8 w - - 0 1",
        ];
        let bench = |text: &str| {
            let mut told = Vec::new();
            let tell = |fen: &str, nodes| {
                told.push((fen.to_owned(), nodes));
                Ok(())
            };
            let sums = Bench::run::<Chess, _>(text, Some(6), Handcrafted::new(), tell).unwrap();
            assert_eq!(sums.nodes, told.iter().map(|(_, nodes)| nodes).sum());
            told.sort();
            told
        };
        let told = bench(&fens.join("\n"));
        assert!(told.len() == 2 && told.iter().all(|(_, nodes)| *nodes > 0));
        let turned = format!("{}\n\n{}\n", fens[1], fens[0]);
        assert_eq!(
            bench(&turned),
            told,
            "nothing is left of the position before"
        );
    }
}
