//! `info` lines: what an engine reports about its search.

use std::fmt;

/// A score as UCI gives it, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UciScore {
    /// `cp`.
    Centipawns(i32),
    /// Mate in this many moves; negative when being mated.
    Mate(i32),
}

impl UciScore {
    /// The score in centipawns, with mates beyond all other scores: for comparisons only.
    pub const fn centipawns(self) -> i32 {
        match self {
            Self::Centipawns(score) => score,
            Self::Mate(moves) if moves > 0 => 1_000_000 - moves,
            Self::Mate(moves) => -1_000_000 - moves,
        }
    }
}

/// As in PGN comments: `+0.31`, `-12.00`, `+M5`, `-M2`.
impl fmt::Display for UciScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Centipawns(0) => f.write_str("0.00"),
            Self::Centipawns(score) => write!(f, "{:+.2}", f64::from(score) / 100.0),
            Self::Mate(moves) if moves > 0 => write!(f, "+M{moves}"),
            Self::Mate(moves) => write!(f, "-M{}", moves.unsigned_abs()),
        }
    }
}

/// The fields of one `info` line that the arena uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InfoLine<'a> {
    /// The depth in plies.
    pub depth: Option<u32>,
    /// The selective depth in plies.
    pub seldepth: Option<u32>,
    /// The number of the line in MultiPV, from 1.
    pub multipv: Option<u32>,
    /// The score.
    pub score: Option<UciScore>,
    /// The score is only a bound: `lowerbound` or `upperbound` was there.
    pub is_bound: bool,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Time spent, in milliseconds, as the engine measures it.
    pub time: Option<u64>,
    /// Nodes per second, as the engine measures them.
    pub nps: Option<u64>,
    /// The principal variation, moves separated by spaces.
    pub pv: Option<&'a str>,
}

impl<'a> InfoLine<'a> {
    /// Parses a line; `None` if it is not an `info` line or only an `info string`. Malformed fields
    /// are skipped.
    pub fn parse(line: &'a str) -> Option<Self> {
        let mut rest = line.trim_ascii_start().strip_prefix("info")?;
        if !rest.starts_with([' ', '\t']) {
            return None;
        }
        let mut info = Self::default();
        let mut is_empty = true;
        while let Some((word, after)) = next_word(rest) {
            rest = after;
            match word {
                "depth" => info.depth = number(&mut rest),
                "seldepth" => info.seldepth = number(&mut rest),
                "multipv" => info.multipv = number(&mut rest),
                "nodes" => info.nodes = number(&mut rest),
                "time" => info.time = number(&mut rest),
                "nps" => info.nps = number(&mut rest),
                "cp" => info.score = number(&mut rest).map(UciScore::Centipawns),
                "mate" => info.score = number(&mut rest).map(UciScore::Mate),
                "lowerbound" | "upperbound" => info.is_bound = true,
                "pv" => {
                    info.pv = Some(rest.trim_ascii());
                    return Some(info);
                }
                "string" => break,
                _ => continue,
            }
            is_empty = false;
        }
        (!is_empty).then_some(info)
    }
}

fn next_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_ascii_start();
    let end = text.find([' ', '\t']).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

/// Parses a number; if there is none, `rest` does not advance.
fn number<T: std::str::FromStr>(rest: &mut &str) -> Option<T> {
    let (word, after) = next_word(rest)?;
    let number = word.parse().ok()?;
    *rest = after;
    Some(number)
}

/// The last score, depth and node count of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SearchSummary {
    /// The score of the first PV: the last exact one, or a bound if there was no exact one.
    pub score: Option<UciScore>,
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
        let Some(info) = InfoLine::parse(line) else {
            return;
        };
        self.nodes = self.nodes.max(info.nodes.unwrap_or(0));
        let is_first = info.multipv.is_none_or(|number| number == 1);
        if info.score.is_some() && is_first && (!info.is_bound || !self.is_exact) {
            self.score = info.score;
            self.depth = info.depth.unwrap_or(self.depth);
            self.seldepth = info.seldepth.unwrap_or(0);
            self.is_exact = !info.is_bound;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{InfoLine, SearchSummary, UciScore};

    #[test]
    fn info_lines_are_read() {
        let line = "info depth 12 seldepth 19 multipv 1 score cp -31 lowerbound nodes 2000 nps 1 \
            hashfull 3 time 7 pv e2e4 e7e5";
        let info = InfoLine::parse(line).unwrap();
        assert_eq!(
            (info.depth, info.seldepth, info.is_bound),
            (Some(12), Some(19), true)
        );
        assert_eq!(info.score, Some(UciScore::Centipawns(-31)));
        assert_eq!(
            (info.nodes, info.time, info.pv),
            (Some(2000), Some(7), Some("e2e4 e7e5"))
        );
        assert_eq!(InfoLine::parse("info string depth 3"), None);
        assert_eq!(InfoLine::parse("information depth 3"), None);
        assert_eq!(
            InfoLine::parse("info depth x nodes 99999999999999999999"),
            Some(InfoLine::default())
        );
    }

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
        assert_eq!(summary.score, Some(UciScore::Mate(-3)));
        assert_eq!((summary.depth, summary.nodes), (2, 30));
    }

    #[test]
    fn scores_print_with_their_sign_and_compare() {
        let text = |score: UciScore| score.to_string();
        assert_eq!(text(UciScore::Centipawns(31)), "+0.31");
        assert_eq!(text(UciScore::Centipawns(-5)), "-0.05");
        assert_eq!(text(UciScore::Mate(-2)), "-M2");
        assert!(UciScore::Mate(1).centipawns() > UciScore::Mate(3).centipawns());
        assert!(UciScore::Mate(-1).centipawns() < UciScore::Mate(-3).centipawns());
        assert!(UciScore::Mate(0).centipawns() < 0);
    }
}
