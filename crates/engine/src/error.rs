//! Why a command failed, and the exit status that says so.

use std::fmt;
use std::io;
use std::process::ExitCode;

use search::TranspositionTable;

/// Why a command failed.
#[derive(Debug)]
pub enum Error {
    /// The command or one of its arguments is wrong.
    Usage(String),
    /// The command is fine, but could not be done.
    Failed(String),
    /// Input or output failed, which ends the program.
    Io(io::Error),
}

impl Error {
    /// The exit status: 2 for wrong usage, 3 for what could not be done. 0 is success, and 1 stands
    /// for a negative verdict, which no command of the engine gives.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Usage(_) => ExitCode::from(2),
            // A reader that went away is the usual way to end (`quietus perft 6 | head -1`).
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Failed(_) | Self::Io(_) => ExitCode::from(3),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(problem) | Self::Failed(problem) => f.write_str(problem),
            Self::Io(error) => error.fmt(f),
        }
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
