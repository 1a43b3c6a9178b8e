//! The engine of a game, on a thread of its own: it is told what to think about and can be stopped
//! at any time. An engine that fails is started again for the next task.

use std::io;
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;
use std::time::{Duration, Instant};

use arena::{Engine, EngineFailure, EngineSpec, SearchSummary, Timeouts};
use uci::{BestMove, GoCommand, PositionCommand};

use crate::config::{EngineConfig, Level, option_text, program};

/// How often a thinking engine's thread looks for orders.
const TICK: Duration = Duration::from_millis(15);

/// How long an engine may take to answer `stop`.
const STOP_GRACE: Duration = Duration::from_secs(2);

/// How long an engine may take to end.
const QUIT_GRACE: Duration = Duration::from_secs(1);

/// The lowest and highest Elo that a level asks for where the engine does not say.
const ANY_ELO: std::ops::RangeInclusive<i64> = 0..=4000;

/// How the engine is started for a game.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    pub(crate) spec: EngineSpec,
    pub(crate) is_chess960: bool,
    /// The level in Elo, if it is not full strength.
    pub(crate) elo: Option<u32>,
    pub(crate) overhead: u64,
}

impl Setup {
    /// The setup for a game with an opponent of this rating.
    pub(crate) fn new(config: &EngineConfig, is_chess960: bool, rating: Option<u32>) -> Self {
        let mut spec = EngineSpec::new(program(&config.command));
        spec.args.clone_from(&config.args);
        let mut set = |name: &str, value: String| spec.options.push((name.to_owned(), value));
        for (name, value) in &config.options {
            set(name, option_text(value).unwrap_or_default());
        }
        if !config.book.as_os_str().is_empty() {
            set("BookFile", config.book.display().to_string());
            set("OwnBook", "true".to_owned());
        }
        if !config.tables.is_empty() {
            set("SyzygyPath", config.tables.clone());
        }
        let elo = match config.level {
            Level::Full => None,
            Level::Opponent => rating,
            Level::Elo(elo) => Some(elo),
        };
        Self {
            spec,
            is_chess960,
            elo,
            overhead: config.overhead,
        }
    }

    /// Starts the engine and sets its options.
    ///
    /// # Errors
    /// If it does not start or lacks an option.
    pub(crate) fn start(&self) -> Result<Engine, EngineFailure> {
        let timeouts = Timeouts::default();
        let mut engine = Engine::start(&self.spec, &timeouts)?;
        if self.is_chess960 {
            required(&mut engine, "UCI_Chess960", "true")?;
        }
        if let Some(elo) = self.elo {
            let range = match engine
                .identity()
                .option("UCI_Elo")
                .map(|option| &option.kind)
            {
                Some(uci::OptionKind::Spin { range, .. }) => range.clone(),
                _ => ANY_ELO,
            };
            let elo = i64::from(elo).clamp(*range.start(), *range.end());
            required(&mut engine, "UCI_Elo", &elo.to_string())?;
            required(&mut engine, "UCI_LimitStrength", "true")?;
        }
        let overhead = "Move Overhead";
        let is_set = self.spec.options.iter().any(|(name, _)| name == overhead);
        if !is_set && engine.identity().option(overhead).is_some() {
            engine.set_option(overhead, &self.overhead.to_string())?;
        }
        engine.confirm_options(timeouts.ready)?;
        Ok(engine)
    }
}

fn required(engine: &mut Engine, name: &str, value: &str) -> Result<(), EngineFailure> {
    match engine.identity().option(name) {
        Some(_) => engine.set_option(name, value),
        None => Err(EngineFailure::UnknownOption {
            name: name.to_owned(),
        }),
    }
}

/// What to think about.
pub(crate) struct Task {
    /// Comes back with the answer.
    pub(crate) ticket: u64,
    pub(crate) position: PositionCommand,
    pub(crate) go: GoCommand,
    /// When an engine that has not answered is stopped.
    pub(crate) limit: Duration,
}

/// The answer to a task.
pub(crate) struct Thought {
    pub(crate) ticket: u64,
    /// The move, or why there is none.
    pub(crate) result: Result<Found, String>,
}

