//! Files that commands read and write, with errors that name the file.

use std::fs;
use std::io::{self, BufRead, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use anyhow::Context;
use games::GameId;
use records::Header;
use serde_json::Value;
use support::{FileHash, Limits, printable};

/// Opens a text that may be compressed with xz or zstd. `-` is the standard input.
pub fn open_text(path: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    open_limited(path, Limits::STREAM)
}

/// The same with limits on what comes out of it.
pub fn open_limited(path: &Path, limits: Limits) -> anyhow::Result<Box<dyn BufRead>> {
    support::open_text(path, limits).with_context(|| format!("cannot read {}", path.display()))
}

/// Opens games, whose reader bounds the length of each.
pub fn open_pgn(path: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    open_limited(path, Limits::BINARY)
}

/// The same; `count` grows by the bytes that are taken from the file.
pub fn open_pgn_counting(path: &Path, count: &Arc<AtomicU64>) -> anyhow::Result<Box<dyn BufRead>> {
    support::open_counting(path, Limits::BINARY, count)
        .with_context(|| format!("cannot read {}", path.display()))
}

/// Reads a whole text, which may be compressed.
pub fn read_text(path: &Path) -> anyhow::Result<String> {
    support::read_text(path).with_context(|| format!("cannot read {}", path.display()))
}

/// The game of a text of positions or games.
pub fn game_of_text(path: &Path) -> anyhow::Result<GameId> {
    const ENOUGH: u64 = 1 << 16;
    let mut start = Vec::new();
    let read = open_limited(path, Limits::BINARY)?
        .take(ENOUGH)
        .read_to_end(&mut start);
    read.with_context(|| format!("cannot read {}", path.display()))?;
    Ok(games::detect(&String::from_utf8_lossy(&start)))
}

/// The game of a `.qgames` file; of any other file chess.
pub fn game_of(path: &Path) -> anyhow::Result<GameId> {
    match path.extension().is_some_and(|ending| ending == "qgames") {
        true => Ok(Header::of_file(path)?.game.parse()?),
        false => Ok(GameId::Chess),
    }
}

/// Reads a JSON file, or nothing where none is named.
pub fn read_json(path: Option<&Path>) -> anyhow::Result<Value> {
    let Some(path) = path else {
        return Ok(Value::Null);
    };
    let text =
        fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    serde_json::from_str(&text).with_context(|| format!("{} is not JSON", path.display()))
}

pub fn hash_file(path: &Path) -> anyhow::Result<FileHash> {
    support::hash_file(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Writes a whole file.
pub fn write_file(path: &Path, contents: impl AsRef<[u8]>) -> anyhow::Result<()> {
    support::write_atomic(path, contents.as_ref())
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Writes to the standard output, without anything that could control a terminal. That nobody reads
/// on, as with `| head`, is no error.
pub fn print(text: &str) -> anyhow::Result<()> {
    let mut output = io::stdout().lock();
    let written = output
        .write_all(printable(text).as_bytes())
        .and_then(|()| output.flush());
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => other.context("cannot write to the standard output"),
    }
}

#[cfg(test)]
mod tests {
    use super::{open_text, read_json};

    #[test]
    fn errors_name_the_file() {
        let absent = std::path::Path::new("no/such/file.pgn");
        let error = open_text(absent).map(drop).unwrap_err();
        assert!(error.to_string().contains("no/such/file.pgn"), "{error}");
        let error = read_json(Some(absent)).unwrap_err();
        assert!(error.to_string().contains("no/such/file.pgn"), "{error}");
    }
}
