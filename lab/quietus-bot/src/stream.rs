//! Streams of JSON lines that open again after every end.
//!
//! Lichess sends an empty line every few seconds; silence means that the connection is dead.

use std::io::{self, BufRead, BufReader, Read};
use std::thread;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;

use crate::api::Failure;

/// The longest line; a game of a thousand moves has some 5 KB.
const LONGEST_LINE: u64 = 1 << 20;

/// Lines of a stream without their ends. What comes after the last line end is no line.
pub(crate) struct Lines {
    reader: BufReader<Box<dyn Read + Send>>,
}

impl Lines {
    pub(crate) fn new(reader: impl Read + Send + 'static) -> Self {
        Self {
            reader: BufReader::new(Box::new(reader)),
        }
    }

    /// The next line, which may be empty; nothing at the end.
    ///
    /// # Errors
    /// If the connection breaks or is silent, or the line does not end.
    pub(crate) fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let mut limited = (&mut self.reader).take(LONGEST_LINE);
        limited.read_until(b'\n', &mut line)?;
        match line.pop() {
            Some(b'\n') => {}
            Some(_) if line.len() as u64 + 1 == LONGEST_LINE => {
                return Err(io::Error::other("a line without end"));
            }
            // A half line is worth nothing.
            _ => return Ok(None),
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        Ok(Some(line))
    }
}

/// What happens on a stream.
#[derive(Debug)]
pub(crate) enum Signal<T> {
    /// It was opened by a request that was sent then: what follows is newer than that.
    Opened(Instant),
    /// A line.
    Line(T),
    /// An empty line.
    Alive,
    /// A line that is no message; something is missing from now on.
    Garbled,
    /// It has ended and will be opened again.
    Lost(String),
    /// The server does not let us read it. It is tried again.
    Denied(String),
    /// There is no such stream. It is not opened again.
    NotFound,
}

/// How soon a stream opens again.
#[derive(Clone, Copy)]
pub(crate) struct Patience {
    /// Waits after streams that have ended early, in a row; the last one goes on.
    pub(crate) waits: &'static [u64],
    /// A stream that lived so long has not ended early.
    pub(crate) settled: Duration,
}

/// Of a game: its clock runs.
pub(crate) const GAME_PATIENCE: Patience = Patience {
    waits: &[0, 200, 500, 1000, 2000, 4000],
    settled: Duration::from_secs(2),
};

/// Of events: opening in a loop is what Lichess refuses, and another program with our token would
/// close ours each time.
pub(crate) const EVENT_PATIENCE: Patience = Patience {
    waits: &[250, 500, 1000, 2000, 4000],
    settled: Duration::from_secs(20),
};

/// How long a denied stream waits.
const DENIED_WAIT: Duration = Duration::from_secs(2);

/// How often a stream that is not there is tried again, and after which wait: a game may be announced
/// a little before it can be read.
const ABSENT: u32 = 2;
const ABSENT_WAIT: Duration = Duration::from_millis(700);

/// Reads a stream on a thread of its own and delivers what happens, until `deliver` returns false.
pub(crate) fn follow<T: DeserializeOwned>(
    open: impl Fn() -> Result<Lines, Failure> + Send + 'static,
    patience: Patience,
    mut deliver: impl FnMut(Signal<T>) -> bool + Send + 'static,
) -> io::Result<()> {
    let reader = move || {
        let mut early_ends = 0;
        let mut absent = 0;
        loop {
            let opened = Instant::now();
            let (signal, wait) = match open() {
                Ok(lines) => {
                    if !deliver(Signal::Opened(opened)) {
                        return;
                    }
                    let Some(reason) = read(lines, &mut deliver) else {
                        return;
                    };
                    if opened.elapsed() >= patience.settled {
                        early_ends = 0;
                    }
                    (Signal::Lost(reason), None)
                }
                Err(Failure::Limited { wait, .. }) => {
                    (Signal::Lost("too many requests".to_owned()), Some(wait))
                }
                Err(Failure::Denied(reason)) => (Signal::Denied(reason), Some(DENIED_WAIT)),
                Err(Failure::NotFound) if absent == ABSENT => {
                    deliver(Signal::NotFound);
                    return;
                }
                Err(Failure::NotFound) => {
                    absent += 1;
                    (Signal::Lost("not found".to_owned()), Some(ABSENT_WAIT))
                }
                Err(failure) => (Signal::Lost(failure.to_string()), None),
            };
            if !deliver(signal) {
                return;
            }
            let wait = wait.unwrap_or_else(|| {
                let last = patience.waits.len() - 1;
                let wait = patience.waits[early_ends.min(last)];
                early_ends += 1;
                Duration::from_millis(wait)
            });
            if !pause(wait, &mut deliver) {
                return;
            }
        }
    };
    thread::Builder::new().spawn(reader).map(drop)
}

/// Delivers the lines of an open stream; returns why it has ended, or nothing if nobody listens.
fn read<T: DeserializeOwned>(
    mut lines: Lines,
    deliver: &mut impl FnMut(Signal<T>) -> bool,
) -> Option<String> {
    loop {
        let signal = match lines.next() {
            Ok(Some(line)) if line.trim_ascii().is_empty() => Signal::Alive,
            Ok(Some(line)) => match serde_json::from_slice(&line) {
                Ok(message) => Signal::Line(message),
                Err(_) => Signal::Garbled,
            },
            Ok(None) => return Some("the server has closed it".to_owned()),
            Err(error) => return Some(error.to_string()),
        };
        if !deliver(signal) {
            return None;
        }
    }
}

/// Waits, but not longer than somebody listens.
fn pause<T>(wait: Duration, deliver: &mut impl FnMut(Signal<T>) -> bool) -> bool {
    const STEP: Duration = Duration::from_secs(1);
    let end = Instant::now() + wait;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return true;
        }
        thread::sleep(left.min(STEP));
        if !deliver(Signal::Alive) {
            return false;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;
    use std::sync::mpsc;

    use super::{GAME_PATIENCE, LONGEST_LINE, Lines, follow};
    use crate::api::Failure;

    fn lines(text: &str) -> Lines {
        Lines::new(Cursor::new(text.to_owned().into_bytes()))
    }

    #[test]
    fn half_lines_are_dropped() {
        let mut lines = lines("one\r\n\n{\"half\": ");
        assert_eq!(lines.next().unwrap().unwrap(), b"one");
        assert_eq!(lines.next().unwrap().unwrap(), b"");
        assert_eq!(lines.next().unwrap(), None);
        let endless = "x".repeat(LONGEST_LINE as usize + 5);
        assert!(super::tests::lines(&endless).next().is_err());
    }

    #[test]
    fn streams_open_again_until_nobody_listens() {
        let (sender, receiver) = mpsc::channel();
        let (told, heard) = mpsc::channel();
        let open = move || match told.send(()) {
            Ok(()) => Ok(lines("1\n\nnonsense\n")),
            Err(_) => Err(Failure::NotFound),
        };
        follow::<u32>(open, GAME_PATIENCE, move |signal| {
            sender.send(format!("{signal:?}")).is_ok()
        })
        .unwrap();
        let signals: Vec<String> = receiver.iter().take(9).collect();
        assert!(signals[0].starts_with("Opened"), "{signals:?}");
        assert_eq!(signals[1..4], ["Line(1)", "Alive", "Garbled"]);
        assert!(signals[4].starts_with("Lost"), "{signals:?}");
        assert!(signals[5].starts_with("Opened"), "{signals:?}");
        drop(heard);
        let rest: Vec<String> = receiver.iter().collect();
        assert_eq!(rest.last().map(String::as_str), Some("NotFound"));
    }
}
