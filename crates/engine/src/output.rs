//! Standard output and the debug log.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::error::{Error, require_regular_file};

/// Standard output, shared between the session and its searches. Only whole lines leave it, so that
/// those of different threads never mix.
pub struct Output {
    /// An unfinished line.
    pending: Vec<u8>,
    log: Arc<Mutex<Log>>,
}

/// The debug log, if there is one. Its lock also keeps the lines of different threads apart.
struct Log {
    file: Option<File>,
    start: Instant,
}

/// Another writer to the same output, without an unfinished line.
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

    /// Appends input and output to a file from here on; an empty path ends the log. If the file
    /// cannot be opened, the log stays as it was.
    pub fn log_to(&self, path: &str) -> Result<(), Error> {
        let file = if path.is_empty() {
            None
        } else {
            let file = require_regular_file(path)
                .and_then(|()| OpenOptions::new().create(true).append(true).open(path));
            let problem = |error| format!("cannot open the log file {path:?}: {error}");
            Some(file.map_err(|error| Error::Failed(problem(error)))?)
        };
        self.lock().file = file;
        Ok(())
    }

    /// Logs a line of input.
    pub fn log_input(&self, line: &str) {
        self.lock().write(">>", line.trim_end_matches(['\r', '\n']));
    }

    /// Writes a line of a search. If that fails, for example because the GUI has closed the pipe,
    /// the program ends.
    pub fn line(&mut self, line: &str) {
        if let Err(error) = writeln!(self, "{line}") {
            process::exit(Error::Io(error).end().into());
        }
    }

    fn lock(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes out the first `length` bytes.
    fn send(&mut self, length: usize) -> io::Result<()> {
        let text: Vec<u8> = self.pending.drain(..length).collect();
        let mut log = self.lock();
        if log.file.is_some() {
            let text = String::from_utf8_lossy(&text);
            text.lines().for_each(|line| log.write("<<", line));
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
    /// Errors are ignored: a full disk must not disturb a game.
    fn write(&mut self, direction: &str, line: &str) {
        if let Some(file) = &mut self.file {
            let seconds = self.start.elapsed().as_secs_f64();
            let text = format!("{seconds:.3} {direction} {line}\n");
            let _ = file.write_all(text.as_bytes());
        }
    }
}
