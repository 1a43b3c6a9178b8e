use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::{Handler, Refusal, serve};
use crate::http::{
    Client, Connection, Head, Memory, Places, Reply, Request, Response, Standing, Transport,
};

/// Answers with the length of the body. `/no` is refused, `/guess` as well.
struct Echo;

impl Handler for Echo {
    fn admit(&self, head: &Head) -> Result<Standing, Refusal> {
        match head.path.as_str() {
            "/no" | "/guess" => Err(Refusal {
                response: Response::error(403, "no"),
                is_guess: head.path == "/guess",
            }),
            "/page" => Ok(Standing::Stranger),
            _ => Ok(Standing::Known),
        }
    }

    fn handle(&self, request: &Request, _: &dyn Client) -> Reply {
        Response::json(&request.body.len()).into()
    }
}

/// A connection whose client has sent all it has to say, in pieces.
struct Script<'a> {
    pieces: Vec<&'a [u8]>,
    written: Vec<u8>,
}

impl Client for Script<'_> {
    fn has_left(&self) -> bool {
        self.pieces.is_empty()
    }
}

impl Transport for Script<'_> {
    fn read_by(&mut self, _: Instant, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(first) = self.pieces.first_mut() else {
            return Ok(0);
        };
        let count = first.len().min(buffer.len());
        let (now, later) = first.split_at(count);
        buffer[..count].copy_from_slice(now);
        *first = later;
        if later.is_empty() {
            self.pieces.remove(0);
        }
        Ok(count)
    }

    fn write_by(&mut self, _: Instant, bytes: &[u8]) -> io::Result<()> {
        self.written.extend_from_slice(bytes);
        Ok(())
    }

    fn finish(&mut self) {
        self.written.extend_from_slice(b"(end)");
    }
}

struct Nothing;

impl Connection for Nothing {
    fn end(&self) {}
}

/// What the server writes to a client: status lines, `Connection` headers, bodies, and its end.
fn answers(pieces: &[&str]) -> String {
    let mut script = Script {
        pieces: pieces.iter().map(|piece| piece.as_bytes()).collect(),
        written: Vec::new(),
    };
    let places = Arc::new(Places::default());
    let place = places.take(
        Ipv4Addr::LOCALHOST.into(),
        Arc::new(Nothing),
        Standing::Stranger,
    );
    serve(&mut script, &Echo, &place, &Memory::default()).unwrap();
    let text = String::from_utf8(script.written).unwrap();
    let is_shown = |line: &&str| {
        let headers = ["Content", "X-", "Referrer", "Cross", "Cache"];
        !line.is_empty() && !headers.iter().any(|name| line.starts_with(name))
    };
    let text = text.replace("HTTP/1.1 ", "\r\n");
    let lines: Vec<&str> = text.split("\r\n").filter(is_shown).collect();
    lines.join(" ")
}

#[test]
fn requests_are_answered_until_the_client_has_no_more() {
    let get = "GET / HTTP/1.1\r\n\r\n";
    let post = "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc";
    assert_eq!(answers(&[get, post]), "200 OK 0 200 OK 3");
    // All at once, or in pieces.
    assert_eq!(answers(&[&(get.to_owned() + post)]), "200 OK 0 200 OK 3");
    assert_eq!(
        answers(&[&post[..20], &post[20..37], &post[37..]]),
        "200 OK 3"
    );
    assert_eq!(answers(&[&post[..20]]), "");
}

#[test]
fn a_client_that_closes_gets_its_answer_and_no_more() {
    let close = "GET / HTTP/1.1\r\nConnection: close\r\n\r\n";
    let expected = "200 OK Connection: close 0(end)";
    assert_eq!(answers(&[close, close]), expected);
}

#[test]
fn a_client_is_told_to_send_its_body_or_spared_it() {
    let head = |path: &str| {
        format!("POST {path} HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
    };
    assert_eq!(answers(&[&head("/"), "abc"]), "100 Continue 200 OK 3");
    // It has not waited.
    assert_eq!(answers(&[&(head("/") + "abc")]), "200 OK 3");
    let refused = "403 Forbidden Connection: close {\"error\":\"no\"}(end)";
    assert_eq!(answers(&[&head("/no"), "abc"]), refused);
}

#[test]
fn refused_requests_without_a_body_leave_the_connection_open() {
    let get = |path: &str| format!("GET {path} HTTP/1.1\r\n\r\n");
    let expected = "403 Forbidden {\"error\":\"no\"} 200 OK 0";
    assert_eq!(answers(&[&get("/no"), &get("/")]), expected);
    let body = "POST /page HTTP/1.1\r\nContent-Length: 3\r\n\r\nabc";
    let expected =
        "413 Content Too Large Connection: close {\"error\":\"nothing here takes a body\"}(end)";
    assert_eq!(answers(&[body]), expected);
    let bad = "400 Bad Request Connection: close {\"error\":\"malformed request\"}(end)";
    assert_eq!(answers(&["GET\r\n\r\n", &get("/")]), bad);
}

#[test]
fn a_wrong_secret_waits_for_its_answer() {
    let guess = "GET /guess HTTP/1.1\r\n\r\n";
    // A client that has no more to say has left.
    assert_eq!(answers(&[guess]), "");
    let (client, server) = pair();
    let place = Arc::new(Places::default()).take(
        Ipv4Addr::LOCALHOST.into(),
        Arc::new(Nothing),
        Standing::Stranger,
    );
    let start = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| serve(&mut &server, &Echo, &place, &Memory::default()));
        (&client).write_all(guess.as_bytes()).unwrap();
        let mut answer = [0; 12];
        (&client).read_exact(&mut answer).unwrap();
        assert_eq!(&answer, b"HTTP/1.1 403");
        client.shutdown(Shutdown::Both).unwrap();
    });
    assert!(start.elapsed() >= super::GUESS_TIME);
}

/// Both ends of a connection on loopback.
fn pair() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    (client, listener.accept().unwrap().0)
}

#[test]
fn a_client_that_has_left_is_noticed() {
    let (client, server) = pair();
    assert!(!(&server).has_left());
    drop(client);
    // The system tells within a moment.
    while !(&server).has_left() {
        thread::yield_now();
    }
}

#[test]
fn a_response_that_is_accepted_too_slowly_ends() {
    let (client, server) = pair();
    let deadline = Instant::now() + Duration::from_millis(200);
    let more_than_buffers = vec![0; 64 << 20];
    let written = (&mut &server).write_by(deadline, &more_than_buffers);
    assert_eq!(written.unwrap_err().kind(), io::ErrorKind::TimedOut);
    let read = (&mut &server).read_by(deadline, &mut [0]);
    assert_eq!(read.unwrap(), 0);
    drop(client);
}
