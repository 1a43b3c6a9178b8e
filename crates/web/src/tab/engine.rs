//! The engine of a page: one thread runs its UCI session, another turns its lines into events, a
//! few times a second, so that neither the search nor the page has much to do for them.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use game::Rules;
use serde::Serialize;

use super::UciSession;
use super::events::EventLog;
use super::info::{Info, InfoEvent};
use crate::Backend;
use crate::games::PageGame;

/// The time between two `info` events.
const INTERVAL: Duration = Duration::from_millis(100);

/// The position that a search starts from.
pub trait Root: Send {
    /// The command that sets it up.
    fn position_command(&self) -> String;

    /// Whether White moves, or Red.
    fn is_first_side(&self) -> bool;

    /// Moves in coordinates as people write them, up to the first that is illegal.
    fn written(&self, moves: &[String]) -> Vec<String>;
}

/// The same, of one game.
pub struct RootOf<G: Rules> {
    /// The position.
    pub position: G::Position,
    /// Whether White moves, or Red.
    pub is_first_side: bool,
    /// The command that sets it up.
    pub command: String,
}

impl<G: PageGame> Root for RootOf<G> {
    fn position_command(&self) -> String {
        self.command.clone()
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
        /// Commands that set options.
        options: Vec<String>,
        /// The command that starts it.
        go: String,
    },
    /// Stop the search.
    Stop,
}

/// An engine; dropping it ends its search and its threads.
pub struct Engine {
    orders: Sender<Order>,
}

/// What the thread of the events hears.
enum Message {
    /// A search begins.
    Begin(u64, Box<dyn Root>),
    /// A line of the engine.
    Line(String),
}

impl Engine {
    /// Starts an engine whose events go to `log`.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn start(backend: Arc<Backend>, log: Arc<EventLog>) -> io::Result<Self> {
        let (orders, queue) = mpsc::channel();
        let (messages, lines) = mpsc::channel();
        let thread = |name: &str| thread::Builder::new().name(name.to_owned());
        thread("events").spawn(move || publish(&lines, &log))?;
        thread("engine").spawn(move || {
            let session = (backend.open_session)(Box::new(LineSink::new(messages.clone())));
            run(session, &queue, &messages);
        })?;
        Ok(Self { orders })
    }

    /// Gives an order.
    pub fn order(&self, order: Order) {
        // If its thread has panicked, the page hears nothing, and can reload.
        let _ = self.orders.send(order);
    }
}

/// Runs the orders until no more can come.
fn run(mut session: Box<dyn UciSession>, orders: &Receiver<Order>, messages: &Sender<Message>) {
    let mut set = Vec::new();
    while let Ok(order) = orders.recv() {
        session.stop();
        // Only the newest order counts.
        let order = orders.try_iter().last().unwrap_or(order);
        if let Order::Search {
            id,
            root,
            options,
            go,
        } = order
        {
            // Some options cost the transposition table even if they change nothing.
            let changed = options.iter().filter(|option| !set.contains(*option));
            changed.for_each(|option| session.execute(option));
            set = options;
            session.execute(&root.position_command());
            let _ = messages.send(Message::Begin(id, root));
            session.execute(&go);
        }
    }
    session.stop();
}

/// The end of a search.
#[derive(Serialize)]
struct BestMove {
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
    fn hear(&mut self, line: &str, log: &EventLog) {
        if let Some(best) = line.strip_prefix("bestmove ") {
            self.publish(log);
            let uci = best.split(' ').next().unwrap_or_default().to_owned();
            let written = self.root.written(std::slice::from_ref(&uci)).pop();
            let best = written.map(|san| (uci, san));
            log.push("bestmove", &BestMove { id: self.id, best });
        } else if let Some(info) = Info::parse(line) {
            let rank = info.rank.max(1) - 1;
            match self.lines.get_mut(rank) {
                Some(line) => *line = info,
                None => self.lines.push(info),
            }
            self.is_news = true;
        }
    }

    fn publish(&mut self, log: &EventLog) {
        let is_news = std::mem::take(&mut self.is_news);
        let event = InfoEvent::new(self.id, &*self.root, &self.lines);
        if let Some(event) = event.filter(|_| is_news) {
            log.push("info", &event);
        }
    }
}

/// Turns lines into events until no more can come.
fn publish(lines: &Receiver<Message>, log: &EventLog) {
    let mut search: Option<Search> = None;
    let mut due = Instant::now();
    loop {
        let wait = match &search {
            Some(search) if search.is_news => due.saturating_duration_since(Instant::now()),
            _ => Duration::MAX,
        };
        match lines.recv_timeout(wait) {
            Ok(Message::Begin(id, root)) => {
                search = Some(Search {
                    id,
                    root,
                    lines: Vec::new(),
                    is_news: false,
                });
            }
            Ok(Message::Line(line)) => {
                if let Some(search) = &mut search {
                    search.hear(&line, log);
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

/// Takes what a session writes apart into lines.
struct LineSink {
    pending: Vec<u8>,
    messages: Sender<Message>,
}

impl LineSink {
    const fn new(messages: Sender<Message>) -> Self {
        Self {
            pending: Vec::new(),
            messages,
        }
    }
}

impl Write for LineSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        while let Some(end) = self.pending.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.pending.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line).trim_end().to_owned();
            // Nobody listens any more when the page has gone.
            let _ = self.messages.send(Message::Line(line));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
