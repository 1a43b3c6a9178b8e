//! Requests to the fake server, with the faults that happen to them.

use std::io::{self, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::faults::{Fault, Kind, RETRY_AFTER};
use crate::http::{Next, Request, write};
use crate::world::{ME, World};
use crate::{Server, bots, events, provider};

/// The token that the tests use.
const TOKEN: &str = "lip_test";

/// How long a request goes unanswered.
const SILENCE: Duration = Duration::from_secs(12);

/// How long a provider waits for a request.
const LONG_POLL: Duration = Duration::from_secs(5);

/// The most faults in one turn of the bot.
const MOST_FAULTS: u32 = 2;

impl World {
    /// A turn has few faults, so that it can be told how long one costs.
    fn has_room(&self, kind: Kind, id: &str) -> bool {
        let game = self.games.get(id);
        let counts = matches!(kind, Kind::Move | Kind::Game | Kind::Decision);
        !counts || game.is_none_or(|game| game.faults < MOST_FAULTS)
    }

    fn fault_of_request(&mut self, kind: Kind, id: &str) -> Option<Fault> {
        if !self.has_room(kind, id) {
            return None;
        }
        let fault = self.faults.of_request(kind, id)?;
        if let (Kind::Move | Kind::Game, Some(game)) = (kind, self.games.get_mut(id)) {
            game.faults += 1;
        }
        Some(fault)
    }

    /// The fault of a line. It counts if the bot is to move.
    pub(crate) fn fault_of_line(&mut self, kind: Kind, id: &str) -> Option<Fault> {
        if !self.has_room(kind, id) {
            return None;
        }
        let fault = self.faults.of_line(kind)?;
        if let Some(game) = self.games.get_mut(id).filter(|game| game.is_ours()) {
            game.faults += 1;
        }
        Some(fault)
    }
}

/// The kind of a request, and the id in its address.
fn kind_of<'a>(method: &str, parts: &[&'a str]) -> Option<(Kind, &'a str)> {
    Some(match (method, parts) {
        ("GET", ["account"]) | ("POST", ["bot", "account", "upgrade"]) => (Kind::Account, ""),
        ("GET", ["account", "playing"]) => (Kind::Playing, ""),
        ("GET", ["stream", "event"]) => (Kind::Events, ""),
        ("GET", ["bot", "game", "stream", id]) => (Kind::Game, id),
        ("GET", ["bot", "online"]) => (Kind::Bots, ""),
        ("POST", ["bot", "game", id, "move", _]) => (Kind::Move, id),
        ("POST", ["bot", "game", id, "chat"]) => (Kind::Chat, id),
        ("POST", ["bot", "game", id, ..]) => (Kind::Decision, id),
        ("POST", ["challenge", id, "accept" | "decline" | "cancel"]) => (Kind::Answer, id),
        ("POST", ["challenge", user]) => (Kind::Challenge, user),
        _ => return None,
    })
}

