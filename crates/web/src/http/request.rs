//! Reading requests.

use std::fmt;

/// The most bytes of a request line with its headers.
pub const MAX_HEAD: usize = 16 << 10;
/// The most headers.
const MAX_HEADERS: usize = 64;
/// The most bytes of a body: a large PGN.
const MAX_BODY: usize = 2 << 20;

/// What a client wants done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Read.
    Get,
    /// Read without the body.
    Head,
    /// Do something.
    Post,
    /// Anything else; refused later, with the right status.
    Other,
}

/// A request line and its headers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    pub method: Method,
    /// The path, without the query. It is compared, never decoded.
    pub path: String,
    /// What follows the question mark.
    pub query: String,
    /// The names in lower case, and the values.
    headers: Vec<(String, String)>,
    /// The length of the body.
    pub content_length: usize,
    /// Whether the client wants no more than this answer (`Connection: close`).
    pub closes: bool,
    /// Whether it waits for a word before it sends the body (`Expect: 100-continue`).
    pub expects_continue: bool,
}

/// A whole request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// Request line and headers.
    pub head: Head,
    pub body: Vec<u8>,
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseError {
    /// It is not HTTP/1.1, or ambiguous.
    Malformed,
    /// The head is too long, or has too many headers.
    HeadTooLarge,
    /// The body is too long.
    BodyTooLarge,
    /// A body of unknown length.
    LengthRequired,
    /// Something else is expected than 100-continue.
    UnknownExpectation,
}

impl ParseError {
    /// The status that answers it.
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            Self::Malformed => 400,
            Self::LengthRequired => 411,
            Self::BodyTooLarge => 413,
            Self::UnknownExpectation => 417,
            Self::HeadTooLarge => 431,
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "malformed request",
            Self::LengthRequired => "a body needs a Content-Length",
            Self::BodyTooLarge => "the body is too large",
            Self::HeadTooLarge => "the headers are too large",
            Self::UnknownExpectation => "only 100-continue can be expected",
        })
    }
}

impl Head {
    /// Reads a head from the start of `bytes`. Gives it with its length, or nothing as long as its
    /// end has not come.
    ///
    /// # Errors
    /// If it cannot become a request that is served.
    pub fn parse(bytes: &[u8]) -> Result<Option<(Self, usize)>, ParseError> {
        let searched = &bytes[..bytes.len().min(MAX_HEAD)];
        let Some(end) = searched.windows(4).position(|four| four == b"\r\n\r\n") else {
            return match bytes.len() < MAX_HEAD {
                true => Ok(None),
                false => Err(ParseError::HeadTooLarge),
            };
        };
        let text = std::str::from_utf8(&bytes[..end]).map_err(|_| ParseError::Malformed)?;
        let mut lines = text.split("\r\n");
        let (method, path, query) = request_line(lines.next().unwrap_or_default())?;
        let headers = lines.map(header).collect::<Result<Vec<_>, _>>()?;
        if headers.len() > MAX_HEADERS {
            return Err(ParseError::HeadTooLarge);
        }
        let mut head = Self {
            method,
            path,
            query,
            headers,
            content_length: 0,
            closes: false,
            expects_continue: false,
        };
        head.content_length = head.body_length()?;
        head.closes = head.asks_to_close();
        head.expects_continue = head.expectation()?;
        Ok(Some((head, end + 4)))
    }

    /// The value of a header that must stand once. The name is in lower case.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(own, _)| own == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The value of a key of the query. Values are not decoded.
    #[must_use]
    pub fn query_value(&self, key: &str) -> Option<&str> {
        let mut pairs = self
            .query
            .split('&')
            .filter_map(|pair| pair.split_once('='));
        pairs.find(|(own, _)| *own == key).map(|(_, value)| value)
    }

    /// Whether a list in a `Connection` header, of which there may be several, has `close`.
    fn asks_to_close(&self) -> bool {
        let own = self.headers.iter().filter(|(own, _)| own == "connection");
        let mut options = own.flat_map(|(_, value)| value.split(','));
        options.any(|option| option.trim().eq_ignore_ascii_case("close"))
    }

    fn expectation(&self) -> Result<bool, ParseError> {
        match self.header("expect") {
            None => Ok(false),
            Some(text) if text.eq_ignore_ascii_case("100-continue") => Ok(true),
            Some(_) => Err(ParseError::UnknownExpectation),
        }
    }

    /// The length of the body. Headers that matter must not stand twice: proxies and servers
    /// disagree on which one counts.
    fn body_length(&self) -> Result<usize, ParseError> {
        for name in ["host", "origin", "content-length", "content-type", "expect"] {
            if self.headers.iter().filter(|(own, _)| own == name).count() > 1 {
                return Err(ParseError::Malformed);
            }
        }
        if self.header("transfer-encoding").is_some() {
            return Err(ParseError::LengthRequired);
        }
        let length = match self.header("content-length") {
            None if self.method == Method::Post => return Err(ParseError::LengthRequired),
            None => 0,
            Some(text) if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) => {
                return Err(ParseError::Malformed);
            }
            Some(text) => text.parse().map_err(|_| ParseError::BodyTooLarge)?,
        };
        match length {
            0..=MAX_BODY => Ok(length),
            _ => Err(ParseError::BodyTooLarge),
        }
    }
}

