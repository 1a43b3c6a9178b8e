//! A running UCI engine: lines in, lines out, and an eye on the clock.
//!
//! [`Engine`] knows the protocol's handshake but no chess. It never waits without a deadline, its
//! memory is bounded whatever the engine prints, and dropping it kills the process.

mod failure;
mod identity;
mod inbox;
mod process;
mod pump;
mod raw;
mod spec;
mod transcript;

use std::collections::VecDeque;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub use failure::EngineFailure;
pub use identity::{Identity, UciOption};
pub use inbox::Line;
pub use process::Killer;
pub use spec::{EngineSpec, Timeouts};
pub use transcript::Transcript;

use inbox::{Collected, Inbox, Wanted};
use process::{Outputs, Process};
use pump::{ErrorTail, pump_errors, pump_output};
use transcript::Ring;

/// Commands that reports show.
const KEPT_COMMANDS: usize = 20;

/// How long a process that has closed its output gets to say how it ended.
const EXIT_PATIENCE: Duration = Duration::from_millis(200);

/// A running engine.
///
/// ```no_run
/// use std::time::{Duration, Instant};
/// use arena::{Engine, EngineSpec, Timeouts};
///
/// let mut engine = Engine::start(&EngineSpec::new("stockfish"), &Timeouts::default())?;
/// engine.send_batch(&["position startpos", "go nodes 1000"])?;
/// let deadline = Instant::now() + Duration::from_secs(10);
/// let answer = engine.wait_for("bestmove", deadline, |info| println!("{}", info.text))?;
/// println!("{answer:?}");
/// engine.quit(Duration::from_secs(1));
/// # Ok::<(), arena::EngineFailure>(())
/// ```
pub struct Engine {
    name: String,
    identity: Identity,
    process: Process,
    inbox: Arc<Inbox>,
    /// Lines taken from the inbox and not handed out yet.
    pending: VecDeque<Line>,
    errors: Arc<ErrorTail>,
    commands: Ring,
    started: Instant,
    /// What is being written; kept for its memory.
    buffer: Vec<u8>,
}

impl Engine {
    /// Starts an engine and brings it to its first `readyok`: `uci`, the options, `isready`.
    ///
    /// # Errors
    /// If the program does not run or does not answer; what it said last is in the error.
    pub fn start(spec: &EngineSpec, timeouts: &Timeouts) -> Result<Self, EngineFailure> {
        let mut engine = Self::spawn(spec)?;
        match engine.prepare(spec, timeouts) {
            Ok(()) => Ok(engine),
            Err(failure @ EngineFailure::BadOption { .. }) => Err(failure),
            Err(failure) => Err(EngineFailure::Start {
                failure: Box::new(failure),
                transcript: Box::new(engine.transcript()),
            }),
        }
    }

    /// Starts the process and says nothing to it yet.
    ///
    /// # Errors
    /// If the program does not run.
    pub fn spawn(spec: &EngineSpec) -> Result<Self, EngineFailure> {
        let failed = |error| EngineFailure::Spawn {
            command: spec.command.clone(),
            error,
        };
        let (process, Outputs { stdout, stderr }) = Process::spawn(spec).map_err(failed)?;
        let inbox = Arc::new(Inbox::new());
        let errors = Arc::new(ErrorTail::default());
        pump_output(stdout, Arc::clone(&inbox)).map_err(failed)?;
        pump_errors(stderr, Arc::clone(&errors)).map_err(failed)?;
        Ok(Self {
            name: spec.name.clone(),
            identity: Identity::default(),
            process,
            inbox,
            pending: VecDeque::new(),
            errors,
            commands: Ring::new(KEPT_COMMANDS),
            started: Instant::now(),
            buffer: Vec::new(),
        })
    }

    fn prepare(&mut self, spec: &EngineSpec, timeouts: &Timeouts) -> Result<(), EngineFailure> {
        self.handshake(timeouts.start)?;
        self.check_options(spec)?;
        // Engines allocate the hash with their threads, so these come first.
        let is_threads = |name: &str| name.eq_ignore_ascii_case("Threads");
        let (threads, others): (Vec<_>, Vec<_>) =
            spec.options.iter().partition(|(name, _)| is_threads(name));
        for (name, value) in threads.into_iter().chain(others) {
            self.set_option(name, value)?;
        }
        self.is_ready(timeouts.ready)
    }

    /// Whether the values of the options that the engine advertises fit them.
    ///
    /// # Errors
    /// Names the option that does not.
    pub fn check_options(&self, spec: &EngineSpec) -> Result<(), EngineFailure> {
        for (name, value) in &spec.options {
            let Some(option) = self.identity.option(name) else {
                continue;
            };
            option
                .check(value)
                .map_err(|reason| EngineFailure::BadOption {
                    name: name.clone(),
                    value: value.clone(),
                    reason,
                })?;
        }
        Ok(())
    }

    /// Sends `uci` and reads the answer up to `uciok` into [`Engine::identity`].
    ///
    /// # Errors
    /// If it does not come in time.
    pub fn handshake(&mut self, timeout: Duration) -> Result<(), EngineFailure> {
        let sent = self.send("uci")?;
        let mut identity = Identity::default();
        let answer = self.wait_for("uciok", sent + timeout, |line| identity.read(&line.text))?;
        answer.ok_or(EngineFailure::Timeout {
            expected: "uciok",
            after: timeout,
        })?;
        if self.name.is_empty() {
            self.name.clone_from(&identity.name);
        }
        self.identity = identity;
        Ok(())
    }

