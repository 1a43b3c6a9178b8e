//! What an engine says of its search: `info` and `bestmove`.

use std::fmt;
use std::str::FromStr;

use crate::arguments::write_option;
use crate::score::Score;

/// Whether a score is only a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// `lowerbound`: the score is at least this.
    Lower,
    /// `upperbound`: the score is at most this.
    Upper,
}

/// An `info` line. Fields that it does not have are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Selective depth in plies.
    pub seldepth: Option<u32>,
    /// The number of the PV, from 1.
    pub multipv: Option<u32>,
    /// The score of the side to move.
    pub score: Option<Score>,
    /// Whether the score is only a bound.
    pub bound: Option<Bound>,
    /// Win, draw and loss, per mille.
    pub wdl: Option<[u32; 3]>,
    /// Nodes searched.
    pub nodes: Option<u64>,
    /// Nodes per second.
    pub nps: Option<u64>,
    /// How full the TT is, per mille.
    pub hashfull: Option<u32>,
    /// Positions found in tablebases.
    pub tbhits: Option<u64>,
    /// Time since the start, in milliseconds.
    pub time: Option<u64>,
    /// The root move that is being searched.
    pub currmove: Option<String>,
    /// Its number, from 1.
    pub currmovenumber: Option<u32>,
    /// The principal variation; empty if there is none.
    pub pv: Vec<String>,
    /// Any text.
    pub string: Option<String>,
}

/// The words that end a PV.
const KEYWORDS: [&str; 18] = [
    "depth",
    "seldepth",
    "multipv",
    "score",
    "lowerbound",
    "upperbound",
    "wdl",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "time",
    "currmove",
    "currmovenumber",
    "pv",
    "string",
    "refutation",
    "currline",
];

game::error_enum! {
    /// Why a line of an engine is none of a kind.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum OutputError {
        /// It does not start as such a line does.
        OtherLine(start: &'static str) => "the line does not start with {start:?}";
        /// It has no name.
        NoName => "the option has no name";
    }
}

/// Fields that cannot be read, and words that mean nothing, are skipped.
impl FromStr for Info {
    type Err = OutputError;

    fn from_str(line: &str) -> Result<Self, OutputError> {
        let mut words = Words(line);
        if words.next() != Some("info") {
            return Err(OutputError::OtherLine("info"));
        }
        let mut info = Self::default();
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = words.number(),
                "seldepth" => info.seldepth = words.number(),
                "multipv" => info.multipv = words.number(),
                "cp" => info.score = words.number().map(Score::Centipawns),
                "mate" => info.score = words.number().map(Score::Mate),
                "lowerbound" => info.bound = Some(Bound::Lower),
                "upperbound" => info.bound = Some(Bound::Upper),
                "wdl" => {
                    let chances = [words.number(), words.number(), words.number()];
                    if let [Some(win), Some(draw), Some(loss)] = chances {
                        info.wdl = Some([win, draw, loss]);
                    }
                }
                "nodes" => info.nodes = words.number(),
                "nps" => info.nps = words.number(),
                "hashfull" => info.hashfull = words.number(),
                "tbhits" => info.tbhits = words.number(),
                "time" => info.time = words.number(),
                "currmove" => info.currmove = words.next().map(str::to_owned),
                "currmovenumber" => info.currmovenumber = words.number(),
                "pv" => {
                    while let Some(mv) = words.next_if(|word| !KEYWORDS.contains(&word)) {
                        info.pv.push(mv.to_owned());
                    }
                }
                "string" => {
                    info.string = Some(words.rest().to_owned());
                    break;
                }
                // Engines have words of their own.
                _unknown => {}
            }
        }
        Ok(info)
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        write_option(f, "depth", self.depth)?;
        write_option(f, "seldepth", self.seldepth)?;
        write_option(f, "multipv", self.multipv)?;
        write_option(f, "score", self.score)?;
        f.write_str(match self.bound {
            None => "",
            Some(Bound::Lower) => " lowerbound",
            Some(Bound::Upper) => " upperbound",
        })?;
        if let Some([win, draw, loss]) = self.wdl {
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        write_option(f, "nodes", self.nodes)?;
        write_option(f, "nps", self.nps)?;
        write_option(f, "hashfull", self.hashfull)?;
        write_option(f, "tbhits", self.tbhits)?;
        write_option(f, "time", self.time)?;
        write_option(f, "currmove", self.currmove.as_ref())?;
        write_option(f, "currmovenumber", self.currmovenumber)?;
        if !self.pv.is_empty() {
            f.write_str(" pv")?;
            self.pv.iter().try_for_each(|mv| write!(f, " {mv}"))?;
        }
        write_option(f, "string", self.string.as_ref())
    }
}

