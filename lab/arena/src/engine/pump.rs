//! The threads that empty an engine's output and error streams.

use std::io::{self, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::inbox::{Inbox, Line};

/// Bytes read at once.
const CHUNK: usize = 1 << 16;

/// The longest line that is kept whole.
const MAX_LINE: usize = 1 << 14;

/// Bytes of standard error that reports show.
const KEPT_STDERR: usize = 1 << 13;

/// Reads lines into the inbox until the stream ends, stamping each with its time of arrival.
pub(super) fn pump_output(
    mut stream: impl Read + Send + 'static,
    inbox: Arc<Inbox>,
) -> io::Result<()> {
    let pump = move || {
        let mut chunk = vec![0; CHUNK];
        let mut splitter = Splitter::default();
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
    let thread = thread::Builder::new().name("engine-output".to_owned());
    thread.spawn(pump).map(drop)
}

/// The end of a standard error stream.
#[derive(Default)]
pub(super) struct ErrorTail {
    state: Mutex<TailState>,
    ended: Condvar,
}

#[derive(Default)]
struct TailState {
    bytes: Vec<u8>,
    has_ended: bool,
}

impl ErrorTail {
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

    /// Waits for the end of the stream, so that the last words of a dying process are not missed.
    pub(super) fn wait_for_end(&self, patience: Duration) {
        let is_open = |state: &mut TailState| !state.has_ended;
        let waited = self
            .ended
            .wait_timeout_while(self.lock(), patience, is_open);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.lock().bytes).into_owned()
    }
}

/// Keeps the end of the error stream.
pub(super) fn pump_errors(
    mut stream: impl Read + Send + 'static,
    tail: Arc<ErrorTail>,
) -> io::Result<()> {
    let pump = move || {
        let mut chunk = vec![0; 4096];
        while let Some(count) = read_some(&mut stream, &mut chunk) {
            tail.push(&chunk[..count]);
        }
        tail.end();
    };
    let thread = thread::Builder::new().name("engine-errors".to_owned());
    thread.spawn(pump).map(drop)
}

/// The bytes read; nothing at the end of the stream or when it fails, which is an end as well.
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

/// Makes lines of chunks.
#[derive(Default)]
struct Splitter {
    /// The start of a line whose end has not come yet.
    partial: Vec<u8>,
}

impl Splitter {
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

    use super::{MAX_LINE, Splitter};

    #[test]
    fn lines_are_put_together_and_cut() {
        let mut lines = Vec::new();
        let mut splitter = Splitter::default();
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
