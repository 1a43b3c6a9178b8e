//! What the network sees: its value of a position, and what each piece adds to it.

use chess::Chess;
use games::GameId;
use serde::Serialize;

use super::Failure;
use crate::Site;
use crate::games::Line;

/// The view of the network.
#[derive(Debug, Serialize)]
pub struct Explanation {
    /// Its value for White in centipawns.
    value: i32,
    /// Squares, and how much White's value drops without the piece there.
    pieces: Vec<(String, i32)>,
}

/// Explains the network's value of a position; nothing without a network.
pub fn explain(site: &Site, line: &Line) -> Result<Option<Explanation>, Failure> {
    let Some(network) = site.backend.evaluation.network() else {
        return Ok(None);
    };
    if line.game != GameId::Chess {
        return Ok(None);
    }
    let explanation = network.explain(&line.play::<Chess>()?.end);
    let pieces = explanation.contributions.iter();
    Ok(Some(Explanation {
        value: explanation.value,
        pieces: pieces
            .map(|part| (part.square.to_string(), part.value))
            .collect(),
    }))
}
