//! One engine under test: commands out, lines in, all of it written down.
//!
//! Every wait ends at the check's own deadline at the latest.

use std::time::{Duration, Instant};

use crate::check::{Stop, fail, skip};
use crate::dialogue::Dialogue;
use crate::search::Search;
use crate::setup::Setup;
use arena::{Engine, EngineSpec, Identity, Line, UciOption};

/// How long simple answers may take.
const ANSWER: Duration = Duration::from_secs(5);

/// How long a search with a small limit may take.
pub(super) const SEARCH: Duration = Duration::from_secs(10);

/// What an engine gets on top of every time that it was given: for the pipe and the scheduler.
pub(super) const GRACE: Duration = Duration::from_millis(150);

/// A search that finds a mate in one, even in an engine that prunes at the root.
pub(super) const MATING: &str = "go depth 8";

pub(super) struct Tester<'a> {
    spec: &'a EngineSpec,
    identity: &'a Identity,
    slowness: f64,
    deadline: Instant,
    engine: Engine,
    pub(super) dialogue: Dialogue,
}

impl<'a> Tester<'a> {
    /// Starts the engine, and says nothing to it.
    pub(super) fn start(
        spec: &'a EngineSpec,
        identity: &'a Identity,
        slowness: f64,
        limit: Duration,
    ) -> Result<Self, Stop> {
        Ok(Self {
            spec,
            identity,
            slowness,
            deadline: Instant::now() + limit.mul_f64(slowness),
            engine: Engine::spawn(spec)?,
            dialogue: Dialogue::new(),
        })
    }

    /// Takes a new process in the place of the old one, and brings it to `readyok`.
    pub(super) fn restart(&mut self) -> Result<(), Stop> {
        self.dialogue
            .note("--", "the engine is started again", Instant::now());
        self.engine = Engine::spawn(self.spec)?;
        self.prepare()
    }

    /// `uci`, the options of the settings, `isready`. A book of the engine is switched off.
    pub(super) fn prepare(&mut self) -> Result<(), Stop> {
        self.send("uci")?;
        self.wait_for("uciok", 2 * ANSWER)?;
        if self.identity.option("OwnBook").is_some() {
            self.send("setoption name OwnBook value false")?;
        }
        for (name, value) in &self.spec.options {
            self.send(&format!("setoption name {name} value {value}"))?;
        }
        self.ready().map(drop)
    }

    /// What the engine says of itself.
    pub(super) fn identity(&self) -> &'a Identity {
        self.identity
    }

    /// An option that the check needs.
    pub(super) fn need_option(&self, name: &str) -> Result<&'a UciOption, Stop> {
        let option = self.identity.option(name);
        option.map_or_else(|| skip(format!("the engine has no option {name}")), Ok)
    }

    /// A time stretched for slow engines or machines.
    pub(super) fn stretched(&self, time: Duration) -> Duration {
        time.mul_f64(self.slowness)
    }

    pub(super) fn send(&mut self, command: &str) -> Result<Instant, Stop> {
        self.dialogue.note("<<", command, Instant::now());
        Ok(self.engine.send(command)?)
    }

    /// Sends bytes as they are.
    pub(super) fn send_bytes(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        let shown = String::from_utf8_lossy(bytes).escape_debug().to_string();
        self.dialogue.note("<<", &shown, Instant::now());
        self.engine.send_bytes(bytes)?;
        Ok(())
    }

    /// Sets an option by the name that the engine gave it.
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

    /// Waits for a line that starts with a word; gives it and the lines before it.
    pub(super) fn wait_for(
        &mut self,
        word: &str,
        patience: Duration,
    ) -> Result<(Line, Vec<Line>), Stop> {
        let patience = self.stretched(patience);
        let until = Instant::now() + patience;
        let mut before = Vec::new();
        while let Some(line) = self.receive(until)? {
            if line.word() == word {
                return Ok((line, before));
            }
            before.push(line);
        }
        fail(format!("no {word} within {} ms", patience.as_millis()))
    }

    /// Listens for a while; a line that starts with the word is a failure.
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

    /// Listens for a while and forgets what comes.
    pub(super) fn drain(&mut self, time: Duration) -> Result<(), Stop> {
        let until = Instant::now() + time;
        while self.receive(until)?.is_some() {}
        Ok(())
    }

    /// `isready` and its answer; gives the time it took and the lines before it.
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

    /// Waits for the end of a search, and makes sure with `isready` that it is the end.
    pub(super) fn finish(
        &mut self,
        setup: &Setup,
        since: Instant,
        patience: Duration,
    ) -> Result<Search, Stop> {
        let (answer, before) = self.wait_for("bestmove", patience)?;
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

    /// A whole search that ends by itself, with a legal move.
    pub(super) fn search(&mut self, setup: &Setup, go: &str) -> Result<Search, Stop> {
        let search = self.search_any(setup, go)?;
        search.best_move()?;
        Ok(search)
    }

    /// A whole search that ends by itself, whatever its move.
    pub(super) fn search_any(&mut self, setup: &Setup, go: &str) -> Result<Search, Stop> {
        let sent = self.begin(setup, go)?;
        self.finish(setup, sent, SEARCH)
    }

    /// `stop`, and the end of the search with a legal move.
    pub(super) fn stop(&mut self, setup: &Setup) -> Result<Search, Stop> {
        let sent = self.send("stop")?;
        let search = self.finish(setup, sent, ANSWER)?;
        search.best_move()?;
        Ok(search)
    }

    /// Closes the engine's input.
    pub(super) fn close_input(&mut self) {
        self.dialogue.note("--", "end of input", Instant::now());
        self.engine.close_input();
    }

    /// How the process ends, and after what time.
    pub(super) fn exit(
        &mut self,
        patience: Duration,
    ) -> Result<(std::process::ExitStatus, Duration), Stop> {
        let since = Instant::now();
        let patience = self.stretched(patience);
        let status = self
            .engine
            .wait_for_exit((since + patience).min(self.deadline));
        match status {
            Some(status) => Ok((status, since.elapsed())),
            None => fail(format!("still running after {} ms", patience.as_millis())),
        }
    }
}
