//! A session that hears whatever a server could send.

use std::sync::{Arc, mpsc};

use game::Rng;

use super::{News, Outcome, Session, Shared};
use crate::api::{Client, GameId, Message};
use crate::config::Config;
use crate::errands::Errands;
use crate::play::client;
use crate::stream::Signal;
use crate::token::Token;

const FULL: &str = r#"{"type":"gameFull","id":"BEOucQJo","variant":{"key":"standard"},"speed":"blitz",
    "rated":false,"white":{"id":"me","name":"me"},"black":{"id":"ann","name":"Ann","rating":1500},
    "initialFen":"startpos","clock":{"initial":60000,"increment":1000},
    "state":{"type":"gameState","moves":"e2e4 e7e5","wtime":60000,"btime":60000,"winc":1000,
    "binc":1000,"status":"started","expiration":{"idleMillis":5,"millisToMove":30000}}}"#;

const STATES: [&str; 3] = [
    r#"{"type":"gameState","moves":"e2e4 e7e5 g1f3","wtime":60000,"btime":60000,"winc":1000,
    "binc":1000,"status":"started","bdraw":true,"btakeback":true}"#,
    r#"{"type":"opponentGone","gone":true,"claimWinInSeconds":18446744073709551615}"#,
    r#"{"type":"chatLine","room":"player","username":"ann","text":"!level"}"#,
];

/// A session whose server cannot be reached and whose engine does not exist.
fn session() -> (Session, mpsc::Receiver<News>) {
    let mut config = Config::parse(
        "server = { url = 'http://127.0.0.1:1' }\nengine = { command = './no-engine' }\n\
         [game]\ntakebacks = 99\n[archive]\nfile = ''",
    )
    .unwrap();
    config.chat.hello.clear();
    let token = Token::parse("x").unwrap();
    let client: Arc<Client> = client(&config, token);
    let errands = Errands::start(Arc::clone(&client), |_, _| true).unwrap();
    let me = serde_json::from_str(r#"{"id":"me","username":"me","title":"BOT"}"#).unwrap();
    let shared = Arc::new(Shared {
        client,
        config,
        errands,
        me,
        engine: "Engine".to_owned(),
    });
    let (sender, news) = mpsc::channel();
    let id = GameId::try_from("BEOucQJo".to_owned()).unwrap();
    (Session::new(shared, id, sender), news)
}

fn hear(session: &mut Session, line: &[u8]) -> bool {
    let signal = match serde_json::from_slice::<Message>(line) {
        Ok(message) => Signal::Line(message),
        Err(_) => Signal::Garbled,
    };
    let is_message = matches!(signal, Signal::Line(_));
    session.hear_stream(signal);
    is_message
}

#[test]
fn a_game_survives_whatever_its_stream_says() {
    let mut rng = Rng::new(7);
    let (mut session, _news) = session();
    assert!(hear(&mut session, FULL.as_bytes()));
    assert!(session.table.is_some());
    let mut messages = 0;
    for round in 0..1500 {
        let document = [FULL, STATES[0], STATES[1], STATES[2]][rng.below(4)];
        let mut line = document.as_bytes().to_vec();
        for _ in 0..rng.below(3) {
            let at = rng.below(line.len());
            match rng.below(4) {
                0 => line[at] = rng.next_u64() as u8,
                1 => line[at] = b'0' + rng.below(10) as u8,
                2 => drop(line.remove(at)),
                _ => line.insert(at, b"09\"[]{}:,e-"[rng.below(11)]),
            }
        }
        messages += u32::from(hear(&mut session, &line));
        session.act();
        if session.outcome.take().is_some() || round % 100 == 99 {
            session.table = None;
        }
    }
    assert!(messages > 500, "{messages}");
}

#[test]
fn games_of_others_and_of_other_variants_are_left_alone() {
    for (from, to) in [
        ("\"id\":\"me\"", "\"id\":\"bob\""),
        ("standard", "atomic"),
        ("startpos", "8/8/8/8/8/8/8/8 w - - 0 1"),
    ] {
        let (mut session, _news) = session();
        hear(&mut session, FULL.replace(from, to).as_bytes());
        assert_eq!(session.outcome, Some(Outcome::Left), "{to}");
    }
}
