//! From the lines of a UCI engine to what the page shows. Scores are the mover's in UCI and White's
//! in the page (Red's in xiangqi): this is the only place that turns them around.

use std::str::SplitAsciiWhitespace;

use serde::Serialize;

use super::engine::Root;

/// A line with its score, and what the search has done for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Info {
    depth: u32,
    seldepth: u32,
    /// The number of the line, from 1.
    pub rank: usize,
    score: Score,
    wdl: Option<[u32; 3]>,
    nodes: u64,
    nps: u64,
    hashfull: u32,
    tbhits: u64,
    time: u64,
    pv: Vec<String>,
}

/// A score of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Score {
    Centipawns(i32),
    /// Moves to mate.
    Mate(i32),
}

impl Default for Score {
    fn default() -> Self {
        Self::Centipawns(0)
    }
}

impl Info {
    /// Reads an `info` line. Nothing if it has no PV, or a score that is only a bound.
    pub fn parse(line: &str) -> Option<Self> {
        let mut words = line.split_ascii_whitespace();
        let mut info = Self {
            rank: 1,
            ..Self::default()
        };
        if words.next() != Some("info") {
            return None;
        }
        while let Some(word) = words.next() {
            match word {
                "depth" => info.depth = number(&mut words)?,
                "seldepth" => info.seldepth = number(&mut words)?,
                "multipv" => info.rank = number(&mut words)?,
                "score" => {
                    info.score = match words.next()? {
                        "cp" => Score::Centipawns(number(&mut words)?),
                        "mate" => Score::Mate(number(&mut words)?),
                        _ => return None,
                    }
                }
                "wdl" => {
                    let mut part = || number(&mut words);
                    info.wdl = Some([part()?, part()?, part()?]);
                }
                "nodes" => info.nodes = number(&mut words)?,
                "nps" => info.nps = number(&mut words)?,
                "hashfull" => info.hashfull = number(&mut words)?,
                "tbhits" => info.tbhits = number(&mut words)?,
                "time" => info.time = number(&mut words)?,
                "lowerbound" | "upperbound" | "string" | "currmove" => return None,
                "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
                _ => {}
            }
        }
        (!info.pv.is_empty()).then_some(info)
    }
}

fn number<T: std::str::FromStr>(words: &mut SplitAsciiWhitespace<'_>) -> Option<T> {
    words.next()?.parse().ok()
}

/// An `info` event.
#[derive(Debug, Serialize)]
pub struct InfoEvent {
    id: u64,
    depth: u32,
    seldepth: u32,
    nodes: u64,
    nps: u64,
    hashfull: u32,
    tbhits: u64,
    time: u64,
    lines: Vec<LineEvent>,
}

/// A line of an `info` event.
#[derive(Debug, Serialize)]
struct LineEvent {
    depth: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    wdl: Option<[u32; 3]>,
    uci: Vec<String>,
    san: Vec<String>,
}

impl InfoEvent {
    /// The event of the lines of a search, the best first; nothing if there are none.
    pub fn new(id: u64, root: &dyn Root, infos: &[Info]) -> Option<Self> {
        let newest = infos.iter().max_by_key(|info| info.nodes)?;
        Some(Self {
            id,
            depth: newest.depth,
            seldepth: newest.seldepth,
            nodes: newest.nodes,
            nps: newest.nps,
            hashfull: newest.hashfull,
            tbhits: newest.tbhits,
            time: newest.time,
            lines: infos.iter().map(|info| line(info, root)).collect(),
        })
    }
}

fn line(info: &Info, root: &dyn Root) -> LineEvent {
    let sign = if root.is_first_side() { 1 } else { -1 };
    let (cp, mate) = match info.score {
        Score::Centipawns(cp) => (Some(sign * cp), None),
        Score::Mate(moves) => (None, Some(sign * moves)),
    };
    let wdl = info.wdl.map(|mut wdl| {
        if sign < 0 {
            wdl.reverse();
        }
        wdl
    });
    LineEvent {
        depth: info.depth,
        cp,
        mate,
        wdl,
        uci: info.pv.clone(),
        san: root.written(&info.pv),
    }
}

#[cfg(test)]
mod tests {
    use super::{Info, Score};

    #[test]
    fn lines_are_read_and_others_skipped() {
        let line = "info depth 12 seldepth 20 multipv 2 score mate -3 wdl 0 0 1000 nodes 99 nps 5 \
                    hashfull 1 tbhits 0 time 7 pv e2e4 e7e5";
        let info = Info::parse(line).unwrap();
        assert_eq!((info.depth, info.rank, info.nodes), (12, 2, 99));
        assert_eq!(
            (info.score, info.wdl),
            (Score::Mate(-3), Some([0, 0, 1000]))
        );
        assert_eq!(info.pv, ["e2e4", "e7e5"]);
        for other in [
            "",
            "info string depth 1 pv e2e4",
            "info depth 3 currmove e2e4 currmovenumber 1",
            "info depth 3 score cp 5 lowerbound pv e2e4",
            "info depth x pv e2e4",
            "info depth 0 score mate 0",
            "bestmove e2e4",
        ] {
            assert_eq!(Info::parse(other), None, "{other}");
        }
    }
}
