//! The program at the other end, and the account of what it owes.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::lines::Line;

/// How long an answer may take before it counts as a hang. A loaded machine may be slow.
const TIMEOUT: Duration = Duration::from_secs(60);

/// How much of what was sent is shown when something goes wrong.
const REMEMBERED: usize = 400;

/// What the program says that somebody waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    BestMove,
    Ready,
}

/// How many of each were asked for and came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Account {
    pub searches: u64,
    pub best_moves: u64,
    pub questions: u64,
    pub answers: u64,
}

impl Account {
    fn is_settled(self) -> bool {
        self.searches == self.best_moves && self.questions == self.answers
    }
}

/// A running program.
pub struct Conversation {
    child: Child,
    input: Option<ChildStdin>,
    said: Receiver<Said>,
    errors: Option<JoinHandle<String>>,
    pub account: Account,
    sent: VecDeque<Vec<u8>>,
}

impl Conversation {
    pub fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_quietus"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        let mut errors = child.stderr.take().expect("piped");
        let (sender, said) = mpsc::channel();
        std::thread::spawn(move || {
            for line in output.split(b'\n').map_while(Result::ok) {
                let word = line.split(|&byte| byte == b' ').next().unwrap_or_default();
                let said = match word {
                    b"bestmove" => Said::BestMove,
                    b"readyok" => Said::Ready,
                    _ => continue,
                };
                if sender.send(said).is_err() {
                    return;
                }
            }
        });
        let errors = std::thread::spawn(move || {
            let mut bytes = Vec::new();
            errors.read_to_end(&mut bytes).ok();
            String::from_utf8_lossy(&bytes).into_owned()
        });
        Self {
            input: child.stdin.take(),
            child,
            said,
            errors: Some(errors),
            account: Account::default(),
            sent: VecDeque::new(),
        }
    }

    /// Sends a line, and remembers what it asks for.
    pub fn send(&mut self, line: &Line) {
        match line.command {
            Some(uci::Command::Go(_)) => self.account.searches += 1,
            Some(uci::Command::IsReady) => self.account.questions += 1,
            _ => {}
        }
        let mut bytes = line.bytes.clone();
        bytes.push(b'\n');
        let written = self.input.as_mut().map(|input| input.write_all(&bytes));
        if self.sent.len() == REMEMBERED {
            self.sent.pop_front();
        }
        self.sent.push_back(bytes);
        if written.is_none_or(|result| result.is_err()) {
            self.give_up("it does not take its input any more");
        }
    }

    /// Sends a line of text.
    pub fn say(&mut self, text: &str) {
        self.send(&Line {
            bytes: text.as_bytes().to_vec(),
            command: text.parse().ok(),
        });
    }

    /// Waits until everything asked for has been answered, exactly once.
    pub fn settle(&mut self) {
        let until = Instant::now() + TIMEOUT;
        while !self.account.is_settled() {
            let left = until.saturating_duration_since(Instant::now());
            match self.said.recv_timeout(left) {
                Ok(said) => self.note(said),
                Err(RecvTimeoutError::Timeout) => self.give_up("it hangs"),
                Err(RecvTimeoutError::Disconnected) => self.give_up("it has ended"),
            }
        }
    }

    fn note(&mut self, said: Said) {
        match said {
            Said::BestMove => self.account.best_moves += 1,
            Said::Ready => self.account.answers += 1,
        }
        let Account {
            searches,
            best_moves,
            questions,
            answers,
        } = self.account;
        if best_moves > searches || answers > questions {
            self.give_up("it answers what was not asked");
        }
    }

    /// Ends the input; the program must leave by itself, owing nothing.
    pub fn finish(mut self) -> Account {
        drop(self.input.take());
        let until = Instant::now() + TIMEOUT;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.said.recv_timeout(left) {
                Ok(said) => self.note(said),
                Err(RecvTimeoutError::Timeout) => self.give_up("it lives on after its input"),
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        let status = self.child.wait().expect("it can be waited for");
        if !self.account.is_settled() {
            self.give_up("it left with something unanswered");
        }
        let errors = self.errors.take().map(JoinHandle::join);
        let errors = errors.and_then(Result::ok).unwrap_or_default();
        if !status.success() || !errors.is_empty() {
            self.give_up(&format!("{status}, standard error {errors:?}"));
        }
        self.account
    }

    /// Fails, showing what led to it.
    fn give_up(&mut self, why: &str) -> ! {
        self.child.kill().ok();
        let errors = self.errors.take().map(JoinHandle::join);
        let errors = errors.and_then(Result::ok).unwrap_or_default();
        let sent = self.sent.iter().flatten().copied().collect::<Vec<u8>>();
        panic!(
            "{why}: {:?}\nstandard error: {errors}\nlast lines sent:\n{}",
            self.account,
            String::from_utf8_lossy(&sent)
        );
    }
}
