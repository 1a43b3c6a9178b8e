//! The engine under test, with a record of all commands and lines.
//!
//! Every wait ends at the check's deadline at the latest.

use std::time::{Duration, Instant};

use crate::board::Board;
use crate::check::{Stop, ensure, fail, skip};
use crate::dialogue::Dialogue;
use crate::positions::{Positions, positions};
use crate::search::Search;
use crate::setup::Setup;
use arena::{Engine, EngineSpec, Identity, Line};
use game::Coordinates;
use games::GameId;
use uci::UciOption;

/// The timeout of simple answers.
const ANSWER: Duration = Duration::from_secs(5);

/// The timeout of a search with a small limit.
pub(super) const SEARCH: Duration = Duration::from_secs(10);

/// The tolerance on top of every time limit, for the pipe and the scheduler.
pub(super) const GRACE: Duration = Duration::from_millis(150);

/// A search that finds a mate in one, even in an engine that prunes at the root.
pub(super) const MATING: &str = "go depth 8";

/// What is checked.
pub(super) struct Subject<'a> {
    pub(super) spec: &'a EngineSpec,
    /// The engine's answer to `uci`.
    pub(super) identity: Identity,
    pub(super) game: GameId,
    /// How the engine writes squares.
    pub(super) coordinates: Coordinates,
    pub(super) slowness: f64,
}

pub(super) struct Tester<'a> {
    subject: &'a Subject<'a>,
    pub(super) positions: &'static Positions,
    deadline: Instant,
    engine: Engine,
    pub(super) dialogue: Dialogue,
}

impl<'a> Tester<'a> {
    /// Starts the engine without sending anything.
    pub(super) fn launch(subject: &'a Subject<'a>, limit: Duration) -> Result<Self, Stop> {
        Ok(Self {
            subject,
            positions: positions(subject.game),
            deadline: Instant::now() + limit.mul_f64(subject.slowness),
            engine: Engine::spawn(subject.spec)?,
            dialogue: Dialogue::new(),
        })
    }

    /// Restarts the engine and waits for `readyok`.
    pub(super) fn restart(&mut self) -> Result<(), Stop> {
        self.dialogue
            .note("--", "the engine is restarted", Instant::now());
        self.engine = Engine::spawn(self.subject.spec)?;
        self.prepare()
    }

    /// Sends `uci`, the options of the settings, and `isready`. Switches the engine's own book off.
    pub(super) fn prepare(&mut self) -> Result<(), Stop> {
        self.send("uci")?;
        self.wait_for("uciok", 2 * ANSWER)?;
        if self.identity().option("OwnBook").is_some() {
            self.set("OwnBook", false)?;
        }
        self.configure()?;
        self.ready().map(drop)
    }

    /// Sets the options of the settings, and the game where it is not the default.
    pub(super) fn configure(&mut self) -> Result<(), Stop> {
        for (name, value) in &self.subject.spec.options {
            self.set(name, value)?;
        }
        let game = self.subject.game;
        if game == GameId::default() || self.identity().option("UCI_Variant").is_none() {
            return Ok(());
        }
        self.set("UCI_Variant", game)
    }

    /// The start position.
    pub(super) fn start(&self) -> Setup {
        Setup {
            command: "position startpos".to_owned(),
            board: Board::start(self.subject.game, self.subject.coordinates),
        }
    }

    /// The position of a FEN.
    pub(super) fn fen(&self, fen: &str) -> Result<Setup, Stop> {
        let board = Board::of_fen(self.subject.game, self.subject.coordinates, fen);
        Ok(Setup {
            command: format!("position fen {fen}"),
            board: board.map_err(|error| Stop::Fail(format!("invalid check: {error}")))?,
        })
    }

