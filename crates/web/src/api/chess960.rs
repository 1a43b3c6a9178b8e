//! Start positions of Chess960.

use chess::chess960;
use serde::{Deserialize, Serialize};

use super::Failure;

/// Which one.
#[derive(Deserialize)]
pub struct Query {
    number: usize,
}

/// The position.
#[derive(Serialize)]
pub struct Start {
    fen: String,
}

/// The start position with a number.
pub fn start(query: Query) -> Result<Start, Failure> {
    if query.number >= chess960::COUNT {
        return Err(format!("numbers go from 0 to {}", chess960::COUNT - 1));
    }
    let fen = chess960::start(query.number).fen();
    Ok(Start { fen })
}
