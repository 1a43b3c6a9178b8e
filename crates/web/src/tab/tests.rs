use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use chess::{Chess, Move, Position};
use evaluation::{Evaluation, NnueOptions};
use search::{RankedRootMove, RootRanking, TableValue, Tablebase};
use serde_json::{Value, json};
use uci::{GoCommand, Listener, PositionCommand, SetOption, UciOption};

use super::{EngineSession, GONE, OpenSession, Order, RootOf, Tabs, lock};
use crate::guard::Guard;
use crate::http::{Client, EventStream, Head, Reply, Request};
use crate::{Backend, Judge, Judges, Site};

/// An engine that finds one move at once, and another when it is stopped.
#[derive(Default)]
struct FakeEngine {
    /// Of the search that runs.
    listener: Option<Box<dyn Listener>>,
}

impl EngineSession for FakeEngine {
    fn options(&self) -> Vec<UciOption> {
        Vec::new()
    }

    fn set_option(&mut self, _: &SetOption) -> Result<(), String> {
        Ok(())
    }

    fn search(
        &mut self,
        position: &PositionCommand,
        go: &GoCommand,
        mut listener: Box<dyn Listener>,
    ) -> Result<(), String> {
        if position.moves.len() > 1 {
            return Err("too many moves".to_owned());
        }
        if go.infinite {
            let info = "info depth 1 score cp 30 pv e7e5 g1f3";
            listener.info(info.parse().unwrap());
            self.listener = Some(listener);
        } else {
            listener.best_move("bestmove e7e5 ponder g1f3".parse().unwrap());
        }
        Ok(())
    }

    fn stop(&mut self) {
        if let Some(mut listener) = self.listener.take() {
            listener.best_move("bestmove c7c5".parse().unwrap());
        }
    }
}

fn site() -> Site {
    site_with(Judge {
        evaluation: Evaluation::new(None, NnueOptions::default()),
        tablebase: None,
    })
}

fn site_with(judge: Judge<Chess>) -> Site {
    let open_session: Box<OpenSession> = Box::new(|| Box::<FakeEngine>::default());
    let guard = Guard {
        port: 8000,
        address: [127, 0, 0, 1].into(),
        token: None,
    };
    let mut judges = Judges::default();
    judges.add(judge);
    let backend = Backend {
        open_session,
        judges,
        tables: None,
        book: None,
        folders: Vec::new(),
        lab: None,
    };
    Site::new(guard, backend)
}

/// A client that waits for its answer.
struct Present;

impl Client for Present {
    fn has_left(&self) -> bool {
        false
    }
}

fn post(site: &Site, path: &str, body: &Value) -> (u16, Value) {
    send(site, &format!("POST {path}"), body, &Present)
}

fn send(site: &Site, line: &str, body: &Value, client: &dyn Client) -> (u16, Value) {
    let body = body.to_string().into_bytes();
    let head = format!("{line} HTTP/1.1\r\nContent-Length: {}\r\n\r\n", body.len());
    let (head, _) = Head::parse(head.as_bytes()).unwrap().unwrap();
    match crate::api::respond(site, &Request { head, body }, client) {
        Reply::Full(response) => {
            let value = serde_json::from_slice(&response.body).unwrap();
            (response.status, value)
        }
        Reply::Stream(_) => panic!("no stream was asked for"),
    }
}

/// The next `count` events: names and data.
fn next(stream: &dyn EventStream, count: usize) -> Vec<(String, Value)> {
    let mut text = String::new();
    while text.matches("event: ").count() < count {
        text += &stream.next().unwrap();
    }
    let field = |event: &str, name: &str| -> Option<String> {
        let line = event.lines().find_map(|line| line.strip_prefix(name));
        line.map(str::to_owned)
    };
    text.split("\n\n")
        .filter_map(|event| Some((field(event, "event: ")?, field(event, "data: ")?)))
        .map(|(name, data)| (name, serde_json::from_str(&data).unwrap()))
        .collect()
}

/// A request can find the page and be served after the page has gone.
#[test]
fn a_page_that_has_gone_gets_no_engine() {
    let site = site();
    let stream = site.tabs.listen("abcdefgh", 0).unwrap();
    let tab = site.tabs.find("abcdefgh").unwrap();
    tab.order(Order::Stop, &site.backend).unwrap();
    assert!(lock(&tab.engine).is_none(), "nothing is to be stopped");
    drop(stream);
    let search = Order::Search {
        id: 1,
        root: Box::new(RootOf::<Chess> {
            position: Position::start(),
            is_first_side: true,
            command: PositionCommand {
                fen: None,
                moves: Vec::new(),
            },
        }),
        options: Vec::new(),
        go: Box::new(GoCommand::default()),
        bytes: 1,
    };
    assert_eq!(tab.order(search, &site.backend), Err(GONE.to_owned()));
    assert!(lock(&tab.engine).is_none());
}