    /// What the engine is called: by its settings, or by itself.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the engine said of itself in the handshake.
    #[must_use]
    pub const fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The number of the process.
    #[must_use]
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// A handle that kills the engine from another thread; waiting calls here then fail at once.
    #[must_use]
    pub fn killer(&self) -> Killer {
        self.process.killer()
    }

    /// Sends one command and gives the time right after it was written.
    ///
    /// # Errors
    /// If the engine has closed its input or does not read it.
    pub fn send(&mut self, command: &str) -> Result<Instant, EngineFailure> {
        self.send_batch(&[command])
    }

    /// Sends commands in one write, so that the engine is woken once.
    ///
    /// # Errors
    /// As [`Engine::send`].
    pub fn send_batch(&mut self, commands: &[&str]) -> Result<Instant, EngineFailure> {
        self.buffer.clear();
        let now = Instant::now();
        for command in commands {
            self.commands.push(command, now);
            self.buffer.extend_from_slice(command.as_bytes());
            self.buffer.push(b'\n');
        }
        match self.process.write(&self.buffer) {
            Ok(()) => Ok(Instant::now()),
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Err(self.closed()),
            Err(error) => Err(EngineFailure::Write(error)),
        }
    }

    /// Sets an option; an empty value presses a button.
    ///
    /// # Errors
    /// As [`Engine::send`].
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineFailure> {
        let is_button = || {
            let option = self.identity.option(name);
            option.is_some_and(|option| option.kind == "button")
        };
        let command = if value.is_empty() && is_button() {
            format!("setoption name {name}")
        } else if value.is_empty() {
            format!("setoption name {name} value <empty>")
        } else {
            format!("setoption name {name} value {value}")
        };
        self.send(&command).map(drop)
    }

    /// The next line that arrived until the deadline; nothing if there was none.
    ///
    /// # Errors
    /// If the engine has ended and all it said was taken.
    pub fn receive(&mut self, deadline: Instant) -> Result<Option<Line>, EngineFailure> {
        self.next_line(Wanted::Any, deadline)
    }

    /// Waits for a line that starts with `word` and arrives until the deadline, handing all lines
    /// before it to `on_other`. Cheaper than [`Engine::receive`], because other lines wake nobody.
    ///
    /// # Errors
    /// As [`Engine::receive`].
    pub fn wait_for(
        &mut self,
        word: &'static str,
        deadline: Instant,
        mut on_other: impl FnMut(&Line),
    ) -> Result<Option<Line>, EngineFailure> {
        while let Some(line) = self.next_line(Wanted::Word(word), deadline)? {
            if line.word() == word {
                return Ok(Some(line));
            }
            on_other(&line);
        }
        Ok(None)
    }

    fn next_line(
        &mut self,
        wanted: Wanted,
        deadline: Instant,
    ) -> Result<Option<Line>, EngineFailure> {
        if self.pending.is_empty() {
            match self.inbox.collect(wanted, deadline, &mut self.pending) {
                Collected::Lines => {}
                Collected::Nothing => return Ok(None),
                Collected::End => return Err(self.closed()),
            }
        }
        // The stamps decide, not when this thread got round to looking.
        let is_late = self.pending.front().is_none_or(|line| line.at > deadline);
        Ok(if is_late {
            None
        } else {
            self.pending.pop_front()
        })
    }

    /// Sends `isready` and waits for `readyok`; other lines are dropped.
    ///
    /// # Errors
    /// If the answer does not come in time.
    pub fn is_ready(&mut self, timeout: Duration) -> Result<(), EngineFailure> {
        let sent = self.send("isready")?;
        self.await_ready(sent + timeout, timeout)
    }

    /// Waits for the answer to an `isready` that was sent before.
    ///
    /// # Errors
    /// If the answer does not come in time.
    pub fn await_ready(
        &mut self,
        deadline: Instant,
        timeout: Duration,
    ) -> Result<(), EngineFailure> {
        let answer = self.wait_for("readyok", deadline, |_| {})?;
        answer.map(drop).ok_or(EngineFailure::Timeout {
            expected: "readyok",
            after: timeout,
        })
    }

    /// The last commands, output and error text.
    #[must_use]
    pub fn transcript(&self) -> Transcript {
        Transcript {
            started: self.started,
            commands: self.commands.to_vec(),
            output: self.inbox.recent(),
            stderr: self.errors.text(),
        }
    }

    /// Sends `quit`, closes the engine's input and waits; kills the engine if it has not ended in
    /// time. Gives how it ended, or nothing if it had to be killed.
    pub fn quit(mut self, grace: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + grace;
        self.send("quit").ok();
        self.process.close_input();
        self.inbox.wait_for_end(deadline);
        self.process.wait(deadline)
    }

    fn closed(&mut self) -> EngineFailure {
        let status = self.process.wait(Instant::now() + EXIT_PATIENCE);
        if status.is_some() {
            self.errors.wait_for_end(EXIT_PATIENCE);
        }
        EngineFailure::Closed { status }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The process is killed when its field is dropped; the reader may wait for room until then.
        self.inbox.abandon();
    }
}