/// Method, path and query.
fn request_line(line: &str) -> Result<(Method, String, String), ParseError> {
    let mut words = line.split(' ');
    let (Some(method), Some(target), Some("HTTP/1.1"), None) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(ParseError::Malformed);
    };
    let is_plain = target.bytes().all(|byte| byte.is_ascii_graphic());
    if !target.starts_with('/') || !is_plain || !is_token(method) {
        return Err(ParseError::Malformed);
    }
    let method = match method {
        "GET" => Method::Get,
        "HEAD" => Method::Head,
        "POST" => Method::Post,
        _ => Method::Other,
    };
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    Ok((method, path.to_owned(), query.to_owned()))
}

fn header(line: &str) -> Result<(String, String), ParseError> {
    let (name, value) = line.split_once(':').ok_or(ParseError::Malformed)?;
    let value = value.trim_matches([' ', '\t']);
    if !is_token(name) || value.contains(|c: char| c.is_control() && c != '\t') {
        return Err(ParseError::Malformed);
    }
    Ok((name.to_ascii_lowercase(), value.to_owned()))
}

/// Whether a text may be a method or the name of a header.
fn is_token(text: &str) -> bool {
    let is_token_byte =
        |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(is_token_byte)
}

#[cfg(test)]
mod tests {
    use super::{Head, MAX_BODY, MAX_HEAD, Method, ParseError};

    fn parse(text: &str) -> Result<Option<(Head, usize)>, ParseError> {
        Head::parse(text.as_bytes())
    }

    #[test]
    fn a_request_is_read_once_it_is_whole() {
        let text =
            "POST /api/x?a=1&b=2 HTTP/1.1\r\nHost: localhost:1\r\nContent-Length: 2\r\n\r\n{}";
        for end in 0..text.len() - 2 {
            assert_eq!(parse(&text[..end]), Ok(None), "{end}");
        }
        let (head, length) = parse(text).unwrap().unwrap();
        assert_eq!((head.method, length), (Method::Post, text.len() - 2));
        assert_eq!((head.path.as_str(), head.content_length), ("/api/x", 2));
        assert_eq!(head.header("host"), Some("localhost:1"));
        assert_eq!(head.query_value("b"), Some("2"));
        assert_eq!(head.query_value("c"), None);
        assert!(!head.closes && !head.expects_continue);
    }

    #[test]
    fn what_a_client_asks_of_the_connection_is_heard() {
        let head = |headers: &str| {
            let text = format!("GET / HTTP/1.1\r\n{headers}\r\n\r\n");
            parse(&text).unwrap().unwrap().0
        };
        for (headers, closes) in [
            ("Connection: close", true),
            ("Connection: Close", true),
            ("Connection: TE, close", true),
            ("Connection: TE\r\nConnection: close", true),
            ("Connection: keep-alive", false),
            ("Connection: closed", false),
            ("X-Connection: close", false),
        ] {
            assert_eq!(head(headers).closes, closes, "{headers}");
        }
        assert!(head("Expect: 100-Continue").expects_continue);
        assert!(!head("Accept: 100-continue").expects_continue);
    }

    #[test]
    fn what_is_unclear_is_refused() {
        use ParseError::{
            BodyTooLarge, HeadTooLarge, LengthRequired, Malformed, UnknownExpectation,
        };
        for (text, error) in [
            ("GET / HTTP/1.0\r\n\r\n", Malformed),
            ("GET  / HTTP/1.1\r\n\r\n", Malformed),
            ("GET http://a/ HTTP/1.1\r\n\r\n", Malformed),
            ("GET /\u{e4} HTTP/1.1\r\n\r\n", Malformed),
            ("G@T / HTTP/1.1\r\n\r\n", Malformed),
            ("GET / HTTP/1.1\r\nno colon\r\n\r\n", Malformed),
            ("GET / HTTP/1.1\r\nA : b\r\n\r\n", Malformed),
            ("GET / HTTP/1.1\r\n folded: b\r\n\r\n", Malformed),
            ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", Malformed),
            ("GET / HTTP/1.1\r\nHost: a\nb: c\r\n\r\n", Malformed),
            ("POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\n", Malformed),
            ("POST / HTTP/1.1\r\n\r\n", LengthRequired),
            ("GET / HTTP/1.1\r\nExpect: tea\r\n\r\n", UnknownExpectation),
            (
                "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
                LengthRequired,
            ),
            (
                "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
                BodyTooLarge,
            ),
        ] {
            assert_eq!(parse(text), Err(error), "{text:?}");
        }
        let many = format!("GET / HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(65));
        assert_eq!(parse(&many), Err(HeadTooLarge));
        let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(MAX_HEAD));
        assert_eq!(parse(&long), Err(HeadTooLarge));
        let body = format!(
            "POST / HTTP/1.1\r\nContent-Length: {}\r\n\r\n",
            MAX_BODY + 1
        );
        assert_eq!(parse(&body), Err(BodyTooLarge));
    }
}
