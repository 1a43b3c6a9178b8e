//! Connections: a thread for each, with limits on their number and patience.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::request::{Head, Method, ParseError, Request};
use super::response::{Reply, Response, write_stream_head};

/// Connections at a time. A browser opens six.
const MAX_CONNECTIONS: usize = 128;
/// How long a request may take to arrive, and a connection may idle.
const REQUEST_TIME: Duration = Duration::from_secs(20);
/// How long a client may take to accept bytes.
const WRITE_TIME: Duration = Duration::from_secs(10);
/// Bytes read at once.
const CHUNK: usize = 8 << 10;

/// Answers requests.
pub trait Handler: Send + Sync + 'static {
    /// The answer to a request.
    fn handle(&self, request: &Request) -> Reply;
}

/// Accepts connections forever.
pub fn accept(listener: &TcpListener, handler: &Arc<impl Handler>) {
    let open = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            // Out of file descriptors, say: others may close meanwhile.
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        let guard = Open::count(&open);
        if open.load(Ordering::Relaxed) > MAX_CONNECTIONS {
            continue;
        }
        let handler = handler.clone();
        let serve = move || {
            let _guard = guard;
            // A client that goes away is no problem of ours.
            let _ = serve(stream, &*handler);
        };
        let _ = thread::Builder::new().name("http".to_owned()).spawn(serve);
    }
}

/// Counts a connection as long as it lives.
struct Open(Arc<AtomicUsize>);

impl Open {
    fn count(open: &Arc<AtomicUsize>) -> Self {
        open.fetch_add(1, Ordering::Relaxed);
        Self(open.clone())
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Answers the requests of a connection.
fn serve(mut stream: TcpStream, handler: &impl Handler) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_write_timeout(Some(WRITE_TIME))?;
    let mut buffer = Vec::new();
    loop {
        let request = match read_request(&mut stream, &mut buffer)? {
            Some(Ok(request)) => request,
            Some(Err(error)) => {
                let response = Response::error(error.status(), &error.to_string());
                return response.write(&mut stream, true);
            }
            None => return Ok(()),
        };
        match handler.handle(&request) {
            Reply::Full(response) => {
                response.write(&mut stream, request.head.method != Method::Head)?;
            }
            Reply::Stream(events) => {
                write_stream_head(&mut stream)?;
                while let Some(text) = events.next() {
                    stream.write_all(text.as_bytes())?;
                }
                return Ok(());
            }
        }
    }
}

/// The next request; nothing if the client has closed the connection or lets us wait too long.
fn read_request(
    stream: &mut TcpStream,
    buffer: &mut Vec<u8>,
) -> io::Result<Option<Result<Request, ParseError>>> {
    let deadline = Instant::now() + REQUEST_TIME;
    let (head, start) = loop {
        match Head::parse(buffer) {
            Ok(Some(found)) => break found,
            Ok(None) => {}
            Err(error) => return Ok(Some(Err(error))),
        }
        if !read_more(stream, buffer, deadline)? {
            return Ok(None);
        }
    };
    let end = start + head.content_length;
    while buffer.len() < end {
        if !read_more(stream, buffer, deadline)? {
            return Ok(None);
        }
    }
    let body = buffer[start..end].to_vec();
    buffer.drain(..end);
    Ok(Some(Ok(Request { head, body })))
}

/// Reads what has come; says whether there was anything before the deadline.
fn read_more(stream: &mut TcpStream, buffer: &mut Vec<u8>, deadline: Instant) -> io::Result<bool> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() {
        return Ok(false);
    }
    stream.set_read_timeout(Some(left))?;
    let mut chunk = [0; CHUNK];
    let count = stream.read(&mut chunk)?;
    buffer.extend_from_slice(&chunk[..count]);
    Ok(count > 0)
}
