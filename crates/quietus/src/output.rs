//! The output and the debug log.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::process;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use uci::Ucci;

use crate::error::{Error, require_regular_file};
use crate::panic_report;

/// The output, usually standard output, shared between the session and its searches. Only whole
/// lines leave it, so that those of different threads never mix.
pub struct Output {
    /// An unfinished line.
    pending: Vec<u8>,
    shared: Arc<Mutex<Shared>>,
}

/// Where lines go. The lock keeps those of different threads apart.
struct Shared {
    sink: Box<dyn Write + Send>,
    log: Log,
    /// Whether lines are translated to UCCI.
    is_ucci: bool,
}

/// The debug log, if there is one.
struct Log {
    file: Option<File>,
    start: Instant,
}

/// Another writer to the same output, without an unfinished line.
impl Clone for Output {
    fn clone(&self) -> Self {
        Self {
            pending: Vec::new(),
            shared: self.shared.clone(),
        }
    }
}

impl Output {
    /// Writes to `sink`, without a log.
    pub fn new(sink: impl Write + Send + 'static) -> Self {
        let log = Log {
            file: None,
            start: Instant::now(),
        };
        let sink = Box::new(sink);
        Self {
            pending: Vec::new(),
            shared: Arc::new(Mutex::new(Shared {
                sink,
                log,
                is_ucci: false,
            })),
        }
    }

    /// Appends input and output to a file from here on; an empty path ends the log. If the file
    /// cannot be opened, the log stays as it was.
    pub(crate) fn log_to(&self, path: &str) -> Result<(), Error> {
        let file = if path.is_empty() {
            None
        } else {
            let file = require_regular_file(path)
                .and_then(|()| OpenOptions::new().create(true).append(true).open(path));
            let problem = |error| format!("cannot open the log file {path:?}: {error}");
            Some(file.map_err(|error| Error::Failed(problem(error)))?)
        };
        self.lock().log.file = file;
        Ok(())
    }

    /// Speaks UCCI from here on.
    pub(crate) fn speak_ucci(&self) {
        self.lock().is_ucci = true;
    }

    /// Logs a line of input.
    pub(crate) fn log_input(&self, line: &str) {
        let line = line.trim_end_matches(['\r', '\n']);
        panic_report::remember(line);
        self.lock().log.write(">>", line);
    }

    /// Writes a line of a search. If that fails, for example because the GUI has closed the pipe,
    /// the program ends.
    pub(crate) fn line(&mut self, line: &str) {
        if let Err(error) = writeln!(self, "{line}") {
            process::exit(Error::Io(error).end().into());
        }
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes out the first `length` bytes.
    fn send(&mut self, length: usize) -> io::Result<()> {
        let mut text: Vec<u8> = self.pending.drain(..length).collect();
        let mut shared = self.lock();
        let Shared { sink, log, is_ucci } = &mut *shared;
        if *is_ucci {
            let lines = String::from_utf8_lossy(&text);
            let lines = lines.lines().filter_map(Ucci::line);
            text = lines
                .flat_map(|line| format!("{line}\n").into_bytes())
                .collect();
        }
        if log.file.is_some() {
            let text = String::from_utf8_lossy(&text);
            text.lines().for_each(|line| log.write("<<", line));
        }
        sink.write_all(&text)?;
        sink.flush()
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
