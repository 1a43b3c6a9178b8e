//! From the configuration to a running bot.

use std::sync::Arc;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use support::Interrupt;

use crate::api::{Account, Client, Failure};
use crate::config::Config;
use crate::engine::Setup;
use crate::errands::Errands;
use crate::game::Shared;
use crate::lobby::{Lobby, News};
use crate::log::note;
use crate::stream::{EVENT_PATIENCE, follow};
use crate::token::Token;

/// Between two tries to reach the server at the start.
const START_WAIT: Duration = Duration::from_secs(1);

/// How long the engine may take to end after it was tried.
const QUIT_GRACE: Duration = Duration::from_secs(1);

/// How long the last messages may take when the bot ends.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// Plays until Ctrl-C, or until as many games are played as the configuration says.
///
/// # Errors
/// Says what must be put right before it can play.
pub fn play(config: Config, token: Token, interrupt: &Interrupt) -> Result<(), String> {
    let client = client(&config, token);
    let me = account(&client, interrupt)?;
    if !me.is_bot() {
        return Err(format!(
            "{} is not a bot account: quietus-bot --upgrade makes it one, for good",
            me.username
        ));
    }
    let engine = try_engine(&config)?;
    let (sender, news) = mpsc::channel();
    let done = sender.clone();
    let errands = Errands::start(Arc::clone(&client), move |errand, result| {
        done.send(News::Done(errand, result)).is_ok()
    });
    let no_thread = |error: std::io::Error| format!("cannot start a thread: {error}");
    let errands = errands.map_err(no_thread)?;
    note!(
        "{} plays as {} on {}",
        engine,
        me.username,
        config.server.url
    );
    let shared = Arc::new(Shared {
        client: Arc::clone(&client),
        config,
        errands,
        me,
        engine,
    });
    let events = sender.clone();
    follow(
        move || client.events(),
        EVENT_PATIENCE,
        move |signal| events.send(News::Event(signal)).is_ok(),
    )
    .map_err(no_thread)?;
    let stop = sender.clone();
    interrupt.on_stop(move |kind| {
        // Without a lobby there is nothing to stop.
        stop.send(News::Stop(kind)).ok();
    });
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let seed = since.map_or(0, |since| since.as_nanos() as u64);
    let result = Lobby::new(shared, sender, seed).run(&news);
    thread::sleep(LAST_WORDS);
    result
}

pub(crate) fn client(config: &Config, token: Token) -> Arc<Client> {
    let contact = &config.account.contact;
    Arc::new(Client::new(&config.server, contact, token))
}

/// Our account, as soon as the server answers.
fn account(client: &Client, interrupt: &Interrupt) -> Result<Account, String> {
    loop {
        let wait = match client.account() {
            Ok(account) => return Ok(account),
            Err(Failure::Limited { wait, .. }) => {
                note!("too many requests, waiting {} s", wait.as_secs_f64().ceil());
                wait
            }
            Err(Failure::Unclear(problem)) => {
                note!("cannot reach Lichess: {problem}");
                START_WAIT
            }
            Err(failure) => return Err(format!("Lichess does not take the token: {failure}")),
        };
        let end = Instant::now() + wait;
        while Instant::now() < end {
            if interrupt.is_stopped() {
                return Err("interrupted".to_owned());
            }
            thread::sleep(Duration::from_millis(50));
        }
    }
}

/// Starts the engine once; its name.
pub(crate) fn try_engine(config: &Config) -> Result<String, String> {
    let setup = Setup::new(&config.engine, false, None);
    let engine = setup.start().map_err(|error| {
        format!(
            "the engine {} does not start: {error}",
            setup.spec.command.display()
        )
    })?;
    let name = engine.name().to_owned();
    engine.quit(QUIT_GRACE);
    Ok(name)
}

/// Makes the account a bot account for good; its name.
///
/// # Errors
/// If Lichess refuses, or it is one already.
pub fn upgrade(config: &Config, token: Token) -> Result<String, String> {
    let client = client(config, token);
    let me = client.account().map_err(|failure| failure.to_string())?;
    if me.is_bot() {
        return Err(format!("{} is a bot account already", me.username));
    }
    client.upgrade().map_err(|failure| failure.to_string())?;
    Ok(me.username)
}
