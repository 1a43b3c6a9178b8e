//! A running UCI engine: commands out, lines in, each with a timestamp.
//!
//! [`Engine`] knows the UCI handshake but no chess. It never waits without a deadline, its memory is
//! bounded whatever the engine prints, and dropping it kills the process.

mod failure;
mod game;
mod identity;
mod inbox;
mod options;
mod process;
mod reader;
mod spec;
mod transcript;

use std::collections::VecDeque;
use std::io;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub use failure::EngineFailure;
pub use identity::Identity;
pub use inbox::Line;
pub use process::Killer;
pub use spec::{EngineSpec, Timeouts};
pub use transcript::Transcript;

use ::game::Coordinates;
use games::GameId;
use inbox::{Collected, Inbox, Wanted};
use process::{Outputs, Process};
use reader::{StderrTail, read_output, read_stderr};
use transcript::Ring;

/// The number of recent commands in a [`Transcript`].
const KEPT_COMMANDS: usize = 20;

/// How long to wait for the exit status of a process that has closed its output.
const EXIT_TIMEOUT: Duration = Duration::from_millis(200);

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
    /// Lines taken from the inbox but not returned yet.
    pending: VecDeque<Line>,
    stderr: Arc<StderrTail>,
    commands: Ring,
    started: Instant,
    coordinates: Coordinates,
    /// The bytes being written; kept to reuse the allocation.
    buffer: Vec<u8>,
}

impl Engine {
    /// Starts an engine and waits for its first `readyok`: sends `uci`, the options, `isready`.
    ///
    /// # Errors
    /// If the program does not run or does not answer; its last output is in the error.
    pub fn start(spec: &EngineSpec, timeouts: &Timeouts) -> Result<Self, EngineFailure> {
        Self::start_for(GameId::default(), spec, timeouts)
    }

    /// The same, with the options set for a game: files may belong to one. The game is not begun yet
    /// ([`Engine::set_game`]).
    ///
    /// # Errors
    /// As for [`Engine::start`].
    pub fn start_for(
        game: GameId,
        spec: &EngineSpec,
        timeouts: &Timeouts,
    ) -> Result<Self, EngineFailure> {
        let mut engine = Self::spawn(spec)?;
        match engine.prepare(game, spec, timeouts) {
            Ok(()) => Ok(engine),
            // These say all that there is to say.
            Err(
                failure @ (EngineFailure::BadOption { .. }
                | EngineFailure::UnknownOption { .. }
                | EngineFailure::Refused(_)),
            ) => Err(failure),
            Err(failure) => Err(EngineFailure::Start {
                failure: Box::new(failure),
                transcript: Box::new(engine.transcript()),
            }),
        }
    }

