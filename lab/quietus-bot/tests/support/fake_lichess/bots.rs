//! Other bots, which can be challenged: one accepts, one declines, one has used up its day.

use serde_json::{Value, json};

use crate::world::World;

/// What the bot has offered to whom.
#[derive(Default)]
pub(crate) struct Bots {
    pub(crate) offers: Vec<String>,
}

/// An answer to a challenge: status and body.
pub(crate) fn challenge(world: &mut World, user: &str) -> (u16, Value) {
    world.bots.offers.push(user.to_owned());
    let id = format!("C{:07}", world.bots.offers.len());
    match user {
        "tired" => {
            let limit = json!({"key": "bot.vsBot.day", "seconds": 3600});
            (
                400,
                json!({"error": "no more games today", "ratelimit": limit}),
            )
        }
        "shy" => {
            let challenge = json!({"id": id, "declineReason": "x", "declineReasonKey": "later"});
            let event = json!({"type": "challengeDeclined", "challenge": challenge});
            world.events.push(event.to_string());
            (200, json!({"id": id}))
        }
        _ => {
            let number = world.games.len() as u64 * 8;
            let mut game = crate::game::Game::new(
                id.clone(),
                number,
                world.settings.seed,
                world.settings.plies,
            );
            user.clone_into(&mut game.opponent);
            game.is_bot = true;
            let event = json!({"type": "gameStart", "game": game.event()});
            world.events.push(event.to_string());
            world.games.insert(id.clone(), game);
            (200, json!({"id": id}))
        }
    }
}

/// The list of bots that are online.
pub(crate) fn online() -> String {
    let bots = [
        ("willing", 2010),
        ("shy", 1990),
        ("tired", 2000),
        ("far", 2900),
    ];
    let line = |(id, rating): (&str, i32)| {
        let bot = json!({"id": id, "username": id, "perfs": {"blitz": {"rating": rating}}});
        format!("{bot}\n")
    };
    bots.map(line).concat()
}
