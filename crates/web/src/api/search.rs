//! Searches: a page starts them, and hears of them through its event stream.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use game::{Dense, Facts, Position};
use games::for_game;
use serde::{Deserialize, Serialize};
use uci::{GoCommand, PositionCommand, SetOption};

use super::Failure;
use crate::Site;
use crate::games::Line;
use crate::http::{Head, Reply, Response};
use crate::tab::{GONE, Order, Root, RootOf, Tab};

/// The largest hash of a page, in MiB.
const MAX_HASH: u32 = 4096;
/// The most lines.
const MAX_LINES: u32 = 10;
/// What a session takes, and what its first search thread wants to see free.
const ENGINE_BYTES: usize = 96 << 20;
/// What each further search thread takes.
const THREAD_BYTES: usize = 32 << 20;

/// A search for a page.
#[derive(Deserialize)]
pub struct Query {
    /// The page.
    tab: String,
    /// The page's number of this search; its events carry it.
    id: u64,
    #[serde(flatten)]
    line: Line,
    /// Whether the other side is to move: what does it threaten?
    #[serde(default)]
    threat: bool,
    #[serde(default)]
    engine: EngineOptions,
    #[serde(default)]
    limits: Limits,
}

/// Options of the engine.
#[derive(Deserialize)]
#[serde(default)]
struct EngineOptions {
    threads: u32,
    hash: u32,
    lines: u32,
    /// The level to play at; none for all that the engine can do.
    elo: Option<u32>,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self {
            threads: 1,
            hash: 16,
            lines: 1,
            elo: None,
        }
    }
}

/// What ends a search; without any limit, only the page does. Times are in milliseconds.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Limits {
    movetime: Option<u32>,
    nodes: Option<u64>,
    clock: Option<Clock>,
}

/// Times left and increments, White's first.
#[derive(Deserialize)]
struct Clock {
    time: [u32; 2],
    increment: [u32; 2],
}

/// Nothing to say.
#[derive(Serialize)]
pub struct Done {}

/// Starts a search, after the one before it.
pub fn start(site: &Site, query: Query) -> Result<Done, Failure> {
    let tab = listening_tab(site, &query.tab)?;
    let root = for_game!(query.line.game, G => root::<G>(&query.line, query.threat))?;
    let EngineOptions { threads, hash, .. } = query.engine;
    let order = Order::Search {
        bytes: search_bytes(
            hash.clamp(1, MAX_HASH) as usize,
            threads.clamp(1, cores()) as usize,
        ),
        id: query.id,
        root,
        options: options(site, &query),
        go: Box::new(query.limits.go()),
    };
    tab.order(order, &site.backend).map(|()| Done {})
}

fn root<G: Facts>(line: &Line, threat: bool) -> Result<Box<dyn Root>, Failure> {
    let played = line.play::<G>()?;
    if threat {
        let position = passed::<G>(&played.end)?;
        return Ok(Box::new(RootOf::<G> {
            is_first_side: position.side_to_move().index() == 0,
            command: PositionCommand {
                fen: Some(G::fen(&position)),
                moves: Vec::new(),
            },
            position,
        }));
    }
    let fen = Some(G::fen(&played.start));
    let mut position = played.start;
    let mut moves = Vec::with_capacity(played.moves.len());
    for mv in played.moves {
        moves.push(G::move_text(&position, mv));
        G::play(&mut position, mv);
    }
    Ok(Box::new(RootOf::<G> {
        is_first_side: position.side_to_move().index() == 0,
        position,
        command: PositionCommand { fen, moves },
    }))
}

/// The position with the other side to move.
fn passed<G: Facts>(position: &G::Position) -> Result<G::Position, Failure> {
    if position.in_check() {
        return Err("threats are not shown in check".to_owned());
    }
    let fen = G::fen(position);
    let mut fields: Vec<&str> = fen.split(' ').collect();
    fields[1] = if fields[1] == "b" { "w" } else { "b" };
    // Nothing can be taken en passant by the side that did not allow it.
    fields[3] = "-";
    G::parse_fen(&fields.join(" ")).map_err(|error| error.to_string())
}

/// The options of a search.
fn options(site: &Site, query: &Query) -> Vec<SetOption> {
    let EngineOptions {
        threads,
        hash,
        lines,
        elo,
    } = query.engine;
    let game = serde_json::to_value(query.line.game).expect("a name");
    let mut options = vec![
        ("UCI_Variant", game.as_str().unwrap_or_default().to_owned()),
        ("Threads", threads.clamp(1, cores()).to_string()),
        ("Hash", hash.clamp(1, MAX_HASH).to_string()),
        ("MultiPV", lines.clamp(1, MAX_LINES).to_string()),
        ("UCI_ShowWDL", "true".to_owned()),
    ];
    if site.about.can_play_weaker() {
        options.push(("UCI_LimitStrength", elo.is_some().to_string()));
        options.extend(elo.map(|elo| ("UCI_Elo", elo.to_string())));
    }
    let set = |(name, value)| SetOption::new(name, value);
    options.into_iter().map(set).collect()
}

/// What a search takes at most, with a hash of so many MiB.
pub const fn search_bytes(hash: usize, threads: usize) -> usize {
    ENGINE_BYTES + (hash << 20) + (threads - 1) * THREAD_BYTES
}

/// The most threads that make sense.
pub fn cores() -> u32 {
    thread::available_parallelism().map_or(1, usize::from) as u32
}

impl Limits {
    fn go(&self) -> GoCommand {
        let milliseconds = |time: u32| Duration::from_millis(time.into());
        let clock = self.clock.as_ref();
        GoCommand {
            infinite: self.movetime.is_none() && self.nodes.is_none() && clock.is_none(),
            move_time: self.movetime.map(milliseconds),
            nodes: self.nodes,
            time: clock.map_or([None; 2], |clock| clock.time.map(milliseconds).map(Some)),
            increment: clock
                .map_or_else(Default::default, |clock| clock.increment.map(milliseconds)),
            ..GoCommand::default()
        }
    }
}

/// What shall end.
#[derive(Deserialize)]
pub struct Stop {
    /// The page.
    tab: String,
    /// Whether it is the review; else it is the search.
    #[serde(default)]
    review: bool,
}

/// Stops the search of a page, whose best move still comes, or its review.
pub fn stop(site: &Site, query: &Stop) -> Result<Done, Failure> {
    let tab = listening_tab(site, &query.tab)?;
    if query.review {
        tab.review.stop();
        return Ok(Done {});
    }
    tab.order(Order::Stop, &site.backend).map(|()| Done {})
}

/// The tab, if it listens: nobody would hear of the search otherwise, and nobody would end it.
pub fn listening_tab(site: &Site, name: &str) -> Result<Arc<Tab>, Failure> {
    let tab = site.tabs.find(name);
    tab.ok_or_else(|| GONE.to_owned())
}

/// The event stream of a page.
pub fn events(site: &Site, head: &Head) -> Reply {
    let name = head.query_value("tab").unwrap_or_default();
    let last = head.header("last-event-id").and_then(|id| id.parse().ok());
    match site.tabs.listen(name, last.unwrap_or(0)) {
        Some(stream) => Reply::Stream(stream),
        None => Response::error(400, "not the name of a tab, or too many of them").into(),
    }
}