    /// Starts the process without sending anything.
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
        let stderr_tail = Arc::new(StderrTail::default());
        read_output(stdout, Arc::clone(&inbox)).map_err(failed)?;
        read_stderr(stderr, Arc::clone(&stderr_tail)).map_err(failed)?;
        Ok(Self {
            name: spec.name.clone(),
            identity: Identity::default(),
            process,
            inbox,
            pending: VecDeque::new(),
            stderr: stderr_tail,
            commands: Ring::new(KEPT_COMMANDS),
            started: Instant::now(),
            coordinates: Coordinates::default(),
            buffer: Vec::new(),
        })
    }

    /// How the engine writes squares.
    pub const fn coordinates(&self) -> Coordinates {
        self.coordinates
    }

    fn prepare(
        &mut self,
        game: GameId,
        spec: &EngineSpec,
        timeouts: &Timeouts,
    ) -> Result<(), EngineFailure> {
        self.handshake(timeouts.start)?;
        self.check_options(spec)?;
        self.name_game(game)?;
        self.set_options(spec, timeouts.ready)
    }

    /// Sends `uci` and reads the answer up to `uciok` into [`Engine::identity`].
    ///
    /// # Errors
    /// If there is no `uciok` in time.
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

    /// The engine's name: from its settings, or else from `id name`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The engine's answer to `uci`.
    pub const fn identity(&self) -> &Identity {
        &self.identity
    }

    /// A handle that kills the engine from another thread; pending waits then fail at once.
    pub fn killer(&self) -> Killer {
        self.process.killer()
    }

    /// Sends one command; returns the time right after the write.
    ///
    /// # Errors
    /// If the engine has closed its input or does not read it.
    pub fn send(&mut self, command: &str) -> Result<Instant, EngineFailure> {
        self.send_batch(&[command])
    }

    /// Sends commands in one write, so that the engine wakes up once.
    pub fn send_batch(&mut self, commands: &[&str]) -> Result<Instant, EngineFailure> {
        self.buffer.clear();
        let now = Instant::now();
        for command in commands {
            self.commands.push(command, now);
            self.buffer.extend_from_slice(command.as_bytes());
            self.buffer.push(b'\n');
        }
        let written = self.process.write(&self.buffer);
        self.sent(written)
    }

    /// Sends raw bytes; the transcript shows them escaped.
    pub fn send_bytes(&mut self, bytes: &[u8]) -> Result<Instant, EngineFailure> {
        let shown = String::from_utf8_lossy(bytes);
        self.commands
            .push(&shown.escape_debug().to_string(), Instant::now());
        let written = self.process.write(bytes);
        self.sent(written)
    }

    fn sent(&mut self, written: io::Result<()>) -> Result<Instant, EngineFailure> {
        match written {
            Ok(()) => Ok(Instant::now()),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Err(self.closed()),
            Err(error) => Err(EngineFailure::Write(error)),
        }
    }

    /// The next line that arrived by the deadline, or `None`.
    ///
    /// # Errors
    /// If the engine has ended and all its output was read.
    pub fn receive(&mut self, deadline: Instant) -> Result<Option<Line>, EngineFailure> {
        self.next_line(Wanted::Any, deadline)
    }

    /// Waits until the deadline for a line that starts with `word`; passes all lines before it to
    /// `on_other`. Cheaper than [`Engine::receive`], because other lines do not wake this thread.
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
        // The arrival time decides, not when this thread was scheduled.
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
    /// If there is no `readyok` in time.
    pub fn is_ready(&mut self, timeout: Duration) -> Result<(), EngineFailure> {
        let sent = self.send("isready")?;
        self.await_ready(sent + timeout, timeout)
    }

    /// Waits for the `readyok` to an earlier `isready`.
    ///
    /// # Errors
    /// If there is no `readyok` in time.
    pub fn await_ready(
        &mut self,
        deadline: Instant,
        timeout: Duration,
    ) -> Result<(), EngineFailure> {
        self.await_ready_with(deadline, timeout, |_| {})
    }

    /// The same; passes all lines before `readyok` to `on_other`.
    fn await_ready_with(
        &mut self,
        deadline: Instant,
        timeout: Duration,
        on_other: impl FnMut(&Line),
    ) -> Result<(), EngineFailure> {
        let answer = self.wait_for("readyok", deadline, on_other)?;
        answer.map(drop).ok_or(EngineFailure::Timeout {
            expected: "readyok",
            after: timeout,
        })
    }

    /// The last commands, output lines and standard error.
    pub fn transcript(&self) -> Transcript {
        Transcript {
            started: self.started,
            commands: self.commands.to_vec(),
            output: self.inbox.recent(),
            stderr: self.stderr.text(),
        }
    }

    /// Sends `quit`, closes the engine's input and waits; kills the engine if it has not exited in
    /// time. Returns the exit status, or `None` if the engine was killed.
    pub fn quit(mut self, grace: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + grace;
        self.send("quit").ok();
        self.process.close_input();
        self.inbox.wait_for_end(deadline);
        self.process.wait(deadline)
    }

    /// Closes the engine's input.
    pub fn close_input(&mut self) {
        self.process.close_input();
    }

    /// The exit status, if the process exits by the deadline; its output is dropped.
    pub fn wait_for_exit(&mut self, deadline: Instant) -> Option<ExitStatus> {
        self.pending.clear();
        self.inbox.wait_for_end(deadline);
        self.process.wait(deadline)
    }

    fn closed(&mut self) -> EngineFailure {
        let status = self.process.wait(Instant::now() + EXIT_TIMEOUT);
        if status.is_some() {
            self.stderr.wait_for_end(EXIT_TIMEOUT);
        }
        EngineFailure::Closed { status }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Dropping `process` kills the engine; until then the reader thread may wait for room.
        self.inbox.abandon();
    }
}
