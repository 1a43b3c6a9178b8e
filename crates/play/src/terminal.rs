//! The terminal: a line editor with history, and Ctrl-C as a request instead of the end.

use std::env;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use signal_hook::consts::SIGINT;
use signal_hook::flag;

/// What the human entered.
pub enum Entry {
    Line(String),
    /// Ctrl-C: the line was canceled.
    Canceled,
    /// The end of the input (Ctrl-D).
    End,
}

/// A terminal on standard input and output, while a game is played.
pub struct Terminal {
    editor: DefaultEditor,
    interrupt: &'static Interrupt,
    /// Whether a line can be replaced.
    pub can_erase: bool,
}

/// What SIGINT does, for the whole program.
struct Interrupt {
    /// Set by SIGINT.
    is_raised: Arc<AtomicBool>,
    /// Whether SIGINT ends the program: between games.
    is_deadly: Arc<AtomicBool>,
}

static INTERRUPT: OnceLock<Interrupt> = OnceLock::new();

impl Terminal {
    /// The terminal, if standard input and output are one.
    pub fn open() -> io::Result<Option<Self>> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Ok(None);
        }
        let interrupt = match INTERRUPT.get() {
            Some(interrupt) => interrupt,
            None => {
                let interrupt = Interrupt::register()?;
                INTERRUPT.get_or_init(|| interrupt)
            }
        };
        interrupt.is_deadly.store(false, Ordering::SeqCst);
        Ok(Some(Self {
            editor: DefaultEditor::new().map_err(io_error)?,
            interrupt,
            can_erase: env::var_os("TERM").is_none_or(|value| value != "dumb"),
        }))
    }

    /// Lets the human edit a line.
    pub fn read_line(&mut self, prompt: &str) -> io::Result<Entry> {
        match self.editor.readline(prompt) {
            Ok(line) => {
                let _ = self.editor.add_history_entry(line.as_str());
                Ok(Entry::Line(line))
            }
            Err(ReadlineError::Interrupted) => Ok(Entry::Canceled),
            Err(ReadlineError::Eof) => Ok(Entry::End),
            Err(error) => Err(io_error(error)),
        }
    }

    /// Waits, at most until Ctrl-C is pressed.
    pub fn wait(&self, time: Duration) {
        const TICK: Duration = Duration::from_millis(50);
        let end = Instant::now() + time;
        self.take_interrupt();
        while Instant::now() < end && !self.take_interrupt() {
            thread::sleep(TICK);
        }
    }

    /// Whether Ctrl-C was pressed since the last call.
    pub fn take_interrupt(&self) -> bool {
        self.interrupt.is_raised.swap(false, Ordering::SeqCst)
    }
}

/// Ctrl-C ends the program again.
impl Drop for Terminal {
    fn drop(&mut self) {
        self.interrupt.is_deadly.store(true, Ordering::SeqCst);
    }
}

impl Interrupt {
    fn register() -> io::Result<Self> {
        let interrupt = Self {
            is_raised: Arc::default(),
            is_deadly: Arc::default(),
        };
        flag::register_conditional_default(SIGINT, interrupt.is_deadly.clone())?;
        flag::register(SIGINT, interrupt.is_raised.clone())?;
        Ok(interrupt)
    }
}

fn io_error(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        error => io::Error::other(error),
    }
}
