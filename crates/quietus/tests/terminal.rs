//! `play` in a real terminal: a pseudo-terminal with the program on its other side.
#![cfg(unix)]

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use nix::pty::{Winsize, openpty};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// Long enough that only a hang takes longer, on however busy a machine.
const TIMEOUT: Duration = Duration::from_secs(60);

struct Terminal {
    child: Child,
    keyboard: File,
    screen: Receiver<Vec<u8>>,
    /// What was shown and not looked at yet.
    shown: String,
}

impl Terminal {
    fn start(arguments: &[&str]) -> Self {
        let size = Winsize {
            ws_row: 40,
            ws_col: 100,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        let pty = openpty(&size, None).expect("a pseudo-terminal");
        let end = || Stdio::from(pty.slave.try_clone().expect("another handle"));
        let child = Command::new(env!("CARGO_BIN_EXE_quietus"))
            .args(arguments)
            .env("TERM", "xterm")
            .env("NO_COLOR", "1")
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .expect("the program starts");
        let keyboard = File::from(pty.master);
        let mut output = keyboard.try_clone().expect("another handle");
        let (sender, screen) = mpsc::channel();
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(length @ 1..) = output.read(&mut bytes) {
                if sender.send(bytes[..length].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self {
            child,
            keyboard,
            screen,
            shown: String::new(),
        }
    }

    fn press(&mut self, keys: &str) {
        self.keyboard
            .write_all(keys.as_bytes())
            .expect("it listens");
    }

    /// Waits for a text; gives what was shown up to its end.
    fn until(&mut self, text: &str) -> String {
        loop {
            if let Some(start) = self.shown.find(text) {
                let rest = self.shown.split_off(start + text.len());
                return std::mem::replace(&mut self.shown, rest);
            }
            match self.screen.recv_timeout(TIMEOUT) {
                Ok(bytes) => self.shown += &String::from_utf8_lossy(&bytes),
                Err(error) => panic!("{error}: no {text:?} in {:?}", self.shown),
            }
        }
    }

    fn interrupt(&self) {
        let pid = Pid::from_raw(self.child.id().cast_signed());
        kill(pid, Signal::SIGINT).expect("it runs");
    }

    fn ends_well(&mut self) -> bool {
        self.child.wait().is_ok_and(|status| status.success())
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn it_shows_that_it_thinks_and_ctrl_c_makes_it_move() {
    let mut terminal = Terminal::start(&["play", "black", "--time", "3600"]);
    terminal.until("\rQuietus is thinking ... ");
    terminal.interrupt();
    let shown = terminal.until("Quietus plays 1. ");
    assert!(
        shown.contains("\r\u{1b}[K"),
        "the line is replaced: {shown:?}"
    );
    terminal.until("> ");
    terminal.press("hint\r");
    terminal.until("\rQuietus is thinking ... ");
    terminal.interrupt();
    terminal.until("Hint: ");
    terminal.press("quit\r");
    assert!(terminal.ends_well());
}

#[test]
fn lines_are_edited_and_remembered() {
    let mut terminal = Terminal::start(&["play", "--depth", "2"]);
    terminal.until("> ");
    // Left and a letter in the middle: e4.
    terminal.press("4\u{1b}[De\r");
    terminal.until("Quietus plays 1... ");
    terminal.until("> ");
    terminal.press("fen\r");
    terminal.until(" w KQkq ");
    terminal.until("> ");
    terminal.press("\u{1b}[A\r");
    terminal.until(" w KQkq ");
    terminal.until("> ");
    terminal.press("\u{4}");
    assert!(terminal.ends_well());
}

#[test]
fn ctrl_c_cancels_the_line_and_says_how_to_quit() {
    let mut terminal = Terminal::start(&["play", "--depth", "2"]);
    terminal.until("> ");
    terminal.press("resig\u{3}");
    terminal.until("To leave the game, type 'quit' or press Ctrl-D or Ctrl-C again.");
    terminal.until("> ");
    terminal.press("moves\r");
    terminal.until("20 legal moves: ");
    terminal.until("> ");
    terminal.press("\u{3}");
    terminal.until("To leave the game");
    terminal.until("> ");
    terminal.press("\u{3}");
    assert!(terminal.ends_well());
}

#[test]
fn the_prompt_reads_on_after_a_game_and_ctrl_c_ends_it() {
    let mut terminal = Terminal::start(&[]);
    terminal.press("play --depth 2\r");
    terminal.until("> ");
    terminal.press("quit\r");
    terminal.until("Back at the UCI prompt");
    terminal.press("isready\r");
    terminal.until("readyok");
    terminal.interrupt();
    assert!(!terminal.ends_well(), "killed by SIGINT");
}
