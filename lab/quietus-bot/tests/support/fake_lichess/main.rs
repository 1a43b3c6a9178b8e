//! A small Lichess for tests: challenges the bot, plays random moves against it, and injects faults.
//!
//! `fake-lichess [--port P] [--games N] [--at-once N] [--seed S] [--faults PERCENT] [--plies N] [--recovery MS]
//! [--wait] [--mute-takebacks]` prints its address, plays the games and prints a report as JSON. It exits with 1 if the bot has
//! broken a rule or lost a game by its own fault. `GET /fake/report` tells the report at any time,
//! `POST /fake/revoke` makes the token invalid, `POST /fake/analyze` sends a request for analysis.
//! What it knows of Lichess is what the API's documentation says.

#![forbid(unsafe_code)]

mod api;
mod bots;
mod events;
mod faults;
mod game;
mod http;
mod provider;
mod report;
mod world;

use std::io::Write;
use std::net::TcpListener;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{io, process, thread};

use world::World;

/// How often the world moves on.
const TICK: Duration = Duration::from_millis(4);

/// The world, and a bell that rings when it has changed.
struct Server {
    world: Mutex<World>,
    bell: Condvar,
}

impl Server {
    fn lock(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the command line says.
#[derive(Clone, Debug)]
struct Settings {
    port: u16,
    games: u64,
    at_once: usize,
    seed: u64,
    /// In percent of the requests.
    faults: u64,
    /// The longest time for a turn with one fault.
    recovery: Duration,
    /// After so many plies the opponent resigns.
    plies: usize,
    /// Whether the server goes on after the last game.
    waits: bool,
    /// Whether a granted takeback is told to nobody: no answer, and the open stream is silent.
    mutes_takebacks: bool,
}

impl Settings {
    fn parse() -> Option<Self> {
        let mut settings = Self {
            port: 0,
            games: 10,
            at_once: 2,
            seed: 1,
            faults: 0,
            recovery: Duration::from_secs(3),
            plies: 60,
            waits: false,
            mutes_takebacks: false,
        };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            if word == "--wait" {
                settings.waits = true;
                continue;
            }
            if word == "--mute-takebacks" {
                settings.mutes_takebacks = true;
                continue;
            }
            let number: u64 = words.next()?.parse().ok()?;
            match word.as_str() {
                "--port" => settings.port = u16::try_from(number).ok()?,
                "--games" => settings.games = number,
                "--at-once" => settings.at_once = number as usize,
                "--seed" => settings.seed = number,
                "--faults" => settings.faults = number,
                "--recovery" => settings.recovery = Duration::from_millis(number),
                "--plies" => settings.plies = number as usize,
                _ => return None,
            }
        }
        Some(settings)
    }
}

fn main() -> io::Result<()> {
    let Some(settings) = Settings::parse() else {
        writeln!(
            io::stderr(),
            "see the top of tests/support/fake_lichess/main.rs"
        )?;
        process::exit(2);
    };
    let listener = TcpListener::bind(("127.0.0.1", settings.port))?;
    writeln!(io::stdout(), "http://{}", listener.local_addr()?)?;
    let waits = settings.waits;
    let server = Arc::new(Server {
        world: Mutex::new(World::new(settings)),
        bell: Condvar::new(),
    });
    let accepting = Arc::clone(&server);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let server = Arc::clone(&accepting);
            thread::spawn(move || {
                // A client that goes away is nothing special.
                http::serve(stream, |request, stream| {
                    api::answer(&server, request, stream)
                })
                .ok();
            });
        }
    });
    loop {
        thread::sleep(TICK);
        let mut world = server.lock();
        let is_over = world.tick();
        drop(world);
        server.bell.notify_all();
        if is_over && !waits {
            break;
        }
    }
    // The bot may still say goodbye.
    thread::sleep(Duration::from_secs(2));
    let world = server.lock();
    let report = world.report();
    writeln!(io::stdout(), "{report}")?;
    process::exit(i32::from(!world.violations.is_empty()));
}
