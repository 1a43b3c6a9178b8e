//! Why a command failed, and the exit status that says so.

use std::fmt;
use std::fs;
use std::io::{self, Write};

use search::TranspositionTable;
use uci::CommandError;

/// Why a command failed.
#[derive(Debug)]
pub enum Error {
    /// The command or one of its arguments is wrong.
    Usage(String),
    /// The command is fine, but could not be done.
    Failed(String),
    /// The same of a command for people: told in plain words, not as a line of the protocol.
    Plain(Box<Self>),
    /// Input or output failed, which ends the program.
    Io(io::Error),
}

impl Error {
    /// The exit status: 2 for wrong usage, 3 for what could not be done. 0 is success, and 1 stands
    /// for a negative verdict, which no command of the engine gives.
    pub fn status(&self) -> u8 {
        match self {
            Self::Usage(_) => 2,
            // A reader that went away is the usual way to end (`quietus perft 6 | head -1`).
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Self::Failed(_) | Self::Io(_) => 3,
            Self::Plain(error) => error.status(),
        }
    }

    /// The same error, of a command for people.
    pub fn in_plain_words(self) -> Self {
        match self {
            Self::Io(_) => self,
            error => Self::Plain(Box::new(error)),
        }
    }

    /// Tells on standard error why the program ends, and gives its exit status. A closed pipe is no
    /// error to tell of.
    pub fn end(&self) -> u8 {
        let status = self.status();
        if status != 0 {
            let _ = writeln!(io::stderr(), "quietus: {self}");
        }
        status
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(problem) | Self::Failed(problem) => f.write_str(problem),
            Self::Plain(error) => error.fmt(f),
            Self::Io(error) => error.fmt(f),
        }
    }
}

impl From<CommandError> for Error {
    fn from(error: CommandError) -> Self {
        Self::Usage(error.to_string())
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::OutOfMemory => Self::Failed(error.to_string()),
            _ => Self::Io(error),
        }
    }
}

/// A transposition table of a size in MiB.
pub fn transposition_table(mib: usize) -> Result<TranspositionTable, Error> {
    TranspositionTable::new(mib)
        .ok_or_else(|| Error::Failed(format!("not enough memory for a hash of {mib} MiB")))
}

/// Refuses what is there but no regular file: opening a FIFO would block, and a device has no end.
pub fn require_regular_file(path: &str) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => Err(io::Error::other("not a regular file")),
        _ => Ok(()),
    }
}
