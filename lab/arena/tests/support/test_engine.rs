//! A UCI engine for tests: plays legal moves fast, and misbehaves as its first argument says.
//!
//! `good`, or one of the modes in [`Mode::parse`] with the number of the move at which it happens.

#![forbid(unsafe_code)]

use std::io::{self, BufRead, Write};
use std::thread::sleep;
use std::time::Duration;

use chess::{Move, Position};
use game::Rng;

/// The misbehavior, and at which move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Good,
    /// Exits in the middle of a search.
    Crash(u32),
    /// Never answers, not even `stop`.
    Hang(u32),
    /// Plays a move that is not legal.
    Illegal(u32),
    /// Prints without end and never answers.
    Flood(u32),
    /// Prints a lot, in long and short lines, but answers.
    Chatter,
    /// Answers after so many milliseconds.
    Late(u64),
    /// Prints invalid lines and bytes, but answers.
    Garbage,
    /// Does not end on `quit`.
    IgnoreQuit,
    /// Does not answer `uci`.
    NoUciok,
    /// Exits at once.
    ExitAtStart,
    /// Prints `bestmove` without a move.
    BadFormat(u32),
    /// Closes its output but keeps running.
    CloseOutput(u32),
    /// Prints every `bestmove` twice.
    Twice,
    /// Stops reading its input.
    Deaf(u32),
    /// Does not get ready for the second game.
    NeverReady,
}

impl Mode {
    fn parse(name: &str, number: Option<u64>) -> Self {
        let at = u32::try_from(number.unwrap_or(0)).unwrap_or(0);
        match name {
            "crash" => Self::Crash(at),
            "hang" => Self::Hang(at),
            "illegal" => Self::Illegal(at),
            "flood" => Self::Flood(at),
            "chatter" => Self::Chatter,
            "late" => Self::Late(number.unwrap_or(1000)),
            "garbage" => Self::Garbage,
            "ignore-quit" => Self::IgnoreQuit,
            "no-uciok" => Self::NoUciok,
            "exit-at-start" => Self::ExitAtStart,
            "bad-format" => Self::BadFormat(at),
            "close-output" => Self::CloseOutput(at),
            "twice" => Self::Twice,
            "deaf" => Self::Deaf(at),
            "never-ready" => Self::NeverReady,
            _ => Self::Good,
        }
    }
}

/// Prints a line; exits if the output is closed.
fn say(line: &str) {
    let mut output = io::stdout().lock();
    if writeln!(output, "{line}")
        .and_then(|()| output.flush())
        .is_err()
    {
        std::process::exit(0);
    }
}

fn sleep_for_ever() -> ! {
    loop {
        sleep(Duration::from_secs(3600));
    }
}

struct TestEngine {
    mode: Mode,
    position: Position,
    chess960: bool,
    games: u32,
    moves: u32,
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = arguments.get(1).and_then(|text| text.parse().ok());
    let mode = Mode::parse(arguments.first().map_or("good", String::as_str), number);
    if mode == Mode::ExitAtStart {
        eprintln!("this engine does not want to start");
        std::process::exit(7);
    }
    let mut engine = TestEngine {
        mode,
        position: Position::start(),
        chess960: false,
        games: 0,
        moves: 0,
    };
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        if !engine.obey(&line) {
            break;
        }
    }
    if mode == Mode::IgnoreQuit {
        sleep_for_ever();
    }
}

impl TestEngine {
    /// Executes a command. False to quit.
    fn obey(&mut self, line: &str) -> bool {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        match words.first().copied() {
            Some("uci") if self.mode != Mode::NoUciok => {
                say("id name Test Engine");
                say("id author nobody");
                say("option name Hash type spin default 1 min 1 max 64");
                say("option name UCI_Chess960 type check default false");
                say("option name EvalFile type string default <empty>");
                say("uciok");
            }
            Some("setoption") if line.contains("UCI_Chess960") => {
                self.chess960 = line.ends_with("true");
            }
            Some("setoption") if line.contains("EvalFile") => {
                say("info string error: cannot use the network");
            }
            Some("isready") if self.mode != Mode::NeverReady || self.games < 2 => say("readyok"),
            Some("ucinewgame") => {
                self.games += 1;
                self.moves = 0;
            }
            Some("position") => self.set_position(&words[1..]),
            Some("go") => self.search(),
            Some("quit") if self.mode != Mode::IgnoreQuit => return false,
            _ => {}
        }
        true
    }

