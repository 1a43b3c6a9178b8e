//! The protocol: commands in, lines out, one search thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use chess::Position;

use crate::fault::Fault;
use crate::go::Go;
use crate::thinking::think;

#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    Command,
    Quit,
}

/// What the search thread and the reader thread share.
#[derive(Default)]
pub struct Signals {
    pub stop: AtomicBool,
    pub pondering: AtomicBool,
    pub deadline: Mutex<Option<Instant>>,
}

pub struct Session {
    fault: Fault,
    position: Position,
    lines: usize,
    chess960: bool,
    signals: Arc<Signals>,
    search: Option<JoinHandle<()>>,
    budget: Option<Duration>,
}

const OPTIONS: &str = "\
option name Hash type spin default 16 min 1 max 1024
option name Threads type spin default 1 min 1 max 4
option name MultiPV type spin default 1 min 1 max 64
option name Ponder type check default false
option name UCI_Chess960 type check default false
option name SyzygyPath type string default <empty>
option name Clear Hash type button";

impl Session {
    pub fn new(fault: Fault) -> Self {
        Self {
            fault,
            position: Position::start(),
            lines: 1,
            chess960: false,
            signals: Arc::default(),
            search: None,
            budget: None,
        }
    }

    fn is_searching(&self) -> bool {
        self.search
            .as_ref()
            .is_some_and(|thread| !thread.is_finished())
    }

    /// Handles one line. Unknown words before a command are skipped.
    pub fn command(&mut self, line: &str) -> Next {
        let mut words = line.split_ascii_whitespace();
        while let Some(word) = words.next() {
            match word {
                "uci" => self.identify(),
                "isready" if self.fault == Fault::ReadyOnlyWhenIdle => {
                    self.join();
                    println!("readyok");
                }
                "isready" => println!("readyok"),
                "setoption" => self.set_option(line),
                "position" => self.set_position(line),
                "go" => self.go(words),
                "stop" if self.fault == Fault::DeafToStop => {}
                "stop" => self.stop(),
                "ponderhit" => self.ponder_hit(),
                "quit" => {
                    self.stop();
                    return Next::Quit;
                }
                "ucinewgame" | "debug" | "register" => {}
                _ => continue,
            }
            break;
        }
        Next::Command
    }

    pub fn end_of_input(&mut self) {
        if self.fault == Fault::IgnoresEnd {
            thread::sleep(Duration::from_secs(3600));
        }
        self.stop();
    }

    fn identify(&self) {
        println!("id name Model");
        if self.fault != Fault::NoAuthor {
            println!("id author The Quietus authors");
        }
        println!("{OPTIONS}");
        if self.fault == Fault::BadOption {
            println!("option name Style type spin default 200 min 0 max 100");
        }
        println!("uciok");
    }

    fn set_option(&mut self, line: &str) {
        let Some((_, rest)) = line.split_once("name") else {
            return;
        };
        let (name, value) = rest.split_once("value").unwrap_or((rest, ""));
        let value = value.trim();
        match name.trim().to_ascii_lowercase().as_str() {
            "multipv" => {
                let lines = value.parse().ok().filter(|lines| (1..=64).contains(lines));
                self.lines = lines.unwrap_or(self.lines);
            }
            "uci_chess960" => self.chess960 = value == "true",
            _ => {}
        }
    }

    fn set_position(&mut self, line: &str) {
        let words: Vec<_> = line.split_ascii_whitespace().skip(1).collect();
        let (setup, moves) = match words.iter().position(|&word| word == "moves") {
            Some(at) => (&words[..at], &words[at + 1..]),
            None => (&words[..], &[][..]),
        };
        let mut position = match setup {
            ["startpos", ..] => Position::start(),
            ["fen", fen @ ..] => match Position::from_fen(&fen.join(" ")) {
                Ok(position) => position,
                Err(_) if self.fault == Fault::DiesOfBadFen => std::process::abort(),
                Err(error) => return println!("info string error: {error}"),
            },
            _ => return,
        };
        for text in moves {
            match position.parse_uci(text) {
                Ok(mv) => position.play(mv),
                Err(_) if self.fault == Fault::DiesOfBadMove => std::process::abort(),
                Err(error) => return println!("info string error: {error}"),
            }
        }
        self.position = position;
    }

    fn go<'a>(&mut self, words: impl Iterator<Item = &'a str>) {
        self.join();
        let mut position = self.position.clone();
        position.set_chess960(self.chess960 || self.fault == Fault::KingTakesRook);
        let mut go = Go::parse(&position, words);
        go.lines = self.lines;
        let signals = &self.signals;
        if self.fault != Fault::StopIsKept {
            signals.stop.store(false, Ordering::Relaxed);
        }
        let waits = go.ponder && self.fault != Fault::PondersOnClock;
        signals.pondering.store(waits, Ordering::Relaxed);
        self.budget = go.budget;
        let starts_clock = !go.infinite && !waits;
        let deadline = go
            .budget
            .filter(|_| starts_clock)
            .map(|budget| Instant::now() + budget);
        *signals
            .deadline
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = deadline;
        let signals = Arc::clone(signals);
        let fault = self.fault;
        self.search = Some(thread::spawn(move || {
            think(&position, &go, &signals, fault)
        }));
    }

    fn ponder_hit(&mut self) {
        if !self.is_searching() {
            return;
        }
        let deadline = self.budget.map(|budget| Instant::now() + budget);
        *self
            .signals
            .deadline
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = deadline;
        self.signals.pondering.store(false, Ordering::Relaxed);
    }

    fn stop(&mut self) {
        self.signals.stop.store(true, Ordering::Relaxed);
        self.join();
    }

    fn join(&mut self) {
        if let Some(thread) = self.search.take() {
            thread.join().ok();
        }
    }
}