/// A `bestmove` line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BestMove {
    /// The move; nothing where none can be played.
    pub best: Option<String>,
    /// The reply that the engine expects.
    pub ponder: Option<String>,
}

/// How UCI writes that there is no move.
const NO_MOVE: &str = "(none)";

impl FromStr for BestMove {
    type Err = OutputError;

    fn from_str(line: &str) -> Result<Self, OutputError> {
        let mut words = Words(line);
        if words.next() != Some("bestmove") {
            return Err(OutputError::OtherLine("bestmove"));
        }
        let best = words.next().filter(|&word| word != NO_MOVE);
        let ponder = words.next_if(|word| word == "ponder");
        let ponder = ponder.and_then(|_| words.next());
        Ok(Self {
            best: best.map(str::to_owned),
            ponder: ponder.map(str::to_owned),
        })
    }
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bestmove {}", self.best.as_deref().unwrap_or(NO_MOVE))?;
        write_option(f, "ponder", self.ponder.as_ref())
    }
}

/// The words of a line, and what is left of it.
struct Words<'a>(&'a str);

impl<'a> Words<'a> {
    fn next(&mut self) -> Option<&'a str> {
        self.next_if(|_| true)
    }

    /// The next word, if it is wanted; the line does not advance otherwise.
    fn next_if(&mut self, is_wanted: impl FnOnce(&str) -> bool) -> Option<&'a str> {
        let text = self.0.trim_ascii_start();
        let end = text.find(|c: char| c.is_ascii_whitespace());
        let (word, rest) = text.split_at(end.unwrap_or(text.len()));
        if word.is_empty() || !is_wanted(word) {
            return None;
        }
        self.0 = rest;
        Some(word)
    }

    /// The next word, if it is a number.
    fn number<T: FromStr>(&mut self) -> Option<T> {
        let mut number = None;
        self.next_if(|word| {
            number = word.parse().ok();
            number.is_some()
        });
        number
    }

    fn rest(&self) -> &'a str {
        self.0.trim_ascii()
    }
}

#[cfg(test)]
mod tests {
    use super::{BestMove, Bound, Info, OutputError, Score};

    #[test]
    fn lines_of_other_engines_are_read() {
        let line = "info depth 12 seldepth 19 multipv 1 score cp -31 lowerbound nodes 2000 nps 1 \
            hashfull 3 time 7 pv e2e4 e7e5";
        let info: Info = line.parse().unwrap();
        assert_eq!((info.depth, info.seldepth), (Some(12), Some(19)));
        assert_eq!(info.score, Some(Score::Centipawns(-31)));
        assert_eq!(info.bound, Some(Bound::Lower));
        assert_eq!((info.nodes, info.time), (Some(2000), Some(7)));
        assert_eq!(info.pv, ["e2e4", "e7e5"]);
        let info: Info = "info string depth 3".parse().unwrap();
        assert_eq!(
            (info.depth, info.string.as_deref()),
            (None, Some("depth 3"))
        );
        let broken = "info depth x nodes 99999999999999999999 wdl 1 2 cpload 3";
        assert_eq!(broken.parse(), Ok(Info::default()));
        let early = "info pv e2e4 e7e5 depth 7".parse::<Info>().unwrap();
        assert_eq!((early.pv.len(), early.depth), (2, Some(7)));
    }

    #[test]
    fn other_lines_are_refused() {
        for line in ["", "information depth 3", "bestmove e2e4"] {
            let error = OutputError::OtherLine("info");
            assert_eq!(line.parse::<Info>(), Err(error), "{line:?}");
        }
        assert!("info depth 3".parse::<BestMove>().is_err());
    }

    #[test]
    fn best_moves_may_be_none() {
        let none = BestMove::default();
        for line in ["bestmove (none)", "bestmove"] {
            assert_eq!(line.parse(), Ok(none.clone()));
        }
        let line = "bestmove e2e4 ponder e7e5";
        let best: BestMove = line.parse().unwrap();
        assert_eq!(best.ponder.as_deref(), Some("e7e5"));
        assert_eq!(best.to_string(), line);
    }
}
