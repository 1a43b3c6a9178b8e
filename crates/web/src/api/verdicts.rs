//! What the tablebases say of a position and its moves.

use chess::Chess;
use serde::Serialize;
use tablebase::{Dtz, RankedMove};

use super::Failure;
use crate::Site;
use crate::games::{GameName, Line};

/// The verdict of the tablebases.
#[derive(Debug, Serialize)]
pub struct Verdict {
    /// Win, draw or loss of the side to move.
    wdl: String,
    /// The moves, the best first.
    moves: Vec<Move>,
}

/// A move, and what it leads to.
#[derive(Debug, Serialize)]
struct Move {
    uci: String,
    san: String,
    wdl: String,
    /// Plies to the next capture or pawn move, if known.
    dtz: Option<i32>,
}

/// Looks a position up; nothing if there is no table of it.
pub fn look_up(site: &Site, line: &Line) -> Result<Option<Verdict>, Failure> {
    let Some(tables) = site.backend.tables.as_ref() else {
        return Ok(None);
    };
    if line.game != GameName::Chess {
        return Ok(None);
    }
    let position = line.play::<Chess>()?.end;
    let verdict = tables.probe_wdl(&position);
    let moves = tables.rank_moves(&position, true);
    Ok(verdict.zip(moves).map(|(wdl, ranked)| Verdict {
        wdl: wdl.to_string(),
        moves: ranked
            .moves
            .iter()
            .map(|RankedMove { mv, wdl, dtz, .. }| Move {
                uci: position.uci(*mv),
                san: position.san(*mv),
                wdl: wdl.to_string(),
                dtz: dtz.map(|Dtz(plies)| plies),
            })
            .collect(),
    }))
}
