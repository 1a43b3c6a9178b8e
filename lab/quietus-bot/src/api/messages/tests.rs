//! Messages: the forms of the documentation, and anything else.

use game::Rng;

use super::{Event, GameId, Message, is_for_bots};

const START: &str = r#"{"type":"gameStart","game":{"fullId":"crObTQDb257U","gameId":"crObTQDb",
    "color":"white","speed":"blitz","isMyTurn":true,"secondsLeft":300,
    "opponent":{"id":null,"username":"AI level 1","ai":1},"compat":{"bot":false,"board":true}}}"#;

const CHALLENGE: &str = r#"{"type":"challenge","challenge":{"id":"H9fIRZUk","status":"created",
    "challenger":{"id":"bot1","name":"Bot1","rating":1500,"title":"BOT"},"destUser":null,
    "variant":{"key":"standard","name":"Standard","short":"Std"},"rated":true,"speed":"rapid",
    "timeControl":{"type":"clock","limit":600,"increment":0,"show":"10+0"},
    "color":"random","finalColor":"black","perf":{"icon":"","name":"Rapid"}}}"#;

const FULL: &str = r#"{"type":"gameFull","id":"BEOucQJo","variant":{"key":"chess960"},"speed":"rapid",
    "rated":false,"createdAt":1745112707998,"white":{"id":"bobby","name":"Bobby","title":null,
    "rating":1751},"black":{"aiLevel":3},"initialFen":"startpos",
    "clock":{"initial":900000,"increment":0},"state":{"type":"gameState","moves":"d2d3","wtime":9,
    "btime":7,"winc":0,"binc":0,"status":"started","expiration":{"idleMillis":5,"millisToMove":30}}}"#;

const GONE: &str = r#"{"type":"opponentGone","gone":true,"claimWinInSeconds":8}"#;

#[test]
fn documented_messages_are_read() {
    let Event::GameStart { game } = serde_json::from_str(START).unwrap() else {
        panic!("another event");
    };
    assert!(!is_for_bots(game.compat) && game.is_my_turn);
    let Event::Challenge { challenge, compat } = serde_json::from_str(CHALLENGE).unwrap() else {
        panic!("another event");
    };
    assert!(is_for_bots(compat) && challenge.challenger.unwrap().is_bot());
    assert_eq!(challenge.final_color, "black");
    let Message::GameFull(full) = serde_json::from_str(FULL).unwrap() else {
        panic!("another message");
    };
    assert_eq!(full.state.expiration.unwrap().left().as_millis(), 25);
    assert_eq!(
        (full.black.name(), full.black.is_bot()),
        ("AI level 3".to_owned(), true)
    );
    let gone = serde_json::from_str(GONE).unwrap();
    let Message::OpponentGone {
        claim_win_in_seconds,
        ..
    } = gone
    else {
        panic!("another message");
    };
    assert_eq!(claim_win_in_seconds, Some(8));
    let unknown = r#"{"type":"tournamentPairing","x":[1]}"#;
    assert!(matches!(serde_json::from_str(unknown), Ok(Event::Other)));
}

#[test]
fn ids_cannot_lead_elsewhere() {
    for bad in [
        "",
        "../../account",
        "a/b",
        "a?b",
        "a b",
        "é",
        "x".repeat(33).as_str(),
    ] {
        assert!(GameId::try_from(bad.to_owned()).is_err(), "{bad}");
    }
}

/// Whatever a server sends is a message or an error.
#[test]
fn nothing_that_a_server_sends_panics() {
    let mut rng = Rng::new(42);
    let mut read = 0;
    for document in [START, CHALLENGE, FULL, GONE] {
        for end in 0..document.len() {
            let cut = &document.as_bytes()[..end];
            assert!(serde_json::from_slice::<Event>(cut).is_err());
            assert!(serde_json::from_slice::<Message>(cut).is_err());
        }
        for _ in 0..5000 {
            let mut bytes = document.as_bytes().to_vec();
            for _ in 0..1 + rng.below(3) {
                let at = rng.below(bytes.len());
                match rng.below(3) {
                    0 => bytes[at] = rng.next_u64() as u8,
                    1 => drop(bytes.remove(at)),
                    _ => bytes.insert(at, b"0-\"[]{}:,e9"[rng.below(11)]),
                }
            }
            read += usize::from(serde_json::from_slice::<Event>(&bytes).is_ok());
            if let Ok(Message::GameFull(full)) = serde_json::from_slice(&bytes) {
                let state = &full.state;
                read += usize::from(state.times() != state.increments());
                state.expiration.map(super::Expiration::left);
            }
        }
    }
    assert!(read > 100, "{read} of the damaged messages are messages");
}
