//! Streams: lines as they come, empty lines between them, and faults.

use std::io;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::Server;
use crate::faults::{Fault, Kind};
use crate::http::{Next, begin, chunk, end};
use crate::world::{ME, World};

/// Between two empty lines.
const KEEP_ALIVE: Duration = Duration::from_millis(300);

/// How long a silent stream stays open.
const SILENCE: Duration = Duration::from_secs(20);

/// Sends lines until the stream is over.
fn send(
    server: &Server,
    stream: &mut TcpStream,
    (kind, id): (Kind, &str),
    first: Vec<String>,
    mut next: impl FnMut(&mut World) -> Option<Vec<String>>,
) -> io::Result<Next> {
    begin(stream)?;
    let mut lines = first;
    let mut last = Instant::now();
    loop {
        for line in lines {
            let fault = server.lock().fault_of_line(kind, id);
            let half = &line[..line.len() / 2];
            match fault {
                None => chunk(stream, &format!("{line}\n"))?,
                Some(Fault::StreamDouble) => chunk(stream, &format!("{line}\n{line}\n"))?,
                Some(Fault::StreamGarbage) => chunk(stream, &format!("{half}\n"))?,
                Some(Fault::StreamHalf) => {
                    chunk(stream, half)?;
                    return Ok(Next::Close);
                }
                Some(Fault::StreamSilence) => {
                    std::thread::sleep(SILENCE);
                    return Ok(Next::Close);
                }
                Some(_) => return Ok(Next::Close),
            }
            last = Instant::now();
        }
        let world = server.lock();
        let waited = server.bell.wait_timeout(world, KEEP_ALIVE);
        let mut world = waited.map_or_else(|error| error.into_inner().0, |(world, _)| world);
        let Some(new) = next(&mut world) else {
            end(stream)?;
            return Ok(Next::Keep);
        };
        drop(world);
        lines = new;
        if lines.is_empty() && last.elapsed() > KEEP_ALIVE {
            chunk(stream, "\n")?;
            last = Instant::now();
        }
    }
}

/// The event stream; one that is opened later ends this one.
pub(crate) fn events(server: &Server, stream: &mut TcpStream) -> io::Result<Next> {
    let mut world = server.lock();
    world.event_stream += 1;
    let number = world.event_stream;
    let first = world.replay();
    let mut cursor = world.events.len();
    drop(world);
    send(server, stream, (Kind::Events, ""), first, |world| {
        let is_open = world.event_stream == number && !world.is_revoked;
        let new = world.events[cursor..].to_vec();
        cursor = world.events.len();
        is_open.then_some(new)
    })
}

/// The stream of a game.
pub(crate) fn game(server: &Server, stream: &mut TcpStream, id: &str) -> io::Result<Next> {
    let mut world = server.lock();
    let Some(game) = world.games.get_mut(id) else {
        world.violation(format!("{id}: asked for a game that is not its own"));
        drop(world);
        return crate::http::write(stream, 404, "", r#"{"error":"No such game"}"#);
    };
    game.is_mute = false;
    let mut first = vec![game.full(ME).to_string()];
    first.extend(game.presence());
    let mut cursor = game.lines.len();
    drop(world);
    send(server, stream, (Kind::Game, id), first, |world| {
        let is_revoked = world.is_revoked;
        let game = world.games.get(id)?;
        let mut new = game.lines[cursor..].to_vec();
        let is_over = game.is_over() && new.is_empty();
        cursor = game.lines.len();
        if game.is_mute {
            new.clear();
        }
        (!is_over && !is_revoked).then_some(new)
    })
}
