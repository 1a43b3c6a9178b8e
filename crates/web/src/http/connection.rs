//! The requests of a connection, one after the other.

use std::io;
use std::thread;
use std::time::{Duration, Instant};

use super::places::{Place, Standing};
use super::request::{Head, Method, ParseError, Request};
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

/// What has become of a read.
enum Read<T> {
    Whole(T),
    Bad(ParseError),
    /// The client has closed the connection or lets us wait too long.
    Nothing,
}

/// Answers requests until one side ends the connection.
///
/// # Errors
/// If the connection fails.
pub fn serve(
    transport: &mut impl Transport,
    handler: &impl Handler,
    place: &Place,
) -> io::Result<()> {
    let mut buffer = Vec::new();
    loop {
        place.wait();
        let deadline = Instant::now() + REQUEST_TIME;
        let (head, start) = match read_head(transport, &mut buffer, deadline)? {
            Read::Whole(head) => head,
            Read::Bad(error) => {
                let response = Response::error(error.status(), &error.to_string());
                return respond_last(transport, &response, true);
            }
            Read::Nothing => return Ok(()),
        };
        let with_body = head.method != Method::Head;
        let standing = match handler.admit(&head) {
            Ok(standing) => standing,
            Err(refusal) => {
                if refusal.is_guess {
                    wait_for_guess(transport);
                }
                // The body of such a request is not even read.
                if head.closes || head.content_length > 0 {
                    return respond_last(transport, &refusal.response, with_body);
                }
                respond(transport, &refusal.response, with_body, false)?;
                buffer.drain(..start);
                continue;
            }
        };
        let end = start + head.content_length;
        if head.expects_continue && buffer.len() < end {
            write(transport, CONTINUE)?;
        }
        while buffer.len() < end {
            if !read_more(transport, &mut buffer, deadline)? {
                return Ok(());
            }
        }
        if !place.work(standing) {
            let response = Response::error(503, "too many connections");
            return respond_last(transport, &response, with_body);
        }
        let body = buffer[start..end].to_vec();
        buffer.drain(..end);
        let closes = head.closes;
        match handler.handle(&Request { head, body }, transport) {
            Reply::Full(response) if closes => {
                return respond_last(transport, &response, with_body);
            }
            Reply::Full(response) => respond(transport, &response, with_body, false)?,
            Reply::Stream(events) => {
                write(transport, EVENTS.as_bytes())?;
                while let Some(text) = events.next() {
                    write(transport, text.as_bytes())?;
                }
                return Ok(());
            }
        }
    }
}

fn read_head(
    transport: &mut impl Transport,
    buffer: &mut Vec<u8>,
    deadline: Instant,
) -> io::Result<Read<(Head, usize)>> {
    loop {
        match Head::parse(buffer) {
            Ok(Some(found)) => return Ok(Read::Whole(found)),
            Err(error) => return Ok(Read::Bad(error)),
            Ok(None) => {}
        }
        if !read_more(transport, buffer, deadline)? {
            return Ok(Read::Nothing);
        }
    }
}

/// Reads what has come; says whether there was anything before the deadline.
fn read_more(
    transport: &mut impl Transport,
    buffer: &mut Vec<u8>,
    deadline: Instant,
) -> io::Result<bool> {
    let mut chunk = [0; CHUNK];
    let count = transport.read_by(deadline, &mut chunk)?;
    buffer.extend_from_slice(&chunk[..count]);
    Ok(count > 0)
}

/// Writes a response after which nothing comes.
fn respond_last(
    transport: &mut impl Transport,
    response: &Response,
    with_body: bool,
) -> io::Result<()> {
    respond(transport, response, with_body, true)?;
    transport.finish();
    Ok(())
}

fn respond(
    transport: &mut impl Transport,
    response: &Response,
    with_body: bool,
    is_last: bool,
) -> io::Result<()> {
    write(transport, &response.to_bytes(with_body, is_last))
}

fn write(transport: &mut impl Transport, bytes: &[u8]) -> io::Result<()> {
    let time = RESPONSE_TIME + Duration::from_secs((bytes.len() / SLOWEST) as u64);
    transport.write_by(Instant::now() + time, bytes)
}

fn wait_for_guess(client: &impl Client) {
    const TICK: Duration = Duration::from_millis(50);
    let end = Instant::now() + GUESS_TIME;
    while Instant::now() < end && !client.has_left() {
        thread::sleep(TICK);
    }
}

#[cfg(test)]
mod tests;
