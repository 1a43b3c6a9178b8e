//! From what an engine finds to what the page shows. Scores are the mover's in UCI and White's
//! in the page: this is the only place that turns them around.

use serde::Serialize;
use uci::{Info, Score};

use super::engine::Root;

/// Whether the page shows it: it has a PV, and a score that is no bound.
pub fn shows(info: &Info) -> bool {
    !info.pv.is_empty() && info.score.is_some() && info.bound.is_none()
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
            depth: newest.depth.unwrap_or(0),
            seldepth: newest.seldepth.unwrap_or(0),
            nodes: newest.nodes.unwrap_or(0),
            nps: newest.nps.unwrap_or(0),
            hashfull: newest.hashfull.unwrap_or(0),
            tbhits: newest.tbhits.unwrap_or(0),
            time: newest.time.unwrap_or(0),
            lines: infos.iter().map(|info| line(info, root)).collect(),
        })
    }
}

fn line(info: &Info, root: &dyn Root) -> LineEvent {
    let sign = if root.is_first_side() { 1 } else { -1 };
    let (cp, mate) = match info.score {
        Some(Score::Centipawns(cp)) => (Some(sign * cp), None),
        Some(Score::Mate(moves)) => (None, Some(sign * moves)),
        None => (None, None),
    };
    let wdl = info.wdl.map(|mut wdl| {
        if sign < 0 {
            wdl.reverse();
        }
        wdl
    });
    LineEvent {
        depth: info.depth.unwrap_or(0),
        cp,
        mate,
        wdl,
        uci: info.pv.clone(),
        san: root.written(&info.pv),
    }
}

#[cfg(test)]
mod tests {
    use super::shows;

    #[test]
    fn only_lines_with_an_exact_score_and_a_pv_are_shown() {
        let shows = |line: &str| shows(&line.parse().unwrap());
        assert!(shows(
            "info depth 12 multipv 2 score mate -3 nodes 99 pv e2e4 e7e5"
        ));
        for other in [
            "info string depth 1 pv e2e4",
            "info depth 3 currmove e2e4 currmovenumber 1",
            "info depth 3 score cp 5 lowerbound pv e2e4",
            "info depth 0 score mate 0",
            "info depth 3 pv e2e4",
        ] {
            assert!(!shows(other), "{other}");
        }
    }
}
