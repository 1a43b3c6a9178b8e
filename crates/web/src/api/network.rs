//! What the network sees: its value of a position, and what each piece adds to it.

use std::fmt::Display;

use evaluation::Evaluated;
use game::Rules;
use games::for_game;
use serde::Serialize;

use super::Failure;
use crate::Site;
use crate::games::Line;

/// The view of the network.
#[derive(Debug, Serialize)]
pub struct Explanation {
    /// Its value for the first side in centipawns.
    value: i32,
    /// Squares, and how much that value drops without the piece there.
    pieces: Vec<(String, i32)>,
}

/// Explains the network's value of a position; nothing without a network.
pub fn explain(site: &Site, line: &Line) -> Result<Option<Explanation>, Failure> {
    for_game!(line.game, G => explain_in::<G>(site, line))
}

fn explain_in<G: Evaluated + Rules<Square: Display>>(
    site: &Site,
    line: &Line,
) -> Result<Option<Explanation>, Failure> {
    let evaluation = site.backend.judges.of::<G>().evaluation;
    let Some(network) = evaluation.network() else {
        return Ok(None);
    };
    let explanation = network.explain(&line.play::<G>()?.end);
    let pieces = explanation.contributions.iter();
    Ok(Some(Explanation {
        value: explanation.value,
        pieces: pieces
            .map(|part| (part.square.to_string(), part.value))
            .collect(),
    }))
}