/// What the engine found.
pub(crate) struct Found {
    pub(crate) best: String,
    pub(crate) summary: SearchSummary,
}

enum Order {
    Think(Box<Task>),
    Stop,
    /// Ends the engine until the next task.
    Rest,
}

/// The handle of an engine's thread. Dropping it ends the engine.
pub(crate) struct Thinker(Sender<Order>);

impl Thinker {
    /// Starts the engine; answers are delivered until `deliver` returns false.
    ///
    /// # Errors
    /// If there is no thread.
    pub(crate) fn start(
        setup: Setup,
        deliver: impl FnMut(Thought) -> bool + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, orders) = mpsc::channel();
        thread::Builder::new().spawn(move || serve(&setup, &orders, deliver))?;
        Ok(Self(sender))
    }

    pub(crate) fn think(&self, task: Task) {
        self.order(Order::Think(Box::new(task)));
    }

    /// Ends the task; its answer may still come.
    pub(crate) fn stop(&self) {
        self.order(Order::Stop);
    }

    pub(crate) fn rest(&self) {
        self.order(Order::Rest);
    }

    fn order(&self, order: Order) {
        // The thread ends only when nobody listens to its answers.
        self.0.send(order).ok();
    }
}

fn serve(setup: &Setup, orders: &Receiver<Order>, mut deliver: impl FnMut(Thought) -> bool) {
    // It gets ready while the game's first messages come. If it fails, the first task tells.
    let mut engine = setup.start().ok();
    let mut next = None;
    loop {
        let order = match next.take() {
            Some(order) => order,
            None => match orders.recv() {
                Ok(order) => order,
                Err(_) => break,
            },
        };
        match order {
            Order::Stop => {}
            Order::Rest => {
                if let Some(engine) = engine.take() {
                    engine.quit(QUIT_GRACE);
                }
            }
            Order::Think(task) => {
                let result = think(setup, &mut engine, &task, orders, &mut next);
                let result = result.map_err(|failure| {
                    // Its state is not known; the next task gets a new one.
                    engine = None;
                    failure.to_string()
                });
                let ticket = task.ticket;
                let thought = result.transpose().map(|result| Thought { ticket, result });
                if thought.is_some_and(|thought| !deliver(thought)) {
                    break;
                }
            }
        }
    }
    if let Some(engine) = engine {
        engine.quit(QUIT_GRACE);
    }
}

/// Searches until the engine answers; nothing if it was stopped by an order, which is then `next`.
fn think(
    setup: &Setup,
    engine: &mut Option<Engine>,
    task: &Task,
    orders: &Receiver<Order>,
    next: &mut Option<Order>,
) -> Result<Option<Found>, EngineFailure> {
    let engine = match engine {
        Some(engine) => engine,
        None => engine.insert(setup.start()?),
    };
    let position = task.position.to_string();
    let sent = engine.send_batch(&[&position, &task.go.to_string()])?;
    let mut summary = SearchSummary::default();
    let mut stopped: Option<Instant> = None;
    loop {
        let tick = Instant::now() + TICK;
        let line = engine.wait_for("bestmove", tick, |info| summary.read(&info.text))?;
        if let Some(line) = line {
            if next.is_some() {
                return Ok(None);
            }
            let best = line
                .text
                .parse::<BestMove>()
                .ok()
                .and_then(|best| best.best);
            let best = best.unwrap_or_default();
            return Ok(Some(Found { best, summary }));
        }
        match stopped {
            Some(at) if at.elapsed() > STOP_GRACE => {
                return Err(EngineFailure::Timeout {
                    expected: "bestmove",
                    after: sent.elapsed(),
                });
            }
            Some(_) => {}
            None => {
                let is_over = match orders.try_recv() {
                    Ok(order) => {
                        *next = Some(order);
                        true
                    }
                    Err(TryRecvError::Disconnected) => {
                        *next = Some(Order::Stop);
                        true
                    }
                    Err(TryRecvError::Empty) => sent.elapsed() > task.limit,
                };
                if is_over {
                    stopped = Some(engine.send("stop")?);
                }
            }
        }
    }
}
