//! What must hold for any lines that a session reads.

use std::cell::RefCell;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use engine::{Output, Session, Step};
use uci::Command;

thread_local! {
    /// A session that no option was set in. Its search threads take longer to start than most texts
    /// to run.
    static IDLE: RefCell<Option<(Session, Shown)>> = const { RefCell::new(None) };
}

/// A session answers any lines: every `go` with one best move, every `isready` with `readyok`. Commands
/// that take long or use files are left out, and searches are short.
pub fn session(bytes: &[u8]) {
    const MOST: usize = 100;
    let (mut session, shown) = IDLE.take().unwrap_or_else(small_session);
    shown.clear();
    let (mut searches, mut questions) = (0, 0);
    let mut is_as_before = true;
    let text = String::from_utf8_lossy(bytes);
    let prologue = ["ucinewgame", "position startpos"];
    for line in prologue.into_iter().chain(text.lines().take(MOST)) {
        let command = match line.parse::<Command>() {
            Ok(command) => command,
            Err(error) => {
                let told = session.report(error.into());
                told.expect("memory takes everything");
                continue;
            }
        };
        let Some(command) = harmless(command) else {
            continue;
        };
        let is_search = matches!(command, Command::Go(_));
        questions += usize::from(command == Command::IsReady);
        is_as_before &= !matches!(command, Command::SetOption(_));
        match session.run_command(command) {
            Ok(Step::Quit) => break,
            Ok(_) => searches += usize::from(is_search),
            Err(error) => session.report(error).expect("memory takes everything"),
        }
        session.stop();
        session.wait();
    }
    if is_as_before {
        IDLE.set(Some((session, shown.clone())));
    }
    let shown = shown.text();
    let count = |start: &str| shown.lines().filter(|line| line.starts_with(start)).count();
    assert_eq!(count("bestmove "), searches, "{shown}");
    assert_eq!(count("readyok"), questions, "{shown}");
}

/// A session with little memory. Without a network most lines are answered sooner; a line can switch it
/// on.
fn small_session() -> (Session, Shown) {
    let shown = Shown::default();
    let mut session = Session::new(Output::new(shown.clone()));
    for option in ["Hash value 1", "UseNNUE value false"] {
        let command = format!("setoption name {option}").parse();
        let set = session.run_command(command.expect("a command"));
        assert!(set.is_ok(), "{option}");
    }
    (session, shown)
}

/// The command, unless it takes long or uses files; a search with a small limit.
fn harmless(command: Command) -> Option<Command> {
    const NODES: u64 = 300;
    match command {
        Command::Go(mut go) => {
            go.nodes = Some(go.nodes.map_or(NODES, |nodes| nodes.min(NODES)));
            Some(Command::Go(go))
        }
        Command::SetOption(option) => {
            let name = option.name.to_ascii_lowercase();
            let value = option.value.trim().parse::<u64>();
            let is_small = value.map_or(true, |number| number <= 4);
            let is_harmless = match name.trim() {
                "threads" | "hash" | "multipv" => is_small,
                name => !name.contains("file"),
            };
            is_harmless.then_some(Command::SetOption(option))
        }
        Command::Bench(_)
        | Command::Speedtest(_)
        | Command::Perft(_)
        | Command::Genfens(_)
        | Command::Play(_)
        | Command::Serve(_) => None,
        other => Some(other),
    }
}

/// What a session wrote.
#[derive(Clone, Default)]
struct Shown(Arc<Mutex<Vec<u8>>>);

impl Shown {
    fn clear(&self) {
        self.0.lock().expect("no writer panics").clear();
    }

    fn text(&self) -> String {
        let bytes = self.0.lock().expect("no writer panics");
        String::from_utf8(bytes.clone()).expect("a session writes UTF-8")
    }
}

impl Write for Shown {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no writer panics").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
