//! The requests of a connection, one after the other.

use std::io;
use std::time::{Duration, Instant};

use super::memory::Memory;
use super::places::{Place, Standing};
use super::request::{Head, MAX_HEAD, Method, Request};
use super::response::{CONTINUE, EVENTS, Reply, Response};
use super::transport::{Client, Transport};

/// How long a request may take to arrive, and a connection may idle.
const REQUEST_TIME: Duration = Duration::from_secs(20);
/// How long a client may take to accept a response, beside the time for its bytes.
const RESPONSE_TIME: Duration = Duration::from_secs(10);
/// Bytes of a response that a client must accept in a second.
const SLOWEST: usize = 64 << 10;
/// How long a wrong secret waits for its answer. A right one never waits, so nobody can keep the owner
/// out by guessing.
const GUESS_TIME: Duration = Duration::from_secs(1);
/// Bytes read at once.
const CHUNK: usize = 8 << 10;

/// Answers requests.
pub trait Handler: Send + Sync + 'static {
    /// Looks at the head of a request, before anything else is read.
    ///
    /// # Errors
    /// If it must not be answered.
    fn admit(&self, head: &Head) -> Result<Standing, Refusal>;

    /// The answer to a request that was admitted.
    fn handle(&self, request: &Request, client: &dyn Client) -> Reply;
}

/// Why a request is not answered.
#[derive(Debug)]
pub struct Refusal {
    /// What the client is told.
    pub response: Response,
    /// Whether it came with a wrong secret.
    pub is_guess: bool,
}

/// Answers requests until one side ends the connection.
///
/// # Errors
/// If the connection fails.
pub fn serve(
    transport: &mut impl Transport,
    handler: &impl Handler,
    place: &Place,
    memory: &Memory,
) -> io::Result<()> {
    let mut conversation = Conversation {
        transport,
        handler,
        place,
        memory,
        buffer: Vec::new(),
    };
    while conversation.answer_next()? {}
    Ok(())
}

/// A connection.
struct Conversation<'a, T, H> {
    transport: &'a mut T,
    handler: &'a H,
    place: &'a Place,
    memory: &'a Memory,
    /// What has come and is not yet read.
    buffer: Vec<u8>,
}

impl<T: Transport, H: Handler> Conversation<'_, T, H> {
    /// Answers the next request. False if there is none, or if it was the last.
    fn answer_next(&mut self) -> io::Result<bool> {
        self.place.wait();
        let deadline = Instant::now() + REQUEST_TIME;
        let head = loop {
            match Head::parse(&self.buffer) {
                Ok(Some((head, length))) => {
                    self.buffer.drain(..length);
                    break head;
                }
                Ok(None) if !self.read_more(deadline)? => return Ok(false),
                Ok(None) => {}
                Err(error) => {
                    let response = Response::error(error.status(), &error.to_string());
                    return self.respond(&response, true, true);
                }
            }
        };
        let with_body = head.method != Method::Head;
        let standing = match self.handler.admit(&head) {
            Ok(Standing::Stranger) if head.content_length > 0 => {
                let response = Response::error(413, "nothing here takes a body");
                return self.respond(&response, with_body, true);
            }
            Ok(standing) => standing,
            Err(refusal) => {
                if refusal.is_guess && !self.wait_for_guess()? {
                    return Ok(false);
                }
                // The body of such a request is not even read.
                let is_last = head.closes || head.content_length > 0;
                return self.respond(&refusal.response, with_body, is_last);
            }
        };
        let Some(mut share) = self.memory.take(head.content_length, self.transport) else {
            let response = Response::error(503, "not enough memory");
            return self.respond(&response, with_body, true);
        };
        let Some(body) = self.read_body(&head, deadline)? else {
            return Ok(false);
        };
        if !self.place.work(standing) {
            let response = Response::error(503, "too many connections");
            return self.respond(&response, with_body, true);
        }
        let is_last = head.closes;
        match self.handler.handle(&Request { head, body }, self.transport) {
            Reply::Full(response) => {
                share.keep(response.body.len());
                self.respond(&response, with_body, is_last)
            }
            Reply::Stream(events) => {
                drop(share);
                self.write(EVENTS.as_bytes())?;
                while let Some(text) = events.next() {
                    self.write(text.as_bytes())?;
                }
                Ok(false)
            }
        }
    }

    /// The body of a request; nothing if it does not come.
    fn read_body(&mut self, head: &Head, deadline: Instant) -> io::Result<Option<Vec<u8>>> {
        let length = head.content_length;
        if head.expects_continue && self.buffer.len() < length {
            self.write(CONTINUE)?;
        }
        let missing = length.saturating_sub(self.buffer.len());
        self.buffer.reserve_exact(missing);
        while self.buffer.len() < length {
            if !self.read_more(deadline)? {
                return Ok(None);
            }
        }
        let rest = self.buffer.split_off(length);
        Ok(Some(std::mem::replace(&mut self.buffer, rest)))
    }

    /// Reads what has come; says whether there was anything before the deadline.
    fn read_more(&mut self, deadline: Instant) -> io::Result<bool> {
        let mut chunk = [0; CHUNK];
        let count = self.transport.read_by(deadline, &mut chunk)?;
        self.buffer.extend_from_slice(&chunk[..count]);
        Ok(count > 0)
    }

    /// Lets a wrong secret wait. False if the client has left, or has too much to say meanwhile.
    fn wait_for_guess(&mut self) -> io::Result<bool> {
        let deadline = Instant::now() + GUESS_TIME;
        while self.read_more(deadline)? {
            if self.buffer.len() > MAX_HEAD {
                return Ok(false);
            }
        }
        Ok(Instant::now() >= deadline)
    }

    /// Writes a response; says whether another may follow.
    fn respond(&mut self, response: &Response, with_body: bool, is_last: bool) -> io::Result<bool> {
        let mut bytes = response.head(is_last).into_bytes();
        if !with_body {
            self.write(&bytes)?;
        } else if response.body.len() <= CHUNK {
            bytes.extend_from_slice(&response.body);
            self.write(&bytes)?;
        } else {
            // Large bodies are not copied.
            self.write(&bytes)?;
            self.write(&response.body)?;
        }
        if is_last {
            self.transport.finish();
        }
        Ok(!is_last)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let time = RESPONSE_TIME + Duration::from_secs((bytes.len() / SLOWEST) as u64);
        self.transport.write_by(Instant::now() + time, bytes)
    }
}

#[cfg(test)]
mod tests;