#[test]
fn a_search_is_heard_of_and_superseded() {
    let site = site();
    let search = |id: u64, limits: Value| {
        let query = json!({"tab": "abcdefgh", "id": id, "moves": ["e2e4"], "limits": limits});
        post(&site, "/api/search", &query).1
    };
    // Nobody listens yet.
    assert_ne!(search(1, json!({})), json!({}));
    let stream = site.tabs.listen("abcdefgh", 0).unwrap();
    assert_eq!(search(1, json!({})), json!({}));
    let (name, info) = next(&*stream, 1).remove(0);
    assert_eq!((name.as_str(), &info["id"]), ("info", &json!(1)));
    // Black's 30 centipawns are White's -30.
    assert_eq!(info["lines"][0]["cp"], json!(-30));
    assert_eq!(info["lines"][0]["san"], json!(["e5", "Nf3"]));
    assert_eq!(search(2, json!({"movetime": 10})), json!({}));
    let best = |id: u64, uci: &str, san: &str| {
        let data = json!({"id": id, "best": [uci, san]});
        ("bestmove".to_owned(), data)
    };
    assert_eq!(
        next(&*stream, 2),
        [best(1, "c7c5", "c5"), best(2, "e7e5", "e5")]
    );
    let refused = json!({"tab": "abcdefgh", "id": 3, "moves": ["e2e4", "e7e5"]});
    assert_eq!(post(&site, "/api/search", &refused).1, json!({}));
    let none = json!({"id": 3, "best": null});
    assert_eq!(
        next(&*stream, 1),
        [("bestmove".to_owned(), none)],
        "the page does not wait"
    );
}