    /// The engine's answer to `uci`.
    pub(super) fn identity(&self) -> &'a Identity {
        &self.subject.identity
    }

    /// An option that the check needs; skips the check without it.
    pub(super) fn need_option(&self, name: &str) -> Result<&'a UciOption, Stop> {
        let option = self.identity().option(name);
        option.map_or_else(|| skip(format!("the engine has no option {name}")), Ok)
    }

    /// A time multiplied by the slowness factor.
    pub(super) fn scaled(&self, time: Duration) -> Duration {
        time.mul_f64(self.subject.slowness)
    }

    pub(super) fn send(&mut self, command: &str) -> Result<Instant, Stop> {
        self.dialogue.note("<<", command, Instant::now());
        Ok(self.engine.send(command)?)
    }

    /// Sends raw bytes.
    pub(super) fn send_bytes(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        let shown = String::from_utf8_lossy(bytes).escape_debug().to_string();
        self.dialogue.note("<<", &shown, Instant::now());
        self.engine.send_bytes(bytes)?;
        Ok(())
    }

    /// Sends `setoption`.
    pub(super) fn set(&mut self, name: &str, value: impl std::fmt::Display) -> Result<(), Stop> {
        self.send(&format!("setoption name {name} value {value}"))
            .map(drop)
    }

    fn receive(&mut self, until: Instant) -> Result<Option<Line>, Stop> {
        let line = self.engine.receive(until.min(self.deadline));
        match &line {
            Ok(Some(line)) => self.dialogue.note(">>", &line.text, line.at),
            Ok(None) => {}
            Err(failure) => {
                let now = Instant::now();
                self.dialogue.note("--", &failure.to_string(), now);
                let stderr = self.engine.transcript().stderr;
                for line in stderr.lines().rev().take(3) {
                    self.dialogue
                        .note("--", &format!("standard error: {line}"), now);
                }
            }
        }
        Ok(line?)
    }

    /// Waits for a line that starts with a word; returns it and the lines before it.
    pub(super) fn wait_for(
        &mut self,
        word: &str,
        timeout: Duration,
    ) -> Result<(Line, Vec<Line>), Stop> {
        let timeout = self.scaled(timeout);
        let until = Instant::now() + timeout;
        let mut before = Vec::new();
        while let Some(line) = self.receive(until)? {
            if line.word() == word {
                return Ok((line, before));
            }
            before.push(line);
        }
        fail(format!("no {word} within {} ms", timeout.as_millis()))
    }

    /// Reads lines for a while; a line that starts with the word is a failure.
    pub(super) fn expect_no(&mut self, word: &str, time: Duration) -> Result<Vec<Line>, Stop> {
        let until = Instant::now() + time;
        let mut lines = Vec::new();
        while let Some(line) = self.receive(until)? {
            if line.word() == word {
                return fail(format!("unexpected {:?}", line.text));
            }
            lines.push(line);
        }
        Ok(lines)
    }

    /// Reads and drops lines for a while.
    pub(super) fn drain(&mut self, time: Duration) -> Result<(), Stop> {
        let until = Instant::now() + time;
        while self.receive(until)?.is_some() {}
        Ok(())
    }

    /// Sends `isready`; returns the time until `readyok` and the lines before it.
    pub(super) fn ready(&mut self) -> Result<(Duration, Vec<Line>), Stop> {
        let sent = self.send("isready")?;
        let (line, before) = self.wait_for("readyok", ANSWER)?;
        Ok((line.at.saturating_duration_since(sent), before))
    }

    /// Sends a position and `go`.
    pub(super) fn begin(&mut self, setup: &Setup, go: &str) -> Result<Instant, Stop> {
        self.send(&setup.command)?;
        self.send(go)
    }

    /// Waits for `bestmove`, then checks with `isready` that there is no second one.
    pub(super) fn finish(
        &mut self,
        setup: &Setup,
        since: Instant,
        timeout: Duration,
    ) -> Result<Search, Stop> {
        let (answer, before) = self.wait_for("bestmove", timeout)?;
        let (_, after) = self.ready()?;
        if let Some(line) = after.iter().find(|line| line.word() == "bestmove") {
            return fail(format!("a second bestmove: {:?}", line.text));
        }
        let infos = before.into_iter().filter(|line| line.word() == "info");
        Ok(Search {
            setup: setup.clone(),
            lines: infos.map(|line| line.text).collect(),
            elapsed: answer.at.saturating_duration_since(since),
            answer: answer.text,
        })
    }

    /// A search that ends by itself, with a legal move.
    pub(super) fn search(&mut self, setup: &Setup, go: &str) -> Result<Search, Stop> {
        let search = self.search_any(setup, go)?;
        search.after_best()?;
        Ok(search)
    }

    /// A search that ends by itself, with any move.
    pub(super) fn search_any(&mut self, setup: &Setup, go: &str) -> Result<Search, Stop> {
        let sent = self.begin(setup, go)?;
        self.finish(setup, sent, SEARCH)
    }

    /// Sends `stop` and waits for a legal `bestmove`.
    pub(super) fn stop(&mut self, setup: &Setup) -> Result<Search, Stop> {
        let sent = self.send("stop")?;
        let search = self.finish(setup, sent, ANSWER)?;
        search.after_best()?;
        Ok(search)
    }

    /// Checks that there is no move after `mv`, which mates.
    pub(super) fn expect_mated(&mut self, setup: &Setup, mv: &str, fen: &str) -> Result<(), Stop> {
        let search = self.search_any(setup, "go depth 3")?;
        ensure(search.is_without_move(), || {
            let best = search.best();
            format!("bestmove {best} after {mv}, which mates in {fen}")
        })
    }

    /// Closes the engine's input.
    pub(super) fn close_input(&mut self) {
        self.dialogue.note("--", "end of input", Instant::now());
        self.engine.close_input();
    }

    /// Waits for the process to exit; returns the status and the time.
    pub(super) fn exit(
        &mut self,
        timeout: Duration,
    ) -> Result<(std::process::ExitStatus, Duration), Stop> {
        let since = Instant::now();
        let timeout = self.scaled(timeout);
        let status = self
            .engine
            .wait_for_exit((since + timeout).min(self.deadline));
        match status {
            Some(status) => Ok((status, since.elapsed())),
            None => fail(format!("still running after {} ms", timeout.as_millis())),
        }
    }
}
