//! How the bytes of a connection come and go, each within its time.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// How long what a client still sends is read after the last response. Closing before would take the
/// response from it.
const LINGER: Duration = Duration::from_secs(1);

/// The client of a request.
pub trait Client {
    /// Whether it has closed the connection: then nobody waits for the answer.
    fn has_left(&self) -> bool;
}

/// The bytes of a connection.
pub trait Transport: Client {
    /// Reads what has come. Zero at the end, or if nothing comes before the deadline.
    ///
    /// # Errors
    /// If the connection fails.
    fn read_by(&mut self, deadline: Instant, buffer: &mut [u8]) -> io::Result<usize>;

    /// Writes all bytes.
    ///
    /// # Errors
    /// If the connection fails, or does not take them all before the deadline.
    fn write_by(&mut self, deadline: Instant, bytes: &[u8]) -> io::Result<()>;

    /// Ends the connection so that the client gets the last response, whatever else it sends.
    fn finish(&mut self);
}

impl Client for &TcpStream {
    fn has_left(&self) -> bool {
        // Nobody else reads or writes meanwhile: the thread of the connection asks.
        let peeked = self
            .set_nonblocking(true)
            .and_then(|()| self.peek(&mut [0]));
        let is_blocking = self.set_nonblocking(false).is_ok();
        match peeked {
            Ok(bytes) => bytes == 0 || !is_blocking,
            Err(error) => error.kind() != ErrorKind::WouldBlock || !is_blocking,
        }
    }
}

impl Transport for &TcpStream {
    fn read_by(&mut self, deadline: Instant, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let Some(left) = time_left(deadline) else {
                return Ok(0);
            };
            self.set_read_timeout(Some(left))?;
            match self.read(buffer) {
                Err(error) if is_timeout(&error) || error.kind() == ErrorKind::Interrupted => {}
                read => return read,
            }
        }
    }

    fn write_by(&mut self, deadline: Instant, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            let left = time_left(deadline).ok_or(ErrorKind::TimedOut)?;
            self.set_write_timeout(Some(left))?;
            match self.write(bytes) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(written) => bytes = &bytes[written..],
                Err(error) if is_timeout(&error) || error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn finish(&mut self) {
        let deadline = Instant::now() + LINGER;
        let mut rest = [0; 4096];
        let mut read = self.shutdown(Shutdown::Write).map(|()| 1);
        while matches!(read, Ok(1..)) {
            read = self.read_by(deadline, &mut rest);
        }
    }
}

fn time_left(deadline: Instant) -> Option<Duration> {
    let left = deadline.saturating_duration_since(Instant::now());
    (!left.is_zero()).then_some(left)
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}