/// Answers a request.
pub(crate) fn answer(
    server: &Server,
    request: Request,
    stream: &mut TcpStream,
) -> io::Result<Next> {
    let path = request.path.clone();
    let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    match (request.method.as_str(), &parts[..]) {
        ("GET", ["fake", "report"]) => {
            let report = server.lock().report().to_string();
            return write(stream, 200, "", &report);
        }
        ("POST", ["fake", "revoke"]) => {
            server.lock().is_revoked = true;
            return write(stream, 200, "", "{}");
        }
        ("POST", ["fake", "analyze"]) => {
            server.lock().board.job = true;
            return write(stream, 200, "", "{}");
        }
        ("POST", ["api", "external-engine", "work"]) => return work(server, stream),
        ("POST", ["api", "external-engine", "work", "job1"]) => {
            provider::read_analysis(server, request)?;
            return write(stream, 200, "", "");
        }
        _ => {}
    }
    let mut world = server.lock();
    if request.token.as_deref() != Some(TOKEN) || world.is_revoked {
        drop(world);
        return write(stream, 401, "", r#"{"error":"No such token"}"#);
    }
    if let ["api", "external-engine", ..] = parts[..] {
        let list = world.board.registered.iter().cloned().collect::<Vec<_>>();
        let body = match request.method.as_str() {
            "GET" => Value::Array(list),
            _ => {
                let mut engine: Value = serde_json::from_str(request.text()).unwrap_or_default();
                engine["id"] = json!("eei_1");
                world.board.registered = Some(engine.clone());
                engine
            }
        };
        drop(world);
        return write(stream, 200, "", &body.to_string());
    }
    let known = parts.split_first().filter(|(first, _)| **first == "api");
    let Some((kind, id)) = known.and_then(|(_, rest)| kind_of(&request.method, rest)) else {
        world.violation(format!("{} {path}: no such address", request.method));
        drop(world);
        return write(stream, 404, "", "{}");
    };
    if world.faults.is_too_early(kind, id) {
        world.violation(format!("{kind:?} {id}: a request during a penalty"));
    }
    let mut fault = world.fault_of_request(kind, id);
    if world.settings.mutes_takebacks && path.ends_with("/takeback/yes") {
        fault = Some(Fault::DropAfter);
        if let Some(game) = world.games.get_mut(id) {
            game.is_mute = true;
        }
    }
    drop(world);
    with_fault(server, &request, stream, (kind, id), fault)
}

/// Does what was asked and answers, as far as the fault allows.
fn with_fault(
    server: &Server,
    request: &Request,
    stream: &mut TcpStream,
    (kind, id): (Kind, &str),
    fault: Option<Fault>,
) -> io::Result<Next> {
    const PAGE: &str = "<html><body><h1>Not now</h1></body></html>";
    match fault {
        Some(Fault::LimitedJson) => {
            return write(
                stream,
                429,
                "",
                r#"{"error":"Too many requests. Try again later."}"#,
            );
        }
        Some(Fault::LimitedPage) => {
            let header = format!("Retry-After: {}\r\n", RETRY_AFTER.as_secs());
            return write(stream, 429, &header, PAGE);
        }
        Some(Fault::BadGateway) => return write(stream, 502, "", PAGE),
        Some(Fault::DropBefore) => return Ok(Next::Close),
        Some(Fault::DropDuring) if matches!(kind, Kind::Events | Kind::Game) => {
            stream.write_all(b"HTTP/1.1 200 OK\r\nTransfer-Enc")?;
            return Ok(Next::Close);
        }
        _ => {}
    }
    match kind {
        Kind::Events => return events::events(server, stream),
        Kind::Game => return events::game(server, stream, id),
        _ => {}
    }
    let (status, body) = perform(&mut server.lock(), request, (kind, id), fault.is_some());
    server.bell.notify_all();
    match fault {
        None => write(stream, status, "", &body),
        Some(Fault::BadGatewayDone) => write(stream, 502, "", PAGE),
        Some(Fault::DropDuring) => {
            stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n{\"ok\"")?;
            Ok(Next::Close)
        }
        Some(Fault::Silence) => {
            thread::sleep(SILENCE);
            Ok(Next::Close)
        }
        Some(_) => Ok(Next::Close),
    }
}

/// Does what was asked: status and body of the answer.
fn perform(
    world: &mut World,
    request: &Request,
    (kind, id): (Kind, &str),
    is_unclear: bool,
) -> (u16, String) {
    let fine = (200, r#"{"ok":true}"#.to_owned());
    let absent = (404, r#"{"error":"Not found"}"#.to_owned());
    let result = |result: Result<(), &str>| match result {
        Ok(()) => fine.clone(),
        Err(error) => (400, json!({ "error": error }).to_string()),
    };
    let last = request.path.rsplit('/').next().unwrap_or_default();
    match kind {
        Kind::Account => {
            let perfs = json!({"blitz": {"rating": 2000, "games": 5}});
            let account = json!({"id": ME, "username": ME, "title": "BOT", "perfs": perfs});
            (200, account.to_string())
        }
        Kind::Playing => {
            let open = world.games.values().filter(|game| !game.is_over());
            let games: Vec<Value> = open.map(crate::game::Game::event).collect();
            (200, json!({ "nowPlaying": games }).to_string())
        }
        Kind::Bots => (200, bots::online()),
        Kind::Challenge => {
            let (status, body) = bots::challenge(world, id);
            (status, body.to_string())
        }
        Kind::Answer => {
            let is_done = match last {
                "accept" => world.accept(id),
                "decline" => world.decline(id),
                _ => true,
            };
            if is_done { fine } else { absent }
        }
        Kind::Chat => {
            world.chats += 1;
            let is_fit = request
                .field("text")
                .is_some_and(|text| !text.is_empty() && text.chars().count() <= 140);
            if !is_fit {
                world.violation(format!("{id}: a bad chat: {}", request.text()));
            }
            fine
        }
        Kind::Move => {
            let Some(game) = world.games.get_mut(id) else {
                return absent;
            };
            let offers_draw = request.field("offeringDraw").is_some();
            let was_unclear = game.is_unclear;
            let played = game.play(last, offers_draw);
            // The turn has passed: what is unclear now is the last move.
            game.is_unclear = is_unclear || (was_unclear && played.is_err());
            if played.is_err() {
                world.stale_moves += 1;
                let is_over = world.games[id].is_over();
                if !was_unclear && !is_over {
                    world.violation(format!("{id}: {last} was sent for no reason: {played:?}"));
                }
            }
            result(played)
        }
        Kind::Decision => {
            let decision = request.path.split(&format!("{id}/")).nth(1);
            let Some(game) = world.games.get_mut(id) else {
                return absent;
            };
            result(game.decide(decision.unwrap_or_default()))
        }
        Kind::Events | Kind::Game => absent,
    }
}

/// A provider waits for a request.
fn work(server: &Server, stream: &mut TcpStream) -> io::Result<Next> {
    let end = Instant::now() + LONG_POLL;
    while Instant::now() < end {
        if std::mem::take(&mut server.lock().board.job) {
            return write(stream, 200, "", &provider::job().to_string());
        }
        thread::sleep(Duration::from_millis(20));
    }
    write(stream, 204, "", "")
}
