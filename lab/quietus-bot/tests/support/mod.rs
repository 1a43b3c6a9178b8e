//! Starts the fake server and the bot.
#![allow(
    dead_code,
    reason = "each test file is a program of its own and uses a part of this"
)]

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

/// The token that the fake server takes.
pub const TOKEN: &str = "lip_test";

/// How often something is looked at that is waited for.
const TICK: Duration = Duration::from_millis(10);

/// A running fake server.
pub struct Fake {
    child: Child,
    output: BufReader<ChildStdout>,
    pub address: String,
}

impl Fake {
    pub fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_fake-lichess"))
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the fake server was built");
        let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut address = String::new();
        output
            .read_line(&mut address)
            .expect("it tells its address");
        Self {
            child,
            output,
            address: address.trim().to_owned(),
        }
    }

    fn request(&self, method: &str, path: &str) -> String {
        let host = self.address.strip_prefix("http://").expect("an address");
        let mut stream = TcpStream::connect(host).expect("the server runs");
        let request = format!("{method} {path} HTTP/1.1\r\nContent-Length: 0\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("it listens");
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).expect("an answer");
            if let Some(text) = line.strip_prefix("Content-Length: ") {
                length = text.trim().parse().expect("a number");
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).expect("the whole answer");
        String::from_utf8(body).expect("UTF-8")
    }

    pub fn post(&self, path: &str) {
        self.request("POST", path);
    }

    pub fn report(&self) -> Value {
        serde_json::from_str(&self.request("GET", "/fake/report")).expect("JSON")
    }

    /// A number of the report.
    pub fn count(&self, name: &str) -> u64 {
        self.report()[name].as_u64().expect("a number")
    }

    /// Waits until the report is as it should be.
    #[track_caller]
    pub fn wait(&self, patience: Duration, is_done: impl Fn(&Value) -> bool) -> Value {
        let end = Instant::now() + patience;
        loop {
            let report = self.report();
            if is_done(&report) {
                return report;
            }
            assert!(Instant::now() < end, "not in time: {report:#}");
            sleep(TICK);
        }
    }

    /// Waits until all games are played: whether the bot was faultless, and the report.
    #[track_caller]
    pub fn finish(mut self, patience: Duration) -> (bool, Value) {
        let end = Instant::now() + patience;
        while self.child.try_wait().expect("a child").is_none() {
            assert!(Instant::now() < end, "not in time: {:#}", self.report());
            sleep(TICK);
        }
        let status = self.child.wait().expect("a child");
        let mut text = String::new();
        self.output.read_to_string(&mut text).expect("a report");
        let report = serde_json::from_str(&text).expect("JSON");
        (status.success(), report)
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        // It may have ended.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// The words of a configuration for a fake server; `more` comes after them.
pub fn config(fake: &Fake, more: &str) -> String {
    let address = &fake.address;
    let engine = env!("CARGO_BIN_EXE_bot-test-engine");
    format!(
        "server = {{ url = '{address}', engine_url = '{address}', silence = 1.0, retry = 1.0 }}\n\
         engine = {{ command = '{engine}', options = {{ Hash = 1 }} }}\n\
         draw = {{ score = 20, moves = 6, from = 12 }}\n\
         challenge = {{ speeds = ['blitz', 'correspondence'], queue = 99 }}\n\
         correspondence = {{ think = 0.05, look = 0.02, at_once = 8 }}\n{more}\n"
    )
}

/// A running bot with a folder for its files.
pub struct Bot {
    pub child: Child,
    log: PathBuf,
}

impl Bot {
    pub fn start(folder: &Path, config: &str, arguments: &[&str]) -> Self {
        fs::write(folder.join("quietus-bot.toml"), config).expect("a folder");
        let log = folder.join("log");
        let log_file = File::options().append(true).create(true).open(&log);
        let child = Command::new(env!("CARGO_BIN_EXE_quietus-bot"))
            .args(arguments)
            .current_dir(folder)
            .env("LICHESS_TOKEN", TOKEN)
            .stderr(log_file.expect("a file"))
            .spawn()
            .expect("the bot was built");
        Self { child, log }
    }

    pub fn log(&self) -> String {
        fs::read_to_string(&self.log).expect("a log")
    }

    /// Ctrl-C.
    pub fn interrupt(&self) {
        let id = self.child.id().to_string();
        let status = Command::new("kill").args(["-INT", &id]).status();
        assert!(status.expect("there is kill").success());
    }

    /// Waits until it has ended by itself.
    #[track_caller]
    pub fn end(&mut self, patience: Duration) -> ExitStatus {
        let end = Instant::now() + patience;
        loop {
            if let Some(status) = self.child.try_wait().expect("a child") {
                return status;
            }
            assert!(Instant::now() < end, "it goes on:\n{}", self.log());
            sleep(TICK);
        }
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        // It may have ended.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