    fn set_position(&mut self, words: &[&str]) {
        let at = words.iter().position(|&word| word == "moves");
        let (setup, moves) = words.split_at(at.unwrap_or(words.len()));
        let fen = match setup.first() {
            Some(&"fen") => setup[1..].join(" "),
            _ => Position::START_FEN.to_owned(),
        };
        self.position = Position::from_fen(&fen).expect("the runner sends valid positions");
        self.position.set_chess960(self.chess960);
        for text in moves.iter().skip(1) {
            let mv = self
                .position
                .parse_uci(text)
                .expect("the runner sends legal moves");
            self.position.play(mv);
        }
    }

    /// Mates or wins material if possible, otherwise plays a random move; deterministic by position.
    fn choose(&self) -> Move {
        let moves = self.position.legal_moves();
        let mates = |mv: Move| {
            let after = self.position.after(mv);
            after.in_check() && !after.has_legal_move()
        };
        let mut rng = Rng::new(self.position.keys().full);
        let mate = moves.iter().copied().find(|&mv| mates(mv));
        let gain = moves
            .iter()
            .copied()
            .find(|&mv| self.position.see_ge(mv, 100));
        mate.or(gain)
            .or_else(|| rng.choose(&moves).copied())
            .expect("the runner asks only while there are moves")
    }

    fn search(&mut self) {
        self.moves += 1;
        self.misbehave();
        let mv = self.position.uci(self.choose());
        say(&format!(
            "info depth 1 seldepth 2 score cp 12 nodes 100 nps 100000 time 1 pv {mv}"
        ));
        let is_now = |at: u32| self.moves == at;
        match self.mode {
            Mode::Illegal(at) if is_now(at) => say("bestmove a1a1"),
            Mode::BadFormat(at) if is_now(at) => say("bestmove"),
            Mode::Twice => say(&format!("bestmove {mv}\nbestmove {mv}")),
            _ => say(&format!("bestmove {mv} ponder a1a1")),
        }
    }

    fn misbehave(&self) {
        let is_now = |at: u32| self.moves == at;
        match self.mode {
            Mode::Crash(at) if is_now(at) => {
                say("info string about to crash");
                eprintln!("assertion failed: the test engine crashes");
                std::process::abort();
            }
            Mode::Hang(at) if is_now(at) => sleep_for_ever(),
            Mode::Flood(at) if is_now(at) => flood(),
            Mode::CloseOutput(at) if is_now(at) => close_output(),
            Mode::Deaf(at) if is_now(at) => sleep_for_ever(),
            Mode::Late(milliseconds) => sleep(Duration::from_millis(milliseconds)),
            Mode::Garbage => {
                let mut output = io::stdout().lock();
                output
                    .write_all(b"\xff\xfe\x00 bestmoves e2e4\ninfo\ninfo score\nbest move\n\n")
                    .ok();
                output
                    .write_all(b"info depth -3 score cp banana nodes nodes pv\n")
                    .ok();
                output.flush().ok();
                eprintln!("garbage on the error stream, too: {}", "x".repeat(500));
            }
            Mode::Chatter => {
                (0..3000).for_each(|n| say(&format!("info string chatter {n}")));
                say(&format!("info string {}", "long ".repeat(100_000)));
            }
            _ => {}
        }
    }
}

/// Prints as fast as possible, first lines, then a line without an end.
fn flood() -> ! {
    let line = format!("info depth 1 score cp 1 pv {}\n", "e2e4 ".repeat(40)).repeat(100);
    let mut output = io::stdout().lock();
    for count in 0_u64.. {
        let bytes = if count % 1000 < 500 {
            line.as_bytes()
        } else {
            &line.as_bytes()[..200]
        };
        if output.write_all(bytes).is_err() {
            break;
        }
    }
    std::process::exit(0)
}

/// Closes the output stream without unsafe code: replaces the process by a shell that keeps only the
/// input.
fn close_output() -> ! {
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        let error = std::process::Command::new("/bin/sh")
            .args(["-c", "exec 1>&- 2>&-; exec sleep 3600"])
            .exec();
        eprintln!("cannot become a shell: {error}");
    }
    std::process::exit(0)
}
