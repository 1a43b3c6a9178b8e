//! What must hold for anything that a client sends to the server of the page.

use std::io;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Instant;

use web::http::{
    Client, Connection, Handler, Head, Memory, Method, Places, Refusal, Reply, Request, Response,
    Standing, Transport, serve,
};

/// The head of a request is refused with a status, or is read alike however much of it comes at
/// once.
pub fn request(bytes: &[u8]) {
    match Head::parse(bytes) {
        Ok(Some((head, length))) => {
            assert!(length <= bytes.len() && bytes[..length].ends_with(b"\r\n\r\n"));
            assert!(head.path.starts_with('/') && !head.path.contains('?'));
            assert!(head.method == Method::Post || head.content_length <= 2 << 20);
            assert_eq!(Head::parse(&bytes[..length]), Ok(Some((head, length))));
            assert_eq!(Head::parse(&bytes[..length - 1]), Ok(None));
        }
        Ok(None) => assert!(!bytes.windows(4).any(|four| four == b"\r\n\r\n")),
        Err(error) => assert!((400..500).contains(&error.status())),
    }
}

/// Whatever a client sends, and in whatever pieces, it gets whole responses, and none after the one that
/// closes the connection.
pub fn conversation(bytes: &[u8]) {
    let answers = |piece| {
        let mut said = Said {
            rest: bytes,
            piece,
            heard: Vec::new(),
        };
        let places = Arc::new(Places::default());
        let place = places.take(
            Ipv4Addr::LOCALHOST.into(),
            Arc::new(Nowhere),
            Standing::Stranger,
        );
        serve(&mut said, &Lengths, &place, &Memory::default()).expect("memory takes everything");
        let heard = String::from_utf8(said.heard).expect("responses are text");
        // Only a client that sends its body later is asked for it.
        heard.replace("HTTP/1.1 100 Continue\r\n\r\n", "")
    };
    let heard = answers(usize::MAX);
    assert_eq!(answers(7), heard);
    let mut rest = heard.as_str();
    while let Some((head, body)) = rest.split_once("\r\n\r\n") {
        let status = head
            .strip_prefix("HTTP/1.1 ")
            .and_then(|head| head.get(..3));
        let status: u16 = status.expect("a status").parse().expect("a number");
        assert!((200..600).contains(&status), "{head}");
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("Content-Length: "));
        let length: usize = length.expect("a length").parse().expect("a number");
        // HEAD is answered without the body.
        let has_body = !body.is_empty() && !body.starts_with("HTTP/1.1 ");
        rest = &body[if has_body { length } else { 0 }..];
        if head.lines().any(|line| line == "Connection: close") {
            assert_eq!(rest, "");
        }
    }
    assert_eq!(rest, "");
}

/// Answers with the length of a body; knows only those who ask below `/api/`, and refuses `/no`.
struct Lengths;

impl Handler for Lengths {
    fn admit(&self, head: &Head) -> Result<Standing, Refusal> {
        match head.path.as_str() {
            "/no" => Err(Refusal {
                response: Response::wrong_method("GET"),
                is_guess: false,
            }),
            path if path.starts_with("/api/") => Ok(Standing::Known),
            _ => Ok(Standing::Stranger),
        }
    }

    fn handle(&self, request: &Request, _: &dyn Client) -> Reply {
        assert_eq!(request.body.len(), request.head.content_length);
        Response::json(&request.body.len()).into()
    }
}

/// What a client says, in pieces, and what it hears.
struct Said<'a> {
    rest: &'a [u8],
    piece: usize,
    heard: Vec<u8>,
}

impl Client for Said<'_> {
    fn has_left(&self) -> bool {
        self.rest.is_empty()
    }
}

impl Transport for Said<'_> {
    fn read_by(&mut self, _: Instant, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.piece.min(buffer.len()).min(self.rest.len());
        let (now, later) = self.rest.split_at(count);
        buffer[..count].copy_from_slice(now);
        self.rest = later;
        Ok(count)
    }

    fn write_by(&mut self, _: Instant, bytes: &[u8]) -> io::Result<()> {
        self.heard.extend_from_slice(bytes);
        Ok(())
    }

    fn finish(&mut self) {}
}

/// A connection that nobody has to end.
struct Nowhere;

impl Connection for Nowhere {
    fn end(&self) {}
}
