//! The side of the analysis board: registrations, requests, and what comes back.

use std::io::{self, BufRead, Read};

use serde_json::{Value, json};

use crate::Server;
use crate::http::{Body, Request};

/// What the analysis board knows.
#[derive(Default)]
pub(crate) struct Board {
    pub(crate) registered: Option<Value>,
    /// A request that waits for a provider.
    pub(crate) job: bool,
    /// Lines of analysis.
    pub(crate) lines: Vec<String>,
}

/// The request for analysis.
pub(crate) fn job() -> Value {
    json!({"id": "job1", "engine": {}, "work": {
        "sessionId": "s", "threads": 1, "hash": 1, "multiPv": 1, "variant": "chess",
        "initialFen": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "moves": ["e2e4", "e7e5"], "depth": 5,
    }})
}

/// Reads an analysis as it comes.
pub(crate) fn read_analysis(server: &Server, request: Request) -> io::Result<()> {
    let Body::Chunked(mut reader) = request.body else {
        return Ok(());
    };
    loop {
        let mut size = String::new();
        reader.read_line(&mut size)?;
        let size = usize::from_str_radix(size.trim(), 16).map_err(io::Error::other)?;
        let mut bytes = vec![0; size + 2];
        reader.read_exact(&mut bytes)?;
        if size == 0 {
            return Ok(());
        }
        let text = String::from_utf8_lossy(&bytes[..size]).into_owned();
        server
            .lock()
            .board
            .lines
            .extend(text.lines().map(str::to_owned));
    }
}