#[test]
fn runs_are_heard_of_when_they_are_written() {
    let folder = std::env::temp_dir().join(format!("quietus-runs-{}", std::process::id()));
    fs::create_dir_all(folder.join("run")).unwrap();
    let run = folder.join("run/live.json");
    fs::write(&run, r#"{"pairs": 1}"#).unwrap();
    let mut site = site();
    Arc::get_mut(&mut site.backend).unwrap().folders = vec![folder.clone()];
    let stream = site.tabs.listen("abcdefgh", 0).unwrap();
    let query = json!({"tab": "abcdefgh", "id": 1});
    assert_eq!(post(&site, "/api/watch", &query).1, json!({}));
    let (name, found) = next(&*stream, 1).remove(0);
    assert_eq!((name.as_str(), &found["data"]["pairs"]), ("run", &json!(1)));
    // File systems tell times apart that are some milliseconds apart.
    std::thread::sleep(std::time::Duration::from_millis(50));
    // Half a file of another program is passed over.
    fs::write(folder.join("gate.json"), "{").unwrap();
    fs::write(&run, r#"{"pairs": 2}"#).unwrap();
    let (_, found) = next(&*stream, 1).remove(0);
    assert_eq!(found["data"]["pairs"], json!(2));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_new_stream_takes_over_and_goes_on() {
    let tabs = Tabs::default();
    let old = tabs.listen("abcdefgh", 0).unwrap();
    let tab = tabs.find("abcdefgh").unwrap();
    tab.log.push("a", &1);
    tab.log.push("b", &2);
    let new = tabs.listen("abcdefgh", 1).unwrap();
    assert_eq!(old.next(), None);
    drop(old);
    assert!(tabs.find("abcdefgh").is_some());
    assert_eq!(new.next().unwrap(), "id: 2\nevent: b\ndata: 2\n\n");
    drop(new);
    assert!(tabs.find("abcdefgh").is_none());
}

#[test]
fn names_and_numbers_of_tabs_are_limited() {
    let tabs = Tabs::default();
    for name in ["", "short", "with space", "../../etc", &"x".repeat(65)] {
        assert!(tabs.listen(name, 0).is_none(), "{name}");
    }
    let open: Vec<_> = (0..super::MAX_TABS)
        .map(|number| tabs.listen(&format!("tab{number:05}"), 0).unwrap())
        .collect();
    assert!(tabs.listen("onetoomany", 0).is_none());
    drop(open);
    assert!(tabs.listen("onetoomany", 0).is_some());
}

/// Tables in which whoever moves wins.
struct Won;

impl Tablebase<Chess> for Won {
    fn probe(&self, _: &Position, _: i32) -> Option<TableValue> {
        None
    }

    fn rank_root(&self, position: &Position) -> Option<RootRanking<Move>> {
        let ranked = |&mv: &Move| RankedRootMove {
            mv,
            value: TableValue::Win,
            rank: 0,
        };
        Some(RootRanking {
            moves: position.legal_moves().iter().map(ranked).collect(),
            makes_progress: false,
        })
    }

    fn line(&self, _: &Position, mv: Move, _: Instant) -> Vec<Move> {
        vec![mv]
    }
}

#[test]
fn reviews_ask_the_tables() {
    let site = site_with(Judge {
        evaluation: Evaluation::new(None, NnueOptions::default()),
        tablebase: Some(Arc::new(Won)),
    });
    let _stream = site.tabs.listen("page12345", 0).unwrap();
    let query = json!({"tab": "page12345", "id": 1, "text": "1. e4 *", "nodes": 1000});
    let review = post(&site, "/api/review", &query).1;
    let after = &review["scores"][1]["cp"];
    assert!(after.as_i64().unwrap() < -10_000, "{after}");
}

#[test]
fn the_network_of_each_game_is_looked_into() {
    let site = site();
    for game in ["chess", "xiangqi"] {
        let (_, seen) = post(&site, "/api/network", &json!({"game": game}));
        match game {
            "chess" => assert_eq!(seen, Value::Null, "its judge has no network"),
            _ => assert_eq!(seen["pieces"].as_array().unwrap().len(), 30),
        }
    }
}

#[test]
fn both_games_are_reviewed() {
    let site = site();
    let _stream = site.tabs.listen("page12345", 0).unwrap();
    let review = |game: &str, text: &str| {
        let query = json!({"tab": "page12345", "id": 1, "game": game, "text": text, "nodes": 1000});
        post(&site, "/api/review", &query).1
    };
    let chess = review("chess", "1. e4 e5 2. Ke2 *");
    assert_eq!(chess["scores"].as_array().unwrap().len(), 4);
    assert!(
        chess["html"]
            .as_str()
            .unwrap()
            .contains("win chance of White")
    );
    let xiangqi = review("xiangqi", "1. h2e2 h9g7 2. e2e6 *");
    assert_eq!(xiangqi["game"]["line"].as_array().unwrap().len(), 3);
    assert!(
        xiangqi["html"]
            .as_str()
            .unwrap()
            .contains("win chance of Red")
    );
    for review in [&chess, &xiangqi] {
        assert!(review["pgn"].as_str().unwrap().contains("[%eval"));
    }
    // The cannon takes a soldier that a horse guards.
    assert_eq!(xiangqi["sides"][0]["judgements"], json!([0, 0, 1]));
}

#[test]
fn what_may_change_something_is_a_post() {
    let site = site();
    let status = |line: &str| send(&site, line, &json!({"tab": "abcdefgh"}), &Present).0;
    for line in [
        "GET /api/stop",
        "HEAD /api/search",
        "GET /api/watch",
        "GET /api/position",
    ] {
        assert_eq!(status(line), 405, "{line}");
    }
    // An event stream is taken over by the one that opens it.
    assert_eq!(status("HEAD /api/events?tab=abcdefgh"), 405);
    assert!(site.tabs.find("abcdefgh").is_none());
    assert_eq!(status("POST /api/report"), 405);
}

/// A client that leaves soon.
struct Leaving(AtomicU64);

impl Client for Leaving {
    fn has_left(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) >= 2
    }
}

#[test]
fn a_review_ends_when_its_client_leaves_or_another_begins() {
    const LONG: u64 = 100_000_000;
    let site = site();
    let _stream = site.tabs.listen("page12345", 0).unwrap();
    let review = |nodes: u64, client: &dyn Client| {
        let query = json!({"tab": "page12345", "id": 1, "text": "1. e4 e5 *", "nodes": nodes});
        send(&site, "POST /api/review", &query, client).1
    };
    let stopped = json!({"error": "the review was stopped"});
    assert_eq!(review(LONG, &Leaving(AtomicU64::new(0))), stopped);
    std::thread::scope(|scope| {
        let old = scope.spawn(|| review(LONG, &Present));
        let tab = site.tabs.find("page12345").unwrap();
        // Until it searches.
        while tab.log.wait(1, 0).is_none_or(|(_, last)| last < 2) {
            std::thread::yield_now();
        }
        assert!(review(1000, &Present)["scores"].is_array());
        assert_eq!(old.join().unwrap(), stopped);
    });
}
