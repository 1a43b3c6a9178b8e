//! The reader threads of an engine's standard output and standard error.

use std::io::{self, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::inbox::{Inbox, Line};

/// Bytes per read.
const CHUNK: usize = 1 << 16;

/// The stack of a reader, which has next to nothing on it: there can be four for every game.
const STACK_BYTES: usize = 256 << 10;

/// Longer lines are truncated to this.
const MAX_LINE: usize = 1 << 14;

/// Bytes of standard error in a transcript.
const KEPT_STDERR: usize = 1 << 13;

/// Starts the thread that reads lines into the inbox until the stream ends, each with its arrival
/// time.
pub(super) fn read_output(
    mut stream: impl Read + Send + 'static,
    inbox: Arc<Inbox>,
) -> io::Result<()> {
    let read = move || {
        let mut chunk = vec![0; CHUNK];
        let mut splitter = LineSplitter::default();
        let mut lines = Vec::new();
        while let Some(count) = read_some(&mut stream, &mut chunk) {
            splitter.split(&chunk[..count], Instant::now(), &mut lines);
            if !lines.is_empty() && !inbox.push(&mut lines) {
                return;
            }
        }
        splitter.finish(Instant::now(), &mut lines);
        inbox.push(&mut lines);
        inbox.end();
    };
    start_thread("engine-output", read)
}

/// The end of the standard error stream.
#[derive(Default)]
pub(super) struct StderrTail {
    state: Mutex<TailState>,
    ended: Condvar,
}

#[derive(Default)]
struct TailState {
    bytes: Vec<u8>,
    has_ended: bool,
}

impl StderrTail {
    fn lock(&self) -> MutexGuard<'_, TailState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(&self, bytes: &[u8]) {
        let tail = &mut self.lock().bytes;
        tail.extend_from_slice(bytes);
        let surplus = tail.len().saturating_sub(KEPT_STDERR);
        tail.drain(..surplus);
    }

    fn end(&self) {
        self.lock().has_ended = true;
        self.ended.notify_all();
    }

    /// Waits for the end of the stream, so that the last output of a crashing process is not missed.
    pub(super) fn wait_for_end(&self, timeout: Duration) {
        let is_open = |state: &mut TailState| !state.has_ended;
        let waited = self.ended.wait_timeout_while(self.lock(), timeout, is_open);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.lock().bytes).into_owned()
    }
}

/// Starts the thread that keeps the end of standard error.
pub(super) fn read_stderr(
    mut stream: impl Read + Send + 'static,
    tail: Arc<StderrTail>,
) -> io::Result<()> {
    let read = move || {
        let mut chunk = vec![0; 4096];
        while let Some(count) = read_some(&mut stream, &mut chunk) {
            tail.push(&chunk[..count]);
        }
        tail.end();
    };
    start_thread("engine-stderr", read)
}

fn start_thread(name: &str, read: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let thread = thread::Builder::new()
        .name(name.to_owned())
        .stack_size(STACK_BYTES);
    thread.spawn(read).map(drop)
}

/// The number of bytes read; `None` at the end of the stream or on an error.
fn read_some(stream: &mut impl Read, chunk: &mut [u8]) -> Option<usize> {
    loop {
        match stream.read(chunk) {
            Ok(0) => return None,
            Ok(count) => return Some(count),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
}

/// Splits chunks into lines.
#[derive(Default)]
struct LineSplitter {
    /// The start of an incomplete line.
    partial: Vec<u8>,
}

impl LineSplitter {
    fn split(&mut self, chunk: &[u8], at: Instant, lines: &mut Vec<Line>) {
        let mut rest = chunk;
        while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
            if self.partial.is_empty() {
                lines.push(line(&rest[..end], at));
            } else {
                self.keep(&rest[..end]);
                lines.push(line(&self.partial, at));
                self.partial.clear();
            }
            rest = &rest[end + 1..];
        }
        self.keep(rest);
    }

    fn finish(&mut self, at: Instant, lines: &mut Vec<Line>) {
        if !self.partial.is_empty() {
            lines.push(line(&self.partial, at));
        }
    }

    fn keep(&mut self, bytes: &[u8]) {
        let room = MAX_LINE - self.partial.len();
        self.partial
            .extend_from_slice(&bytes[..bytes.len().min(room)]);
    }
}

fn line(bytes: &[u8], at: Instant) -> Line {
    let bytes = &bytes[..bytes.len().min(MAX_LINE)];
    let text = String::from_utf8_lossy(bytes.trim_ascii_end()).into_owned();
    Line { text, at }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::{LineSplitter, MAX_LINE};

    #[test]
    fn lines_are_joined_and_truncated() {
        let mut lines = Vec::new();
        let mut splitter = LineSplitter::default();
        let long = vec![b'x'; 3 * MAX_LINE];
        let chunks: [&[u8]; 6] = [
            b"one\r\ntw",
            b"o\n",
            b"\xff\xfe bad\n",
            &long,
            b"yz\nend",
            b"",
        ];
        for chunk in chunks {
            splitter.split(chunk, Instant::now(), &mut lines);
        }
        splitter.finish(Instant::now(), &mut lines);
        let texts: Vec<_> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts[..3], ["one", "two", "\u{fffd}\u{fffd} bad"]);
        assert_eq!(
            (texts[3].len(), texts[4], texts.len()),
            (MAX_LINE, "end", 5)
        );
    }
}
