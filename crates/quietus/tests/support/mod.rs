//! A conversation with the real program through pipes.

// Each test program uses its own part of this.
#![allow(dead_code)]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

/// Long enough that only a hang takes longer, on however busy a machine.
const TIMEOUT: Duration = Duration::from_secs(120);

/// A position with a mate in one: the search is through with it at once.
pub const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";

/// The running program.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    /// Starts the program.
    pub fn start() -> Self {
        Self::run(&mut Command::new(env!("CARGO_BIN_EXE_quietus")))
    }

    /// Starts the program with an address space of so many KiB.
    #[cfg(target_os = "linux")]
    pub fn start_within(kibibytes: usize) -> Self {
        let program = env!("CARGO_BIN_EXE_quietus");
        let script = format!("ulimit -v {kibibytes} && exec \"$0\"");
        Self::run(Command::new("sh").args(["-c", &script, program]))
    }

    fn run(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = child.stdout.take().expect("piped");
        let (sender, lines) = mpsc::channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let input = child.stdin.take();
        Self {
            child,
            input,
            lines,
        }
    }

    /// Sends a line, or several.
    pub fn send(&mut self, text: &str) {
        let input = self.input.as_mut().expect("not closed yet");
        writeln!(input, "{text}").expect("it reads its input");
    }

    /// Everything said up to the first line that is wanted, that line included.
    pub fn until(&mut self, is_wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let mut said = Vec::new();
        loop {
            match self.lines.recv_timeout(TIMEOUT) {
                Ok(line) => said.push(line),
                Err(error) => panic!("{error} after {said:#?}"),
            }
            if said.last().is_some_and(|line| is_wanted(line)) {
                return said;
            }
        }
    }

    /// Asks whether it is ready; everything said up to the answer, which is left out.
    pub fn ready(&mut self) -> Vec<String> {
        self.send("isready");
        let mut said = self.until(|line| line == "readyok");
        said.pop();
        said
    }

    /// Sends a command that searches, and gives what the search says.
    pub fn search(&mut self, command: &str) -> Search {
        self.send(command);
        self.answer()
    }

    /// What is said up to the next best move.
    pub fn answer(&mut self) -> Search {
        Search(self.until(|line| line.starts_with("bestmove ")))
    }

    /// The most memory it has used so far, in bytes.
    #[cfg(target_os = "linux")]
    pub fn peak_memory(&self) -> u64 {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(path).expect("it runs");
        let line = status.lines().find(|line| line.starts_with("VmHWM:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().nth(1));
        1024 * kilobytes.expect("a number").parse::<u64>().expect("one")
    }

    /// Whether it ends by itself, with success, while its input is open.
    pub fn exits(mut self) -> bool {
        let until = Instant::now() + TIMEOUT;
        while Instant::now() < until {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                return status.success();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        false
    }

    /// Closes the input and waits for the end: what was said, and whether the end was good.
    pub fn close(mut self) -> (Vec<String>, bool) {
        drop(self.input.take());
        let said = self.lines.iter().collect();
        let status = self.child.wait().expect("it ends");
        (said, status.success())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a search said, up to its best move.
#[derive(Debug)]
pub struct Search(pub Vec<String>);

impl Search {
    /// The move it chose.
    pub fn best(&self) -> &str {
        let line = self.0.last().expect("a search answers");
        line.split(' ').nth(1).expect("a move or (none)")
    }

    /// The last line before the best move, which must have a score.
    pub fn last_info(&self) -> &str {
        let line = self.0.iter().rev().nth(1).expect("a line before bestmove");
        assert!(
            line.starts_with("info ") && line.contains(" score "),
            "{line}"
        );
        line
    }

    /// The word after a word in the last line before the best move.
    pub fn last(&self, name: &str) -> &str {
        field(self.last_info(), name).unwrap_or_else(|| panic!("{name} in {self:?}"))
    }

    /// The number after a word in the last line before the best move.
    pub fn number(&self, name: &str) -> i64 {
        self.last(name).parse().expect("a whole number")
    }
}

/// The word after another.
pub fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let mut words = line.split(' ').skip_while(|&word| word != name);
    words.nth(1)
}
