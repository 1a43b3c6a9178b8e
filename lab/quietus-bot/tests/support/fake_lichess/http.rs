//! As much HTTP/1.1 as the fake server needs.

use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::net::TcpStream;

/// A request.
pub(crate) struct Request {
    pub(crate) method: String,
    /// Without the query.
    pub(crate) path: String,
    pub(crate) query: String,
    pub(crate) token: Option<String>,
    pub(crate) body: Body,
}

/// A body that was read, or is to be read as it comes.
pub(crate) enum Body {
    Whole(String),
    Chunked(Box<dyn BufRead>),
}

impl Request {
    pub(crate) fn text(&self) -> &str {
        match &self.body {
            Body::Whole(text) => text,
            Body::Chunked(_) => "",
        }
    }

    /// A field of a form, without escapes.
    pub(crate) fn field(&self, name: &str) -> Option<String> {
        let pairs = self.text().split('&').chain(self.query.split('&'));
        let mut pairs = pairs.filter_map(|pair| pair.split_once('='));
        let (_, value) = pairs.find(|(key, _)| *key == name)?;
        Some(value.replace("%20", " ").replace("%21", "!"))
    }
}

/// Whether the connection goes on.
#[derive(PartialEq, Eq)]
pub(crate) enum Next {
    Keep,
    Close,
}

/// Serves the requests of a connection.
pub(crate) fn serve(
    stream: TcpStream,
    mut answer: impl FnMut(Request, &mut TcpStream) -> io::Result<Next>,
) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut writer = stream.try_clone()?;
    let mut reader = BufReader::new(stream);
    while let Some(request) = read(&mut reader)? {
        let is_chunked = matches!(request.body, Body::Chunked(_));
        if answer(request, &mut writer)? == Next::Close || is_chunked {
            // Also where a thread still reads from it.
            writer.shutdown(std::net::Shutdown::Both)?;
            break;
        }
    }
    Ok(())
}

fn read(reader: &mut BufReader<TcpStream>) -> io::Result<Option<Request>> {
    let mut line = String::new();
    if reader.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let mut words = line.split_ascii_whitespace();
    let method = words.next().unwrap_or_default().to_owned();
    let address = words.next().unwrap_or_default();
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let (path, query) = (path.to_owned(), query.to_owned());
    let (mut length, mut is_chunked, mut token) = (0, false, None);
    loop {
        let mut header = String::new();
        reader.read_line(&mut header)?;
        let Some((name, value)) = header.trim_end().split_once(':') else {
            break;
        };
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "content-length" => length = value.parse().map_err(io::Error::other)?,
            "transfer-encoding" => is_chunked = value == "chunked",
            "authorization" => token = value.strip_prefix("Bearer ").map(str::to_owned),
            _ => {}
        }
    }
    let body = if is_chunked {
        // What has arrived with the head is not lost.
        let begun = Cursor::new(reader.buffer().to_vec());
        let rest = BufReader::new(reader.get_ref().try_clone()?);
        Body::Chunked(Box::new(begun.chain(rest)))
    } else {
        let mut bytes = vec![0; length];
        reader.read_exact(&mut bytes)?;
        Body::Whole(String::from_utf8_lossy(&bytes).into_owned())
    };
    Ok(Some(Request {
        method,
        path,
        query,
        token,
        body,
    }))
}

/// Writes a whole answer.
pub(crate) fn write(
    stream: &mut TcpStream,
    status: u16,
    headers: &str,
    body: &str,
) -> io::Result<Next> {
    let text = format!(
        "HTTP/1.1 {status} X\r\nContent-Length: {}\r\n{headers}\r\n{body}",
        body.len()
    );
    stream.write_all(text.as_bytes())?;
    Ok(Next::Keep)
}

/// Begins a stream.
pub(crate) fn begin(stream: &mut TcpStream) -> io::Result<()> {
    stream.write_all(
        b"HTTP/1.1 200 OK\r\nContent-Type: application/x-ndjson\r\nTransfer-Encoding: chunked\r\n\r\n",
    )
}

/// Writes a part of a stream.
pub(crate) fn chunk(stream: &mut TcpStream, text: &str) -> io::Result<()> {
    stream.write_all(format!("{:x}\r\n{text}\r\n", text.len()).as_bytes())
}

/// Ends a stream as the protocol asks.
pub(crate) fn end(stream: &mut TcpStream) -> io::Result<()> {
    stream.write_all(b"0\r\n\r\n")
}
