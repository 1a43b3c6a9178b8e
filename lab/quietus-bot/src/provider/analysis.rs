//! Answers requests of the analysis board with a running engine.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use arena::{Engine, EngineFailure, Timeouts};
use support::Interrupt;
use uci::{GoCommand, Info, PositionCommand};
use ureq::SendBody;

use crate::api::{Client, Job, Work};
use crate::engine::Setup;
use crate::game::Position;
use crate::log::note;

/// How often it is looked whether the board still listens.
const TICK: Duration = Duration::from_millis(50);

/// A line that is a second old is sent again: only writing tells that nobody listens any more.
const REPEAT: Duration = Duration::from_secs(1);

/// How long an engine may take to answer `stop`.
const STOP_GRACE: Duration = Duration::from_secs(2);

/// The most lines of play that a board asks for.
const MOST_LINES: u32 = 5;

/// A running engine and what it was last asked.
pub(super) struct Analyst {
    setup: Setup,
    engine: Option<Engine>,
    name: String,
    session: String,
}

impl Analyst {
    pub(super) fn start(setup: Setup) -> Result<Self, String> {
        let mut engine = setup.start().map_err(|error| {
            let command = setup.spec.command.display();
            format!("the engine {command} does not start: {error}")
        })?;
        prepare(&mut engine).map_err(|error| error.to_string())?;
        Ok(Self {
            setup,
            name: engine.name().to_owned(),
            engine: Some(engine),
            session: String::new(),
        })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Analyzes while the board listens.
    pub(super) fn answer(
        &mut self,
        client: &Arc<Client>,
        job: Job,
        limits: &[u32; 2],
        interrupt: &Interrupt,
    ) {
        let (lines, receiver) = mpsc::channel();
        let (to, id) = (Arc::clone(client), job.id.clone());
        let body = Lines::new(receiver);
        // That the board has gone is the usual end of an analysis.
        let submit = move || drop(to.submit(&id, SendBody::from_owned_reader(body)));
        if let Err(error) = thread::Builder::new().spawn(submit) {
            note!("cannot start a thread: {error}");
            return;
        }
        if let Err(problem) = self.analyze(&job.work, &lines, *limits, interrupt) {
            note!("analysis: {problem}");
        }
    }

    fn analyze(
        &mut self,
        work: &Work,
        lines: &Sender<String>,
        limits: [u32; 2],
        interrupt: &Interrupt,
    ) -> Result<(), String> {
        let commands = commands(work, limits)?;
        let is_new =
            std::mem::replace(&mut self.session, work.session_id.clone()) != work.session_id;
        let failed = |failure: EngineFailure| failure.to_string();
        let engine = match &mut self.engine {
            Some(engine) => engine,
            none => {
                let mut engine = self.setup.start().map_err(failed)?;
                prepare(&mut engine).map_err(failed)?;
                none.insert(engine)
            }
        };
        let result = search(engine, &commands, is_new, lines, interrupt);
        if result.is_err() {
            // The next request gets a new one.
            self.engine = None;
        }
        result.map_err(failed)
    }
}

/// Sets what analysis needs.
fn prepare(engine: &mut Engine) -> Result<(), EngineFailure> {
    if engine.identity().option("UCI_AnalyseMode").is_some() {
        engine.set_option("UCI_AnalyseMode", "true")?;
    }
    engine.confirm_options(Timeouts::default().ready)
}

/// The options and commands of a request; what it says is checked by our own rules.
struct Commands {
    options: [(&'static str, u32); 3],
    position: PositionCommand,
    go: GoCommand,
}

fn commands(work: &Work, [threads, hash]: [u32; 2]) -> Result<Commands, String> {
    if !["", "chess"].contains(&work.variant.as_str()) {
        return Err(format!("the variant {}", work.variant));
    }
    let fen = work.initial_fen.as_str();
    let mut board = Position::new(Some(fen), crate::config::Variant::Chess960)?;
    board.update(&work.moves.join(" "))?;
    let move_time = work.movetime.map(Duration::from_millis);
    Ok(Commands {
        options: [
            ("Threads", work.threads.clamp(1, threads)),
            ("Hash", work.hash.clamp(1, hash)),
            ("MultiPV", work.multi_pv.clamp(1, MOST_LINES)),
        ],
        position: board.command(),
        go: GoCommand {
            infinite: move_time.is_none() && work.depth.is_none() && work.nodes.is_none(),
            move_time,
            depth: work.depth,
            nodes: work.nodes,
            ..GoCommand::default()
        },
    })
}

fn search(
    engine: &mut Engine,
    commands: &Commands,
    is_new: bool,
    lines: &Sender<String>,
    interrupt: &Interrupt,
) -> Result<(), EngineFailure> {
    for (name, value) in commands.options {
        if engine.identity().option(name).is_some() {
            engine.set_option(name, &value.to_string())?;
        }
    }
    if is_new {
        engine.send("ucinewgame")?;
    }
    engine.confirm_options(Timeouts::default().ready)?;
    engine.send_batch(&[&commands.position.to_string(), &commands.go.to_string()])?;
    let mut last = (String::new(), Instant::now());
    let mut is_wanted = true;
    let mut stopped: Option<Instant> = None;
    loop {
        let tick = Instant::now() + TICK;
        let end = engine.wait_for("bestmove", tick, |line| {
            if is_result(&line.text) {
                is_wanted &= lines.send(line.text.clone()).is_ok();
                last = (line.text.clone(), Instant::now());
            }
        })?;
        if end.is_some() {
            return Ok(());
        }
        if last.1.elapsed() > REPEAT && !last.0.is_empty() {
            is_wanted &= lines.send(last.0.clone()).is_ok();
            last.1 = Instant::now();
        }
        match stopped {
            None if !is_wanted || interrupt.is_stopped() => stopped = Some(engine.send("stop")?),
            Some(at) if at.elapsed() > STOP_GRACE => {
                return Err(EngineFailure::Timeout {
                    expected: "bestmove",
                    after: STOP_GRACE,
                });
            }
            _ => {}
        }
    }
}

/// Whether a line has what the board shows.
fn is_result(line: &str) -> bool {
    let info = line.parse::<Info>();
    info.is_ok_and(|info| info.score.is_some() && info.depth.is_some() && !info.pv.is_empty())
}

/// Lines as a body that ends when nobody sends any more.
struct Lines {
    receiver: Receiver<String>,
    /// What is not read yet.
    rest: Vec<u8>,
}

impl Lines {
    const fn new(receiver: Receiver<String>) -> Self {
        Self {
            receiver,
            rest: Vec::new(),
        }
    }
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            let Ok(line) = self.receiver.recv() else {
                return Ok(0);
            };
            self.rest = (line + "\n").into_bytes();
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::sync::mpsc;

    use super::{Lines, commands, is_result};
    use crate::api::Work;

    fn work(changes: &[(&str, &str)]) -> Work {
        let mut text = r#"{"sessionId":"x","threads":99,"hash":0,"multiPv":9,"variant":"chess",
            "initialFen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "moves":["e2e4","e7e5"],"depth":20}"#
            .to_owned();
        for (from, to) in changes {
            text = text.replace(from, to);
        }
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn requests_are_kept_within_limits() {
        let commands = commands(&work(&[]), [4, 256]).unwrap();
        assert_eq!(
            commands.options,
            [("Threads", 4), ("Hash", 1), ("MultiPV", 5)]
        );
        assert_eq!(commands.go.to_string(), "go depth 20");
        let position = commands.position.to_string();
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";
        assert_eq!(position, format!("position fen {start} moves e2e4 e7e5"));
    }

    #[test]
    fn bad_requests_are_refused() {
        for change in [
            ("e7e5", "e7e4"),
            ("e7e5", "e7e5\\nquit"),
            ("chess", "atomic"),
            ("/8/8/8/8/", "/"),
        ] {
            assert!(commands(&work(&[change]), [1, 1]).is_err(), "{change:?}");
        }
        let endless = commands(&work(&[(",\"depth\":20", "")]), [1, 1]).unwrap();
        assert_eq!(endless.go.to_string(), "go infinite");
    }

    #[test]
    fn only_results_are_sent_and_each_whole() {
        assert!(is_result(
            "info depth 3 multipv 1 score cp 3 nodes 5 time 1 pv e2e4"
        ));
        assert!(!is_result("info depth 3 currmove e2e4"));
        assert!(!is_result("info string depth 3 score cp 3 pv e2e4"));
        let (sender, receiver) = mpsc::channel();
        for line in ["one", "two"] {
            sender.send(line.to_owned()).unwrap();
        }
        drop(sender);
        let mut text = String::new();
        Lines::new(receiver).read_to_string(&mut text).unwrap();
        assert_eq!(text, "one\ntwo\n");
    }
}
