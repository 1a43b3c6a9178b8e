//! The engine on the analysis board: waits for requests of the board and streams what the engine says.

mod analysis;
mod secret;

use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use serde_json::json;
use support::Interrupt;

use crate::api::{Client, Failure};
use crate::config::{Config, ProviderConfig};
use crate::engine::Setup;
use crate::log::note;
use crate::play::client;
use crate::token::Token;
use analysis::Analyst;

/// How often Ctrl-C is looked for.
const TICK: Duration = Duration::from_millis(200);

/// After the server could not be reached.
const WAIT: Duration = Duration::from_secs(2);

/// Registers the engine with the token's account and answers requests until Ctrl-C. Returns only then.
///
/// # Errors
/// If it cannot be registered or the engine does not start.
pub fn provide(config: &Config, token: Token, interrupt: &Interrupt) -> Result<(), String> {
    let client = client(config, token);
    let secret = secret::find(&config.provider.secret_file)?;
    let mut analyst = Analyst::start(Setup::new(&config.engine, true, None))?;
    register(&client, &config.provider, &secret)?;
    note!(
        "{} is on the analysis board of {} as \"{}\"",
        analyst.name(),
        config.server.url,
        config.provider.name
    );
    let (sender, jobs) = mpsc::channel();
    let waiting = Arc::clone(&client);
    let wait = move || {
        loop {
            match waiting.await_job(&secret) {
                Ok(None) => {}
                Ok(Some(job)) => {
                    if sender.send(job).is_err() {
                        return;
                    }
                }
                Err(Failure::Limited { wait, .. }) => thread::sleep(wait),
                Err(failure) => {
                    note!("waiting for requests: {failure}");
                    thread::sleep(WAIT);
                }
            }
        }
    };
    let started = thread::Builder::new().spawn(wait);
    started.map_err(|error| format!("cannot start a thread: {error}"))?;
    while !interrupt.is_stopped() {
        match jobs.recv_timeout(TICK) {
            Ok(job) => analyst.answer(&client, job, &limits(&config.provider), interrupt),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err("no more requests".to_owned()),
        }
    }
    Ok(())
}

/// The most threads and hash that a request may ask for.
fn limits(config: &ProviderConfig) -> [u32; 2] {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = match config.threads {
        0 => u32::try_from(cores).unwrap_or(u32::MAX),
        threads => threads,
    };
    [threads, config.hash.max(1)]
}

/// Registers the engine, or tells Lichess what has changed since it was.
fn register(client: &Client, config: &ProviderConfig, secret: &str) -> Result<(), String> {
    let [threads, hash] = limits(config);
    let engine = json!({
        "name": config.name,
        "maxThreads": threads,
        "maxHash": hash,
        "variants": ["chess"],
        "providerSecret": secret,
    });
    let registered = client.engines().and_then(|engines| {
        let known = engines.into_iter().find(|known| known.name == config.name);
        let id = known.as_ref().map(|known| known.id.as_str());
        client.register(id, &engine)
    });
    match registered {
        Ok(_) => Ok(()),
        Err(Failure::Denied(reason)) => Err(format!(
            "Lichess does not register the engine: {reason}. The token needs the scopes engine:read \
             and engine:write, and is not that of a bot"
        )),
        Err(failure) => Err(format!("Lichess does not register the engine: {failure}")),
    }
}

/// A path for people.
fn shown(path: &Path) -> String {
    path.display().to_string()
}
