//! What the `info` lines of a search say in the end.

use uci::{Info, Score};

/// The last score, depth and node count of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchSummary {
    /// The score of the first PV: the last exact one, or a bound if there was no exact one.
    pub score: Option<Score>,
    /// The depth of that score.
    pub depth: u32,
    /// The selective depth of that score.
    pub seldepth: u32,
    /// The largest number of nodes reported.
    pub nodes: u64,
    is_exact: bool,
}

impl SearchSummary {
    /// Reads one line of output.
    pub fn read(&mut self, line: &str) {
        let Ok(info) = line.parse::<Info>() else {
            return;
        };
        self.nodes = self.nodes.max(info.nodes.unwrap_or(0));
        let is_first = info.multipv.is_none_or(|number| number == 1);
        if info.score.is_some() && is_first && (info.bound.is_none() || !self.is_exact) {
            self.score = info.score;
            self.depth = info.depth.unwrap_or(self.depth);
            self.seldepth = info.seldepth.unwrap_or(0);
            self.is_exact = info.bound.is_none();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Score, SearchSummary};

    #[test]
    fn the_last_exact_score_of_the_first_line_counts() {
        let mut summary = SearchSummary::default();
        for line in [
            "info depth 1 score cp 5 upperbound nodes 10",
            "info depth 2 multipv 1 score mate -3 nodes 20",
            "info depth 2 multipv 2 score cp 90 nodes 30",
            "info depth 3 multipv 1 score cp 7 lowerbound nodes 25",
            "bestmove e2e4",
        ] {
            summary.read(line);
        }
        assert_eq!(summary.score, Some(Score::Mate(-3)));
        assert_eq!((summary.depth, summary.nodes), (2, 30));
    }
}
