//! What the program says, and the log of it.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Standard output, shared between the session and its searches. Only whole lines leave it, so that
/// those of different threads never mix.
pub struct Output {
    /// The line begun.
    pending: Vec<u8>,
    log: Arc<Mutex<Log>>,
}

/// Where lines are kept, if anywhere. Its lock is also what keeps the lines apart.
struct Log {
    file: Option<File>,
    start: Instant,
}

/// Another writer to the same place, with no line begun.
impl Clone for Output {
    fn clone(&self) -> Self {
        Self {
            pending: Vec::new(),
            log: self.log.clone(),
        }
    }
}

impl Output {
    /// Standard output, without a log.
    pub fn new() -> Self {
        let log = Log {
            file: None,
            start: Instant::now(),
        };
        Self {
            pending: Vec::new(),
            log: Arc::new(Mutex::new(log)),
        }
    }

    /// Appends everything from here on to a file too; to none if the path is empty. If the file
    /// cannot be opened everything stays as it was.
    pub fn log_to(&self, path: &str) -> Result<(), String> {
        let file = if path.is_empty() {
            None
        } else {
            let file = OpenOptions::new().create(true).append(true).open(path);
            Some(file.map_err(|error| format!("the log file {path:?} cannot be opened: {error}"))?)
        };
        self.lock().file = file;
        Ok(())
    }

    /// Takes note of a line that was read.
    pub fn note_input(&self, line: &str) {
        self.lock().note(">>", line.trim_end_matches(['\r', '\n']));
    }

    /// Writes a line. That nobody reads it any more is for the reader of commands to notice.
    pub fn line(&mut self, line: &str) {
        let _ = writeln!(self, "{line}");
    }

    fn lock(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends the first `length` bytes on their way.
    fn send(&mut self, length: usize) -> io::Result<()> {
        let text: Vec<u8> = self.pending.drain(..length).collect();
        let mut log = self.lock();
        if log.file.is_some() {
            let text = String::from_utf8_lossy(&text);
            text.lines().for_each(|line| log.note("<<", line));
        }
        let mut output = io::stdout().lock();
        output.write_all(&text)?;
        output.flush()
    }
}

impl Write for Output {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(text);
        if let Some(end) = self.pending.iter().rposition(|&byte| byte == b'\n') {
            self.send(end + 1)?;
        }
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        self.send(self.pending.len())
    }
}

impl Log {
    /// A log that cannot be written must not disturb the game.
    fn note(&mut self, direction: &str, line: &str) {
        if let Some(file) = &mut self.file {
            let seconds = self.start.elapsed().as_secs_f64();
            let text = format!("{seconds:.3} {direction} {line}\n");
            let _ = file.write_all(text.as_bytes());
        }
    }
}
