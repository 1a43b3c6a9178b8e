//! The engine of a page: one thread runs its session, another turns what it finds into events, a few
//! times a second, so that neither the search nor the page has much to do for them.

use std::io;
use std::iter;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use game::{Facts, Rules};
use serde::Serialize;
use uci::{BestMove, GoCommand, Info, Listener, PositionCommand, SetOption};

use super::EngineSession;
use super::events::EventLog;
use super::info::{InfoEvent, shows};
use crate::Backend;
use crate::http::Share;

/// The time between two `info` events.
const INTERVAL: Duration = Duration::from_millis(100);

/// The position that a search starts from.
pub trait Root: Send {
    /// The position, and how it came about.
    fn position(&self) -> &PositionCommand;

    /// Whether White moves, or Red.
    fn is_first_side(&self) -> bool;

    /// Moves in coordinates as people write them, up to the first that is illegal.
    fn written(&self, moves: &[String]) -> Vec<String>;
}

/// The same, of one game.
pub struct RootOf<G: Rules> {
    pub position: G::Position,
    /// Whether White moves, or Red.
    pub is_first_side: bool,
    /// The same, with what came before it.
    pub command: PositionCommand,
}

impl<G: Facts> Root for RootOf<G> {
    fn position(&self) -> &PositionCommand {
        &self.command
    }

    fn is_first_side(&self) -> bool {
        self.is_first_side
    }

    fn written(&self, moves: &[String]) -> Vec<String> {
        let mut position = self.position.clone();
        let mut written = Vec::with_capacity(moves.len());
        for text in moves {
            let Ok(mv) = G::parse_move(&position, text) else {
                break;
            };
            written.push(G::written(&position, mv));
            G::play(&mut position, mv);
        }
        written
    }
}

/// What the engine shall do.
pub enum Order {
    /// Search, instead of whatever runs.
    Search {
        /// The page's number of the search.
        id: u64,
        /// Where it starts.
        root: Box<dyn Root>,
        options: Vec<SetOption>,
        /// The limits.
        go: Box<GoCommand>,
        /// What an engine with these options takes at most.
        bytes: usize,
    },
    /// Stop the search.
    Stop,
}

impl Order {
    /// What an engine takes to obey it.
    pub const fn bytes(&self) -> usize {
        match self {
            Self::Search { bytes, .. } => *bytes,
            Self::Stop => 0,
        }
    }
}

/// An engine; dropping it ends its search and its threads.
pub struct Engine {
    orders: Sender<(Order, Memory)>,
    /// What it takes at most.
    pub bytes: usize,
}

/// Memory for an order, until it is allocated.
type Memory = Option<Share<'static>>;

/// What the thread of the events hears.
enum Message {
    /// A search begins.
    Begin(u64, Box<dyn Root>),
    /// What it found.
    Info(Info),
    /// Its end.
    BestMove(BestMove),
}

/// Passes on what a search finds.
#[derive(Clone)]
struct Ear(Sender<Message>);

/// If nobody listens any more, the page has gone.
impl Listener for Ear {
    fn info(&mut self, info: Info) {
        let _ = self.0.send(Message::Info(info));
    }

    fn best_move(&mut self, best: BestMove) {
        let _ = self.0.send(Message::BestMove(best));
    }
}

impl Engine {
    /// Starts an engine whose events go to `log`.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn start(backend: Arc<Backend>, log: Arc<EventLog>) -> io::Result<Self> {
        let (orders, queue) = mpsc::channel();
        let (messages, found) = mpsc::channel();
        let thread = |name: &str| thread::Builder::new().name(name.to_owned());
        thread("events").spawn(move || publish(&found, &log))?;
        thread("engine").spawn(move || {
            run((backend.open_session)(), &queue, &messages);
        })?;
        Ok(Self { orders, bytes: 0 })
    }

    /// Gives an order, and the memory for what is new in it.
    pub fn order(&mut self, order: Order, memory: Memory) {
        self.bytes = self.bytes.max(order.bytes());
        // If its thread has panicked, the page hears nothing, and can reload.
        let _ = self.orders.send((order, memory));
    }
}

/// Runs the orders until no more can come.
fn run(
    mut session: Box<dyn EngineSession>,
    orders: &Receiver<(Order, Memory)>,
    messages: &Sender<Message>,
) {
    let mut set = Vec::new();
    while let Ok(order) = orders.recv() {
        session.stop();
        // Only the newest order counts, but its memory may be that of one before it.
        let orders: Vec<_> = iter::once(order).chain(orders.try_iter()).collect();
        let (mut orders, _memory): (Vec<_>, Vec<_>) = orders.into_iter().unzip();
        let Some(order) = orders.pop() else { continue };
        if let Order::Search {
            id,
            root,
            options,
            go,
            ..
        } = order
        {
            // Some options cost the transposition table even if they change nothing.
            let changed = options.iter().filter(|option| !set.contains(*option));
            for option in changed {
                // The page asks only for what there is; if memory is short, the old value stays.
                let _ = session.set_option(option);
            }
            set = options;
            let position = root.position().clone();
            let mut ear = Box::new(Ear(messages.clone()));
            let _ = messages.send(Message::Begin(id, root));
            if session.search(&position, &go, ear.clone()).is_err() {
                ear.best_move(BestMove::default());
            }
        }
    }
    session.stop();
}

/// The end of a search.
#[derive(Serialize)]
struct BestMoveEvent {
    id: u64,
    /// In coordinates and as people write it; nothing if there is no move.
    best: Option<(String, String)>,
}

/// The search that is heard of.
struct Search {
    id: u64,
    root: Box<dyn Root>,
    /// The newest line of each rank.
    lines: Vec<Info>,
    is_news: bool,
}

impl Search {
    fn hear(&mut self, info: Info) {
        if !shows(&info) {
            return;
        }
        let rank = info.multipv.map_or(0, |number| number.max(1) as usize - 1);
        match self.lines.get_mut(rank) {
            Some(line) => *line = info,
            None => self.lines.push(info),
        }
        self.is_news = true;
    }

    fn end(&mut self, best: BestMove, log: &EventLog) {
        self.publish(log);
        let best = best.best.and_then(|uci| {
            let written = self.root.written(std::slice::from_ref(&uci)).pop();
            written.map(|san| (uci, san))
        });
        log.push("bestmove", &BestMoveEvent { id: self.id, best });
    }

    fn publish(&mut self, log: &EventLog) {
        let is_news = std::mem::take(&mut self.is_news);
        let event = InfoEvent::new(self.id, &*self.root, &self.lines);
        if let Some(event) = event.filter(|_| is_news) {
            log.push("info", &event);
        }
    }
}

/// Turns what searches find into events until no more can come.
fn publish(found: &Receiver<Message>, log: &EventLog) {
    let mut search: Option<Search> = None;
    let mut due = Instant::now();
    loop {
        let wait = match &search {
            Some(search) if search.is_news => due.saturating_duration_since(Instant::now()),
            _ => Duration::MAX,
        };
        match found.recv_timeout(wait) {
            Ok(Message::Begin(id, root)) => {
                search = Some(Search {
                    id,
                    root,
                    lines: Vec::new(),
                    is_news: false,
                });
            }
            Ok(Message::Info(info)) => {
                if let Some(search) = &mut search {
                    search.hear(info);
                }
            }
            Ok(Message::BestMove(best)) => {
                if let Some(search) = &mut search {
                    search.end(best, log);
                }
            }
            Err(RecvTimeoutError::Timeout) => {
                if let Some(search) = &mut search {
                    search.publish(log);
                }
                due = Instant::now() + INTERVAL;
            }
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}
