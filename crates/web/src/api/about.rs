//! What the server and its engine can do.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::Failure;
use super::search::cores;
use crate::{Backend, NAME, Site};

/// Nothing to ask.
#[derive(Deserialize)]
pub struct Query {}

/// What the server can do.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    /// Name and version.
    name: &'static str,
    /// The most threads of a search.
    threads: u32,
    /// The weakest and the strongest level, if the engine can play weaker (`UCI_Elo`).
    elo: Option<(u32, u32)>,
    /// Whether there are tablebases.
    tables: bool,
    /// Whether there is a book.
    book: bool,
    /// Whether there are folders to watch.
    watches: bool,
}

impl About {
    /// Asks the engine for its options.
    pub fn new(backend: &Backend) -> Self {
        Self {
            name: NAME,
            threads: cores(),
            elo: elo_range(&options(backend)),
            tables: backend.tables.is_some(),
            book: backend.book.is_some(),
            watches: !backend.folders.is_empty(),
        }
    }

    /// Whether the engine has levels.
    pub fn can_play_weaker(&self) -> bool {
        self.elo.is_some()
    }
}

/// Tells what the server can do.
pub fn about(site: &Site, _: Query) -> Result<About, Failure> {
    Ok(site.about.clone())
}

/// What the engine answers to `uci`.
fn options(backend: &Backend) -> String {
    let output = Buffer::default();
    let mut session = (backend.open_session)(Box::new(output.clone()));
    session.execute("uci");
    drop(session);
    let bytes = output.0.lock().unwrap_or_else(PoisonError::into_inner);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The range of the option `UCI_Elo`.
fn elo_range(options: &str) -> Option<(u32, u32)> {
    let line = options
        .lines()
        .find(|line| line.starts_with("option name UCI_Elo "))?;
    let number = |name: &str| {
        let mut words = line.split(' ').skip_while(|word| *word != name).skip(1);
        words.next()?.parse().ok()
    };
    number("min").zip(number("max"))
}

/// Output that is kept.
#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut buffer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        buffer.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::elo_range;

    #[test]
    fn the_levels_are_those_of_the_engine() {
        let options = "id name x\noption name Hash type spin default 16 min 1 max 9\n\
                       option name UCI_Elo type spin default 1400 min 600 max 2400\nuciok";
        assert_eq!(elo_range(options), Some((600, 2400)));
        assert_eq!(elo_range("option name Hash type spin min 1 max 9"), None);
    }
}
