//! `quietus serve` where memory is short: a request ends, the server does not.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// As many as a server has at a time.
const PAGES: usize = 64;

/// A server, ended with this.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    /// Starts the program, with an address space of so many KiB if one is given.
    fn start(kibibytes: Option<u64>) -> Self {
        let limit = kibibytes.map(|limit| format!("ulimit -v {limit}; "));
        let script = limit.unwrap_or_default() + "exec \"$0\" serve --port 0";
        let mut process = Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_quietus")])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let output = process.stdout.take().expect("piped");
        let read = BufReader::new(output).read_line(&mut line);
        read.expect("a line");
        let address = line.trim().trim_end_matches('/').rsplit('/').next();
        Self {
            process,
            address: address.expect("an address").to_owned(),
        }
    }

    /// Its address space, in KiB.
    fn size(&self) -> u64 {
        let path = format!("/proc/{}/status", self.process.id());
        let status = fs::read_to_string(path).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmSize:"));
        let number = line.expect("a size").trim().trim_end_matches(" kB");
        number.parse().expect("a number")
    }

    /// Sends a request; nothing if the server drops it.
    fn send(&self, request: &str, body: &str) -> Option<TcpStream> {
        let mut stream = TcpStream::connect(&self.address).ok()?;
        let patience = Some(Duration::from_secs(120));
        stream.set_read_timeout(patience).ok()?;
        let text = format!(
            "{request} HTTP/1.1\r\nHost: {}\r\nX-Quietus: 1\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(text.as_bytes()).ok()?;
        Some(stream)
    }

    /// The start of what the server answers.
    fn answer(&self, request: &str, body: &str) -> Option<String> {
        let mut answer = [0; 4096];
        let length = self.send(request, body)?.read(&mut answer).ok()?;
        Some(String::from_utf8_lossy(&answer[..length]).into_owned())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().expect("it still runs");
        self.process.wait().expect("it has ended");
    }
}

#[test]
fn pages_with_engines_end_no_server() {
    let size = Server::start(None).size();
    // Enough for a few searches, and far from enough for all.
    let mut server = Server::start(Some(size + (400 << 10)));
    let (mut streams, mut searches, mut refusals) = (Vec::new(), 0, 0);
    for page in 0..PAGES {
        let mut stream = server.send(&format!("GET /api/events?tab=page{page:04}"), "");
        // The stream has begun.
        let begun = stream.as_mut().map(|stream| stream.read(&mut [0; 64]));
        assert_eq!(server.process.try_wait().expect("a child"), None);
        if matches!(begun, Some(Ok(1..))) {
            streams.extend(stream);
        }
        let body = format!(
            r#"{{"tab":"page{page:04}","id":1,"moves":["e2e4"],"engine":{{"threads":2,"hash":16,"lines":1}}}}"#
        );
        let answer = server.answer("POST /api/search", &body);
        match answer.as_deref() {
            Some(answer) if answer.ends_with("{}") => searches += 1,
            Some(answer) => refusals += usize::from(answer.contains("not enough memory")),
            None => {}
        }
        assert_eq!(server.process.try_wait().expect("a child"), None);
    }
    assert!(searches > 0 && refusals > 0, "{searches} {refusals}");
    // A page that goes makes room for others.
    drop(streams);
    let position = || server.answer("POST /api/position", r#"{"moves":["e2e4"]}"#);
    let is_answered = |answer: Option<String>| answer.is_some_and(|text| text.contains("fen"));
    assert!((0..600).any(|_| {
        std::thread::sleep(Duration::from_millis(100));
        is_answered(position())
    }));
}
